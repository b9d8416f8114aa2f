// The transport against a real socket whose other end plays a mail server: a good one, a slow one,
// a rude one.
#include "interchange/network/little_server_test_support.hpp"
#include "notify/transport/transport.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace standby::notify {
namespace {

using interchange::LittleServer;
using interchange::Peer;

using namespace std::chrono_literals;

constexpr std::string_view hang_up = "hang up";
constexpr std::string_view say_nothing = "say nothing";

// A mail server that does what `reply` says, and otherwise what a good one does.
class MailServer {
public:
    // A reply without line end; empty: the usual one. The count is that of mails begun on this
    // connection, from 1.
    using ReplyTo = std::function<std::string(const std::string& command, std::size_t mail)>;

    explicit MailServer(ReplyTo reply = nullptr,
                        std::vector<std::string> abilities = {"PIPELINING", "8BITMIME"})
        : reply_(std::move(reply)),
          abilities_(std::move(abilities)),
          server_([this](Peer& peer) { serve(peer); }) {}

    std::string url() const { return "smtp://" + server_.address(); }
    std::size_t connections() const { return server_.connections(); }
    std::vector<std::string> messages() const { return messages_.copy(); }
    std::vector<std::string> commands() const { return commands_.copy(); }

private:
    std::string usual_reply(const std::string& command) const {
        if (command == "connect") {
            return "220 little server";
        }
        if (command.starts_with("EHLO")) {
            std::string reply = "250-little.example";
            for (const std::string& ability : abilities_) {
                reply += "\r\n250-" + ability;
            }
            return reply + "\r\n250 HELP";
        }
        return command == "DATA" ? "354 go on" : "250 2.0.0 Ok";
    }

    // False: the connection ends.
    bool answer(Peer& peer, const std::string& command, std::size_t mail) {
        commands_.with([&](std::vector<std::string>& all) { all.push_back(command); });
        const std::string given = reply_ ? reply_(command, mail) : "";
        if (given == hang_up) {
            return false;
        }
        if (given == say_nothing) {
            peer.wait_for_the_end();
            return false;
        }
        const std::string text = given.empty() ? usual_reply(command) : given;
        peer.write(text + "\r\n");
        if (command == "DATA" && text.starts_with("354")) {
            std::string message;
            auto line = peer.read_line();
            for (; line && *line != "."; line = peer.read_line()) {
                message += line->substr(line->starts_with('.') ? 1 : 0) + "\n";
            }
            if (!line) {
                return false;
            }
            messages_.with([&](std::vector<std::string>& all) { all.push_back(message); });
            return answer(peer, "message", mail);
        }
        return !text.starts_with("421");
    }

    void serve(Peer& peer) {
        std::size_t mail = 0;
        std::optional<std::string> command = "connect";
        while (command && answer(peer, *command, mail)) {
            command = peer.read_line();
            mail += command && command->starts_with("MAIL") ? 1 : 0;
        }
    }

