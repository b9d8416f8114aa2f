// Servers that answer, and servers that are rude, forgetful or traps.
#include "interchange/web/web_client.hpp"

#include "base/guarded.hpp"
#include "interchange/network/little_server_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace standby::interchange {
namespace {

using interchange::LittleServer;
using interchange::Peer;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct Heard {
    std::vector<std::string> lines;  // the request line and the headers
    std::string body;
};

std::optional<Heard> hear(Peer& peer) {
    Heard heard;
    std::size_t body_size = 0;
    while (auto line = peer.read_line()) {
        if (line->empty()) {
            heard.body = peer.read_bytes(body_size);
            return heard;
        }
        if (line->starts_with("Content-Length: ")) {
            body_size = std::stoul(line->substr(16));
        }
        heard.lines.push_back(*std::move(line));
    }
    return std::nullopt;
}

std::string answer_with(std::string_view status, std::string_view headers, std::string_view body) {
    return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

// Gives one answer after the other, whoever asks, and keeps what it heard.
class Scripted {
public:
    explicit Scripted(std::vector<std::string> answers)
        : answers_(std::move(answers)), server_([this](Peer& peer) { serve(peer); }) {}

    std::string url(std::string_view path = "/") const {
        return "http://" + server_.address() + std::string(path);
    }
    std::string address() const { return server_.address(); }
    std::vector<Heard> heard() const { return heard_.copy(); }
    std::size_t connections() const { return server_.connections(); }

private:
    void serve(Peer& peer) {
        while (auto one = hear(peer)) {
            const std::size_t number = heard_.with([&](std::vector<Heard>& all) {
                all.push_back(*std::move(one));
                return all.size() - 1;
            });
            if (number >= answers_.size()) {
                return;
            }
            peer.write(answers_[number]);
        }
    }

    std::vector<std::string> answers_;
    Guarded<std::vector<Heard>> heard_;
    LittleServer server_;
};

WebOptions opening(const std::string& host_port) {
    return {.private_places = PrivatePlaces({host_port}), .ca_file = {}};
}

TEST(WebClient, AsksAndHearsOverOneConnection) {
    Scripted server({answer_with("200 OK", "ETag: \"v1\"\r\nContent-Type: text/calendar\r\n", "hi"),
                     answer_with("304 Not Modified", "ETag: \"v1\"\r\n", "")});
    WebClient client(opening(server.address()));
    const auto first = client.ask({.url = server.url("/a.ics"), .login = {"anna", "s3cret", ""}});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->status, 200u);
    EXPECT_EQ(first->body, "hi");
    EXPECT_EQ(first->etag, "\"v1\"");
    EXPECT_EQ(first->content_type, "text/calendar");
    const auto second = client.fetch({.url = server.url("/a.ics"), .if_none_match = "\"v1\""});
    ASSERT_TRUE(second);
    EXPECT_EQ(second->status, 304u);
    EXPECT_EQ(server.connections(), 1u);
    const auto heard = server.heard();
    EXPECT_THAT(heard[0].lines, Contains("GET /a.ics HTTP/1.1"));
    EXPECT_THAT(heard[0].lines, Contains("Authorization: Basic YW5uYTpzM2NyZXQ="));
    EXPECT_THAT(heard[1].lines, Contains("If-None-Match: \"v1\""));
    // The login of one request is not the next one's.
    EXPECT_THAT(heard[1].lines, Not(Contains(HasSubstr("Authorization"))));
}

TEST(WebClient, SpeaksWebDav) {
    Scripted server({answer_with("207 Multi-Status", "", "<multistatus/>"),
                     answer_with("201 Created", "", ""), answer_with("204 No Content", "", "")});
    WebClient client(opening(server.address()));
    EXPECT_TRUE(client.fetch({.method = "PROPFIND",
                              .url = server.url(),
                              .login = {"", "", "token"},
                              .body = "<propfind/>",
                              .content_type = "application/xml",
                              .depth = "1"}));
    EXPECT_TRUE(client.fetch(
        {.method = "PUT", .url = server.url("/x"), .body = "x", .if_none_match = "*"}));
    EXPECT_TRUE(client.fetch({.method = "DELETE", .url = server.url("/x"), .if_match = "\"1\""}));
    const auto heard = server.heard();
    ASSERT_EQ(heard.size(), 3u);
    EXPECT_THAT(heard[0].lines, Contains("PROPFIND / HTTP/1.1"));
    EXPECT_THAT(heard[0].lines, Contains("Depth: 1"));
    EXPECT_THAT(heard[0].lines, Contains("Authorization: Bearer token"));
    EXPECT_EQ(heard[0].body, "<propfind/>");
    EXPECT_THAT(heard[1].lines, Contains("If-None-Match: *"));
    EXPECT_EQ(heard[1].body, "x");
    EXPECT_THAT(heard[2].lines, Contains("DELETE /x HTTP/1.1"));
    EXPECT_THAT(heard[2].lines, Contains("If-Match: \"1\""));
}

TEST(WebClient, StaysOutOfOurOwnNetwork) {
    Scripted server({answer_with("200 OK", "", "secret")});
    WebClient strict({});
    EXPECT_EQ(strict.ask({.url = server.url()}).error(), WebProblem::PrivateAddress);
    // A name that leads inside, as an answer of a name server may.
    const std::string port = server.address().substr(server.address().find(':'));
    EXPECT_EQ(strict.ask({.url = "http://localhost" + port + "/"}).error(),
              WebProblem::PrivateAddress);
    WebClient other(opening("127.0.0.1:1"));
    EXPECT_EQ(other.ask({.url = server.url()}).error(), WebProblem::PrivateAddress);
    EXPECT_EQ(server.connections(), 0u);
    WebClient named(opening("localhost" + port));
    EXPECT_EQ(named.ask({.url = "http://localhost" + port + "/"})->body, "secret");
}

TEST(WebClient, FollowsRedirectsOnTheSameServerAlone) {
    Scripted inside({answer_with("200 OK", "", "secret")});
    Scripted server({answer_with("301 Moved", "Location: /new/\r\n", ""),
                     answer_with("200 OK", "", "found"),
                     answer_with("302 Found", "Location: " + inside.url() + "\r\n", ""),
                     answer_with("302 Found", "Location: /1\r\n", ""),
                     answer_with("302 Found", "Location: /2\r\n", ""),
                     answer_with("302 Found", "Location: /3\r\n", ""),
                     answer_with("302 Found", "Location: /4\r\n", "")});
    WebClient client(
        {.private_places = PrivatePlaces({server.address(), inside.address()}), .ca_file = {}});
    const auto found =
        client.ask({.method = "PROPFIND", .url = server.url("/old/"), .login = {"u", "p", ""}});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->body, "found");
    EXPECT_EQ(found->url, server.url("/new/"));
    EXPECT_THAT(server.heard()[1].lines, Contains("PROPFIND /new/ HTTP/1.1"));
    EXPECT_EQ(client.ask({.url = server.url()}).error(), WebProblem::Moved);
    EXPECT_EQ(inside.connections(), 0u);
    EXPECT_EQ(client.ask({.url = server.url()}).error(), WebProblem::Moved);
    EXPECT_EQ(server.heard().size(), 7u);
}

