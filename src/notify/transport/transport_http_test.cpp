// The transport against a real socket whose other end plays an HTTP server, a bad one at times.
#include "interchange/network/little_server_test_support.hpp"
#include "notify/transport/transport.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace standby::notify {
namespace {

using interchange::LittleServer;
using interchange::Peer;

using namespace std::chrono_literals;

struct Request {
    std::string line;
    std::vector<std::string> headers;
    std::string body;
};

std::optional<Request> read_request(Peer& peer) {
    Request request;
    auto line = peer.read_line();
    if (!line) {
        return std::nullopt;
    }
    request.line = *line;
    std::size_t length = 0;
    while ((line = peer.read_line()) && !line->empty()) {
        request.headers.push_back(*line);
        if (line->starts_with("Content-Length: ")) {
            length = std::stoul(line->substr(16));
        }
    }
    request.body = peer.read_bytes(length);
    return request;
}

std::string answer(std::string_view status, std::string_view body, std::string_view headers = "") {
    return "HTTP/1.1 " + std::string(status) +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + std::string(headers) +
           "\r\n" + std::string(body);
}

// Answers every request the same way, on connections that are kept.
std::function<void(Peer&)> always(std::string text) {
    return [text = std::move(text)](Peer& peer) {
        while (read_request(peer)) {
            peer.write(text);
        }
    };
}

TransportOptions hasty() {
    TransportOptions options;
    options.connect_timeout = 5s;
    options.transfer_timeout = 5s;
    return options;
}

std::vector<TransferResult> run(Transport& transport, std::vector<HttpTransfer> transfers) {
    std::vector<TransferResult> results;
    for (HttpTransfer& transfer : transfers) {
        transport.start(std::move(transfer),
                        [&](TransferResult result) { results.push_back(std::move(result)); });
    }
    while (transport.active() > 0) {
        transport.poll(10s);
    }
    return results;
}

TransferResult post(Transport& transport, const LittleServer& server, std::string body = "hello") {
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/path?query=1";
    transfer.body = std::move(body);
    return run(transport, {transfer}).at(0);
}

// What the transport makes of bytes that a server sends instead of a good answer.
TransferResult after(std::string bytes, TransportOptions options = hasty()) {
    const LittleServer server([bytes = std::move(bytes)](Peer& peer) {
        read_request(peer);
        peer.write(bytes);
    });
    Transport transport(options);
    return post(transport, server);
}

TEST(HttpTransport, SendsTheRequestAsGiven) {
    Guarded<std::vector<Request>> requests;
    const LittleServer server([&](Peer& peer) {
        while (auto request = read_request(peer)) {
            requests.with([&](std::vector<Request>& all) { all.push_back(*request); });
            peer.write(answer("201 Created", "done"));
        }
    });
    Transport transport(hasty());
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/path?query=1";
    transfer.headers = {"X-One: 1", "Content-Type: text/plain"};
    transfer.user = "Aladdin";
    transfer.password = "open sesame";
    transfer.body = std::string("zero \0 byte", 11);
    const TransferResult result = run(transport, {transfer}).at(0);
    EXPECT_EQ(result.status, 201);
    EXPECT_EQ(result.text, "done");
    EXPECT_EQ(result.error, "");
    EXPECT_FALSE(result.retry_after);
    const Request request = requests.copy().at(0);
    EXPECT_EQ(request.line, "POST /path?query=1 HTTP/1.1");
    EXPECT_EQ(request.body, transfer.body);
    const auto has = [&](std::string_view header) {
        return std::ranges::find(request.headers, header) != request.headers.end();
    };
    EXPECT_TRUE(has("X-One: 1"));
    EXPECT_TRUE(has("Content-Type: text/plain"));
    EXPECT_TRUE(has("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
}

TEST(HttpTransport, SignsForAws) {
    Guarded<std::vector<std::string>> headers;
    const LittleServer server([&](Peer& peer) {
        if (const auto request = read_request(peer)) {
            headers.with([&](std::vector<std::string>& all) { all = request->headers; });
            peer.write(answer("200 OK", "a"));
        }
    });
    Transport transport(hasty());
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/";
    transfer.headers = {"Content-Type: text/plain", "X-Amz-Security-Token: token"};
    transfer.user = "AKIDEXAMPLE";
    transfer.password = "sesame";
    transfer.aws_scope = "eu-west-1:sns";
    EXPECT_EQ(run(transport, {transfer}).at(0).status, 200);
    std::string authorization;
    for (const std::string& header : headers.copy()) {
        authorization += header.starts_with("Authorization: ") ? header : "";
    }
    EXPECT_TRUE(
        authorization.starts_with("Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"));
    EXPECT_NE(authorization.find("/eu-west-1/sns/aws4_request, SignedHeaders="
                                 "content-type;host;x-amz-date;x-amz-security-token, Signature="),
              std::string::npos)
        << authorization;
}

TEST(HttpTransport, UsesOneConnectionForOneRequestAfterTheOther) {
    const LittleServer server(always(answer("200 OK", "a")));
    Transport transport(hasty());
    for (int round = 0; round < 100; ++round) {
        EXPECT_EQ(post(transport, server).status, 200);
    }
    EXPECT_EQ(server.connections(), 1U);
}

TEST(HttpTransport, OpensNoMoreConnectionsThanAllowedForManyAtOnce) {
    const LittleServer server(always(answer("200 OK", "a")));
    TransportOptions options = hasty();
    options.connections_per_host = 3;
    Transport transport(options);
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/";
    const auto results = run(transport, std::vector<HttpTransfer>(200, transfer));
    EXPECT_EQ(std::ranges::count(results, 200, &TransferResult::status), 200);
    EXPECT_LE(server.connections(), 3U);
}

TEST(HttpTransport, ASlowHostHoldsUpNobodyElse) {
    const LittleServer slow([](Peer& peer) { peer.wait_for_the_end(); });
    const LittleServer quick(always(answer("200 OK", "a")));
    Transport transport(hasty());
    HttpTransfer to_slow;
    to_slow.url = "http://" + slow.address() + "/";
    std::size_t slow_ended = 0;
    for (int count = 0; count < 50; ++count) {
        transport.start(to_slow, [&](const TransferResult&) { ++slow_ended; });
    }
    HttpTransfer to_quick;
    to_quick.url = "http://" + quick.address() + "/";
    std::size_t quick_ended = 0;
    transport.start(to_quick, [&](const TransferResult&) { ++quick_ended; });
    while (quick_ended == 0) {
        transport.poll(10s);
    }
    EXPECT_EQ(slow_ended, 0U);
    EXPECT_EQ(transport.active(), 50U);
}

TEST(HttpTransport, GivesUpOnAnAnswerThatDoesNotCome) {
    const LittleServer server([](Peer& peer) { peer.wait_for_the_end(); });
    TransportOptions options = hasty();
    options.transfer_timeout = 200ms;
    Transport transport(options);
    const TransferResult result = post(transport, server);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "no answer in time");
}

TEST(HttpTransport, ReadsRetryAfterInSecondsAndAsADate) {
    using std::chrono::seconds;
    const auto in_seconds = after(answer("429 Too Many Requests", "", "Retry-After: 7\r\n"));
    EXPECT_EQ(in_seconds.status, 429);
    EXPECT_EQ(in_seconds.retry_after, Duration(7s));
    const std::time_t date = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() +
                                                                  std::chrono::minutes{10});
    char text[64];
    std::tm parts{};
    std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&date, &parts));
    const auto as_date =
        after(answer("503 Service Unavailable", "", "Retry-After: " + std::string(text) + "\r\n"));
    ASSERT_TRUE(as_date.retry_after);
    EXPECT_LE(*as_date.retry_after, Duration(10min));
    EXPECT_GE(*as_date.retry_after, Duration(9min));
    EXPECT_FALSE(after(answer("429 x", "", "Retry-After: soon\r\n")).retry_after);
    EXPECT_FALSE(
        after(answer("429 x", "", "Retry-After: Fri, 01 Jan 1999 00:00:00 GMT\r\n")).retry_after);
    EXPECT_EQ(after(answer("429 x", "", "Retry-After: 99999999\r\n")).retry_after, Duration(6h));
}