    ReplyTo reply_;
    std::vector<std::string> abilities_;
    Guarded<std::vector<std::string>> messages_;
    Guarded<std::vector<std::string>> commands_;
    LittleServer server_;  // last: its threads use the others
};

TransportOptions hasty() {
    TransportOptions options;
    options.connect_timeout = 5s;
    options.transfer_timeout = 5s;
    return options;
}

SmtpTransfer mail_to(const MailServer& server,
                     std::string message = "Subject: a\r\n\r\nHello\r\n") {
    SmtpTransfer transfer;
    transfer.url = server.url();
    transfer.from = "house@example.com";
    transfer.to = "guest@example.com";
    transfer.message = std::move(message);
    return transfer;
}

std::vector<TransferResult> run(Transport& transport, std::vector<SmtpTransfer> transfers) {
    std::vector<TransferResult> results;
    for (SmtpTransfer& transfer : transfers) {
        transport.start(std::move(transfer),
                        [&](TransferResult result) { results.push_back(std::move(result)); });
    }
    while (transport.active() > 0) {
        transport.poll(10s);
    }
    return results;
}

TransferResult send(Transport& transport, SmtpTransfer transfer) {
    return run(transport, {std::move(transfer)}).at(0);
}

TransferResult send_once(const MailServer& server, TransportOptions options = hasty()) {
    Transport transport(options);
    return send(transport, mail_to(server));
}

// A server that answers one command in a special way.
MailServer::ReplyTo only(std::string to, std::string_view reply, std::size_t mail = 1) {
    return [to = std::move(to), reply = std::string(reply), mail](const std::string& command,
                                                                  std::size_t count) {
        const bool is_before_mails = count == 0;
        return command.starts_with(to) && (is_before_mails || count == mail) ? reply : "";
    };
}

TEST(SmtpTransport, HandsOverAMail) {
    const MailServer server(only("message", "250 2.0.0 Ok: queued as 4711"));
    const TransferResult result = send_once(server);
    EXPECT_EQ(result.status, 250);
    EXPECT_EQ(result.text, "250 2.0.0 Ok: queued as 4711");
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(server.messages(), std::vector<std::string>{"Subject: a\n\nHello\n"});
}

TEST(SmtpTransport, KeepsDotsAtTheBeginningOfLines) {
    const MailServer server;
    Transport transport(hasty());
    EXPECT_EQ(send(transport, mail_to(server, "A: b\r\n\r\n.\r\n..two\r\n.end")).status, 250);
    EXPECT_EQ(server.messages(), std::vector<std::string>{"A: b\n\n.\n..two\n.end\n"});
}

TEST(SmtpTransport, HandsOverALargeMail) {
    const MailServer server;
    Transport transport(hasty());
    std::string message = "A: b\r\n\r\n";
    for (int line = 0; line < 100'000; ++line) {
        message += "a line of a mail that has very many of them\r\n";
    }
    EXPECT_EQ(send(transport, mail_to(server, message)).status, 250);
    EXPECT_EQ(server.messages().at(0).size(), message.size() - 100'002);
}

TEST(SmtpTransport, UsesOneConnectionForOneMailAfterTheOther) {
    for (const std::vector<std::string>& abilities :
         {std::vector<std::string>{"PIPELINING"}, std::vector<std::string>{}}) {
        const MailServer server(nullptr, abilities);
        Transport transport(hasty());
        for (int round = 0; round < 100; ++round) {
            EXPECT_EQ(send(transport, mail_to(server)).status, 250);
        }
        EXPECT_EQ(server.connections(), 1U);
        EXPECT_EQ(server.messages().size(), 100U);
    }
}

TEST(SmtpTransport, OpensNoMoreConnectionsThanAllowedForManyAtOnce) {
    const MailServer server;
    TransportOptions options = hasty();
    options.connections_per_host = 4;
    Transport transport(options);
    const auto results = run(transport, std::vector<SmtpTransfer>(300, mail_to(server)));
    EXPECT_EQ(std::ranges::count(results, 250, &TransferResult::status), 300);
    EXPECT_LE(server.connections(), 4U);
    EXPECT_EQ(server.messages().size(), 300U);
}

TEST(SmtpTransport, ReportsTheReplyThatRefused) {
    const auto reply_at = [](std::string_view command, std::string_view reply) {
        return send_once(MailServer(only(std::string(command), reply)));
    };
    EXPECT_EQ(reply_at("RCPT", "450 4.2.0 Greylisted").text, "450 4.2.0 Greylisted");
    EXPECT_EQ(reply_at("RCPT", "550-5.1.1 No\r\n550 5.1.1 user").text, "550 5.1.1 No 5.1.1 user");
    EXPECT_EQ(reply_at("MAIL", "553 5.1.8 Who are you").status, 553);
    EXPECT_EQ(reply_at("DATA", "554 5.5.1 No").status, 554);
    EXPECT_EQ(reply_at("message", "552 5.3.4 Too big").status, 552);
    EXPECT_EQ(reply_at("message", "451 4.3.0 Try again").status, 451);
    EXPECT_EQ(reply_at("connect", "421 4.3.2 Too busy").status, 421);
    EXPECT_EQ(reply_at("connect", "554 No service").text, "554 No service");
    EXPECT_EQ(reply_at("MAIL", "421 4.7.0 Slow down").status, 421);
}

TEST(SmtpTransport, GoesOnWithTheNextMailAfterARefusal) {
    for (const std::vector<std::string>& abilities :
         {std::vector<std::string>{"PIPELINING"}, std::vector<std::string>{}}) {
        const MailServer server(only("RCPT", "550 5.1.1 No such user", 2), abilities);
        Transport transport(hasty());
        EXPECT_EQ(send(transport, mail_to(server)).status, 250);
        EXPECT_EQ(send(transport, mail_to(server)).status, 550);
        EXPECT_EQ(send(transport, mail_to(server)).status, 250);
        EXPECT_EQ(server.connections(), 1U);
        EXPECT_EQ(std::ranges::count(server.commands(), "RSET"), 1);
    }
}

TEST(SmtpTransport, SaysSoWhenTheConnectionDropsMidWay) {
    for (const std::string command : {"connect", "EHLO", "MAIL", "RCPT", "DATA", "message"}) {
        const TransferResult result = send_once(MailServer(only(command, hang_up)));
        EXPECT_EQ(result.status, 0) << command;
        EXPECT_NE(result.error, "") << command;
    }
}

TEST(SmtpTransport, GivesUpOnAServerThatSaysNothing) {
    TransportOptions options = hasty();
    options.transfer_timeout = 200ms;
    for (const std::string command : {"connect", "EHLO", "MAIL", "DATA", "message"}) {
        const TransferResult result = send_once(MailServer(only(command, say_nothing)), options);
        EXPECT_EQ(result.status, 0) << command;
        EXPECT_EQ(result.error, "no answer in time") << command;
    }
}

TEST(SmtpTransport, ASlowServerHoldsUpNobodyElse) {
    const MailServer slow(only("message", say_nothing));
    const MailServer quick;
    Transport transport(hasty());
    std::size_t slow_ended = 0;
    std::size_t quick_ended = 0;
    for (int count = 0; count < 20; ++count) {
        transport.start(mail_to(slow), [&](const TransferResult&) { ++slow_ended; });
    }
    for (int count = 0; count < 20; ++count) {
        transport.start(mail_to(quick), [&](const TransferResult&) { ++quick_ended; });
    }
    while (quick_ended < 20) {
        transport.poll(10s);
    }
    EXPECT_EQ(slow_ended, 0U);
}

TEST(SmtpTransport, TakesNonsenseForNoAnswer) {
    for (const std::string_view nonsense :
         {"hello", "HTTP/1.1 400 Bad Request", "250_x", "999 x"}) {
        for (const std::string command : {"MAIL", "DATA", "message"}) {
            const MailServer server(only(command, nonsense));
            const TransferResult result = send_once(server);
            EXPECT_EQ(result.status, 0) << command << nonsense;
            EXPECT_NE(result.error, "") << command << nonsense;
        }
    }
    EXPECT_EQ(send_once(MailServer(only("DATA", "250 of course"))).status, 0);
}

TEST(SmtpTransport, TakesANewConnectionWhenAKeptOneIsGone) {
    for (const std::string_view reply : {hang_up, std::string_view("421 4.4.2 Enough for now")}) {
        const MailServer server(only("MAIL", reply, 3));
        Transport transport(hasty());
        for (int round = 0; round < 5; ++round) {
            const TransferResult result = send(transport, mail_to(server));
            EXPECT_EQ(result.status, 250) << result.error;
        }
        EXPECT_EQ(server.messages().size(), 5U);
        EXPECT_EQ(server.connections(), 3U);
    }
}

TEST(SmtpTransport, NeverSendsAMessageTwiceByItself) {
    const MailServer server(only("message", hang_up, 2));
    Transport transport(hasty());
    EXPECT_EQ(send(transport, mail_to(server)).status, 250);
    const TransferResult result = send(transport, mail_to(server));
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "the server closed the connection");
    EXPECT_EQ(std::ranges::count(server.commands(), "message"), 2);
}

// Asks for the login and accepts any.
std::string welcome(const std::string& command, std::size_t mail) {
    if (command.starts_with("AUTH")) {
        return "334 ";
    }
    const bool is_login = mail == 0 && command != "connect" && !command.starts_with("EHLO");
    return is_login ? "235 2.7.0 Welcome" : "";
}

TEST(SmtpTransport, LogsInOncePerConnection) {
    const MailServer server(welcome, {"PIPELINING", "AUTH PLAIN"});
    Transport transport(hasty());
    SmtpTransfer transfer = mail_to(server);
    transfer.user = "house";
    transfer.password = "secret";
    EXPECT_EQ(send(transport, transfer).status, 250);
    EXPECT_EQ(send(transport, transfer).status, 250);
    const auto commands = server.commands();
    // "\0house\0secret"
    EXPECT_EQ(std::ranges::count(commands, "AGhvdXNlAHNlY3JldA=="), 1);
    EXPECT_EQ(server.connections(), 1U);
}

TEST(SmtpTransport, ReportsARefusedLogin) {
    const MailServer server(only("AUTH", "535 5.7.8 Wrong"), {"AUTH PLAIN"});
    Transport transport(hasty());
    SmtpTransfer transfer = mail_to(server);
    transfer.user = "house";
    transfer.password = "secret";
    const TransferResult result = send(transport, transfer);
    EXPECT_EQ(result.status, 535);
    EXPECT_EQ(result.text, "535 5.7.8 Wrong");
    EXPECT_EQ(std::ranges::count(server.commands(), "DATA"), 0);
}

TEST(SmtpTransport, GivesNoPasswordAwayWhereEncryptionIsRequiredAndNotOffered) {
    const MailServer server(nullptr, {"AUTH PLAIN"});
    Transport transport(hasty());
    SmtpTransfer transfer = mail_to(server);
    transfer.user = "house";
    transfer.password = "secret";
    transfer.requires_tls = true;
    const TransferResult result = send(transport, transfer);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "the server offers no encryption, which is required");
    for (const std::string& command : server.commands()) {
        EXPECT_FALSE(command.starts_with("AUTH") || command.starts_with("MAIL")) << command;
    }
}