TEST(WebClient, TakesNoMoreThanItsLimits) {
    const std::string much(2'000, 'x');
    Scripted server(
        {answer_with("200 OK", "", much),
         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n" + much + "\r\n0\r\n\r\n",
         "HTTP/1.1 200 OK\r\nX-Much: " + std::string(web_headers_max, 'x') +
             "\r\nContent-Length: 0\r\n\r\n"});
    for (int count = 0; count < 3; ++count) {
        WebClient client(opening(server.address()));
        const auto answer = client.ask({.url = server.url(), .body_max = 1'000});
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error(), WebProblem::TooLarge) << count;
    }
    WebClient client(opening(server.address()));
    EXPECT_EQ(client.ask({.url = server.url(), .login = {"", "", "a\r\nX-Injected: 1"}}).error(),
              WebProblem::BadAddress);
}

TEST(WebClient, SaysWhatWentWrong) {
    Scripted server({answer_with("401 Unauthorized", "", ""), answer_with("404 Not Found", "", ""),
                     answer_with("410 Gone", "", ""),
                     answer_with("503 Busy", "Retry-After: 7\r\n", ""),
                     "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"});
    WebClient client(opening(server.address()));
    const WebRequest request{.url = server.url(), .login = {"anna", "wrong", ""}};
    EXPECT_EQ(client.fetch(request).error(), WebProblem::WrongLogin);
    EXPECT_EQ(client.fetch(request).error(), WebProblem::NotFound);
    EXPECT_EQ(client.fetch(request).error(), WebProblem::Gone);
    const auto busy = client.ask(request);
    ASSERT_TRUE(busy);
    EXPECT_EQ(busy->status, 503u);
    EXPECT_EQ(busy->retry_after, std::chrono::seconds{7});
    LittleServer rude([](Peer& peer) {
        hear(peer);
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
    });
    WebClient third(opening(rude.address()));
    EXPECT_EQ(third.ask({.url = "http://" + rude.address() + "/"}).error(), WebProblem::Broken);
}

TEST(WebClient, WaitsNoLongerThanItMay) {
    LittleServer silent([](Peer& peer) { peer.wait_for_the_end(); });
    WebClient client(opening(silent.address()));
    const std::string url = "http://" + silent.address() + "/";
    EXPECT_EQ(client.ask({.url = url, .answer_max = std::chrono::milliseconds{50}}).error(),
              WebProblem::NoAnswer);
    auto waiting = std::async(std::launch::async, [&] { return client.ask({.url = url}); });
    client.stop();
    EXPECT_EQ(waiting.get().error(), WebProblem::Stopped);
    EXPECT_EQ(client.ask({.url = url}).error(), WebProblem::Stopped);
}

TEST(WebClient, LearnsToSayThePasswordInDigestForm) {
    const std::string challenge =
        answer_with("401 Unauthorized",
                    "WWW-Authenticate: Digest realm=\"dav\", nonce=\"n\", qop=\"auth\"\r\n", "");
    Scripted server({challenge, challenge, answer_with("200 OK", "", "in")});
    WebClient client(opening(server.address()));
    const auto answer = client.ask({.url = server.url(), .login = {"anna", "s3cret", ""}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body, "in");
    EXPECT_THAT(server.heard().back().lines,
                Contains(HasSubstr("Authorization: Digest username=\"anna\"")));
}

TEST(WebProblem, HasANameAndASentence) {
    for (unsigned number = 0; number <= static_cast<unsigned>(WebProblem::Stopped); ++number) {
        const auto problem = static_cast<WebProblem>(number);
        EXPECT_EQ(web_problem_named(name_of(problem)), problem);
        EXPECT_FALSE(sentence_about(problem).empty());
    }
    EXPECT_EQ(web_problem_named("sunshine"), std::nullopt);
    EXPECT_EQ(problem_of_status(207), std::nullopt);
    EXPECT_EQ(problem_of_status(412), WebProblem::Changed);
    EXPECT_EQ(problem_of_status(502), WebProblem::Busy);
    EXPECT_EQ(problem_of_status(418), WebProblem::Refused);
}

}  // namespace
}  // namespace standby::interchange