TEST(HttpTransport, CutsABodyThatIsTooLong) {
    const auto large = after(answer("200 OK", std::string(1'000'000, 'x')));
    EXPECT_EQ(large.status, 200);
    EXPECT_EQ(large.text.size(), 64U * 1024);
    EXPECT_EQ(large.error, "");
    EXPECT_EQ(after(answer("200 OK", std::string(64UL * 1024, 'x'))).text.size(), 64U * 1024);
}

TEST(HttpTransport, RefusesHeadersWithoutEnd) {
    std::string headers;
    for (int line = 0; line < 5000; ++line) {
        headers += "X-Filler: " + std::string(50, 'x') + "\r\n";
    }
    EXPECT_EQ(after(answer("200 OK", "", headers)).status, 0);
}

TEST(HttpTransport, FollowsNoRedirect) {
    const LittleServer elsewhere(always(answer("200 OK", "")));
    const auto result =
        after(answer("302 Found", "", "Location: http://" + elsewhere.address() + "/\r\n"));
    EXPECT_EQ(result.status, 302);
    EXPECT_EQ(elsewhere.connections(), 0U);
}

TEST(HttpTransport, TakesNonsenseForNoAnswer) {
    for (const std::string_view bytes :
         {"", "hello\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\r\n\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "HTTP/1.1 200 OK\r\nContent-Le",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
        const TransferResult result = after(std::string(bytes));
        EXPECT_EQ(result.status, 0) << bytes;
        EXPECT_NE(result.error, "") << bytes;
        EXPECT_EQ(result.text, "") << bytes;
    }
}

TEST(HttpTransport, SaysWhyThereIsNoConnection) {
    Transport transport(hasty());
    HttpTransfer transfer;
    {
        const LittleServer gone([](Peer&) {});
        transfer.url = "http://user:secret@" + gone.address() + "/";
    }
    const TransferResult result = run(transport, {transfer}).at(0);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "no connection could be made");
}