TEST(SmtpTransport, SharesAConnectionOnlyUnderTheSameLogin) {
    const MailServer server(welcome, {"AUTH PLAIN"});
    TransportOptions options = hasty();
    options.connections_per_host = 1;
    Transport transport(options);
    for (const std::string user : {"one", "two", "one"}) {
        SmtpTransfer transfer = mail_to(server);
        transfer.user = user;
        transfer.password = "secret";
        EXPECT_EQ(send(transport, transfer).status, 250);
    }
    EXPECT_EQ(server.connections(), 3U);
}

TEST(SmtpTransport, NeverLetsAnAddressBecomeACommand) {
    const MailServer server;
    Transport transport(hasty());
    SmtpTransfer transfer = mail_to(server);
    transfer.to = "a@example.com>\r\nRCPT TO:<b@example.com";
    const TransferResult result = send(transport, transfer);
    EXPECT_EQ(result.status, 553);
    EXPECT_EQ(server.connections(), 0U);
}

TEST(SmtpTransport, RefusesAddressesOutsideAsciiWhereTheServerDoes) {
    const MailServer server;
    Transport transport(hasty());
    SmtpTransfer transfer = mail_to(server);
    transfer.to = "j\xc3\xb6rg@example.com";
    EXPECT_EQ(send(transport, transfer).status, 553);
    EXPECT_EQ(send(transport, mail_to(server)).status, 250);
    EXPECT_EQ(server.connections(), 1U);
}

TEST(SmtpTransport, ForgetsWhatIsUnderWayWhenItIsDestroyed) {
    const MailServer server(only("RCPT", say_nothing));
    bool was_called = false;
    {
        Transport transport(hasty());
        for (int count = 0; count < 20; ++count) {
            transport.start(mail_to(server), [&](const TransferResult&) { was_called = true; });
        }
        while (server.commands().size() < 3) {
            transport.poll(10ms);
        }
    }
    EXPECT_FALSE(was_called);
}

}  // namespace
}  // namespace standby::notify