TEST(HttpTransport, SpeaksNothingButHttp) {
    Transport transport(hasty());
    for (const std::string url : {"file:///etc/hostname", "ftp://127.0.0.1/", "smtp://127.0.0.1/",
                                  "gopher://127.0.0.1/", "", "nonsense://x"}) {
        HttpTransfer transfer;
        transfer.url = url;
        const TransferResult result = run(transport, {transfer}).at(0);
        EXPECT_EQ(result.status, 0) << url;
        EXPECT_NE(result.error, "") << url;
    }
}

TEST(HttpTransport, RefusesHeadersThatWouldBecomeTwo) {
    const LittleServer server(always(answer("200 OK", "a")));
    Transport transport(hasty());
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/";
    transfer.headers = {"X-One: 1\r\nX-Two: 2"};
    const TransferResult result = run(transport, {transfer}).at(0);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "a header cannot be sent");
    EXPECT_EQ(server.connections(), 0U);
}

TEST(HttpTransport, KeepsOutOfPrivateNetworksWhereAsked) {
    const LittleServer server(always(answer("200 OK", "inside")));
    Transport transport(hasty());
    const std::string port = server.address().substr(server.address().find(':'));
    for (const std::string& host :
         {std::string("127.0.0.1"), std::string("localhost"), std::string("2130706433"),
          std::string("0x7f.1"), std::string("0.0.0.0"), std::string("[::ffff:127.0.0.1]")}) {
        HttpTransfer transfer;
        transfer.url = "http://" + host + port + "/";
        transfer.may_reach_private = false;
        const TransferResult result = run(transport, {transfer}).at(0);
        EXPECT_EQ(result.status, 0) << host;
        EXPECT_EQ(result.error, "the address belongs to a private network") << host;
    }
    EXPECT_EQ(server.connections(), 0U);
}

TEST(HttpTransport, KeepsOutOfPrivateNetworksOnConnectionsThatOthersOpened) {
    const LittleServer server(always(answer("200 OK", "inside")));
    Transport transport(hasty());
    EXPECT_EQ(post(transport, server).status, 200);
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/";
    transfer.may_reach_private = false;
    const TransferResult result = run(transport, {transfer}).at(0);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "the address belongs to a private network");
    EXPECT_EQ(post(transport, server).status, 200);
}

TEST(HttpTransport, CallsBackFromPollWhatStartsTheNext) {
    const LittleServer server(always(answer("200 OK", "a")));
    Transport transport(hasty());
    HttpTransfer transfer;
    transfer.url = "http://" + server.address() + "/";
    std::size_t ended = 0;
    std::function<void(TransferResult)> done = [&](const TransferResult&) {
        if (++ended < 10) {
            transport.start(transfer, done);
        }
    };
    transport.start(transfer, done);
    EXPECT_EQ(ended, 0U);
    while (transport.active() > 0) {
        EXPECT_LE(transport.poll(10s), 1U);
    }
    EXPECT_EQ(ended, 10U);
}

TEST(HttpTransport, IsWokenByAnotherThread) {
    Transport transport(hasty());
    const auto begin = std::chrono::steady_clock::now();
    std::thread waker([&] { transport.wake(); });
    EXPECT_EQ(transport.poll(60s), 0U);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
    waker.join();
}

TEST(HttpTransport, ForgetsWhatIsUnderWayWhenItIsDestroyed) {
    const LittleServer server([](Peer& peer) { peer.wait_for_the_end(); });
    bool was_called = false;
    {
        Transport transport(hasty());
        HttpTransfer transfer;
        transfer.url = "http://" + server.address() + "/";
        for (int count = 0; count < 20; ++count) {
            transport.start(transfer, [&](const TransferResult&) { was_called = true; });
        }
        transport.poll(0ms);
    }
    EXPECT_FALSE(was_called);
}

}  // namespace
}  // namespace standby::notify
