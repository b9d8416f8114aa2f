// What is said to a mail server, and what comes of its answers: a server that a script plays.
#include "intake/mail/imap_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>

namespace standby::intake {
namespace {

using interchange::WebProblem;
using testing::ElementsAre;
using testing::HasSubstr;

// Answers each line that it is sent with the next text; "TAG" in it is the line's tag.
class Script final : public ImapWire {
public:
    explicit Script(std::string greeting, std::deque<std::string> answers)
        : pending_(std::move(greeting)), answers_(std::move(answers)) {}

    Result<void, WebProblem> send(std::string_view bytes) override {
        said.emplace_back(bytes);
        if (answers_.empty()) {
            return {};
        }
        std::string answer = std::move(answers_.front());
        answers_.pop_front();
        const std::string tag(bytes.substr(0, bytes.find(' ')));
        for (std::size_t at = answer.find("TAG"); at != std::string::npos;
             at = answer.find("TAG")) {
            answer.replace(at, 3, tag);
        }
        pending_ += answer;
        return {};
    }
    Result<std::string, WebProblem> receive(Duration) override {
        if (pending_.empty()) {
            return std::unexpected(WebProblem::Broken);
        }
        return std::exchange(pending_, {});
    }
    Result<void, WebProblem> secure() override {
        ++secured;
        return {};
    }

    std::vector<std::string> said;
    int secured = 0;

private:
    std::string pending_;
    std::deque<std::string> answers_;
};

constexpr std::string_view greeting = "* OK ready\r\n";
constexpr std::string_view all = "* CAPABILITY IMAP4rev1 IDLE AUTH=PLAIN SASL-IR\r\nTAG OK\r\n";

TEST(ImapSession, SignsInAndReadsNewMails) {
    Script wire(std::string(greeting),
                {std::string(all), "TAG OK\r\n", std::string(all),
                 "* 2 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 12]\r\nTAG OK\r\n",
                 "* SEARCH 9 11\r\nTAG OK\r\n",
                 "* 2 FETCH (UID 11 RFC822.SIZE 5 INTERNALDATE \" 4-Mar-2026 10:00:00 +0000\")\r\n"
                 "TAG OK\r\n",
                 "* 2 FETCH (UID 11 BODY[] {5}\r\nhello)\r\nTAG OK\r\n"});
    ImapSession session(wire, 1000);
    ASSERT_TRUE(session.open(ImapSecurity::Tls, {.user = "noor", .secret = "secret"}));
    EXPECT_EQ(wire.secured, 1);
    EXPECT_TRUE(session.can_idle());
    const auto folder = session.select("INBOX");
    ASSERT_TRUE(folder);
    EXPECT_EQ(folder->uid_validity, 7U);
    EXPECT_EQ(folder->uid_next, 12U);
    // The server names the last one although it is no new one.
    EXPECT_THAT(session.search_from(10).value(), ElementsAre(11));
    const auto mail = session.fetch(11);
    ASSERT_TRUE(mail && *mail);
    EXPECT_EQ((*mail)->bytes, "hello");
    EXPECT_TRUE((*mail)->arrived);
    EXPECT_THAT(wire.said.back(), HasSubstr("BODY.PEEK[]"));
}

TEST(ImapSession, FetchesOnlyTheHeaderOfWhatIsTooLarge) {
    Script wire(std::string(greeting), {"* 1 FETCH (UID 4 RFC822.SIZE 9999)\r\nTAG OK\r\n",
                                        "* 1 FETCH (UID 4 BODY[HEADER] {12}\r\nSubject: a\r\n)\r\n"
                                        "TAG OK\r\n"});
    ImapSession session(wire, 1000);
    const auto mail = session.fetch(4);
    ASSERT_TRUE(mail && *mail);
    EXPECT_EQ((*mail)->size, 9999U);
    EXPECT_THAT(wire.said.back(), HasSubstr("BODY.PEEK[HEADER]"));
}

// Whoever sits between could have said it.
TEST(ImapSession, BelievesNothingThatWasSaidBeforeTheConnectionWasSecured) {
    Script wire(std::string(greeting),
                {"TAG OK go on\r\n* CAPABILITY AUTH=PLAIN SASL-IR\r\ns2 OK\r\n",
                 "* CAPABILITY IMAP4rev1 LOGINDISABLED\r\nTAG OK\r\n"});
    ImapSession session(wire, 1000);
    const auto opened = session.open(ImapSecurity::StartTls, {.user = "noor", .secret = "secret"});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error(), WebProblem::NotSupported);
    for (const std::string& line : wire.said) {
        EXPECT_THAT(line, testing::Not(HasSubstr("AUTHENTICATE")));
    }
}

TEST(ImapSession, SaysWhyItIsNotLetIn) {
    for (const auto& [answer, problem] :
         {std::pair{"TAG NO [AUTHENTICATIONFAILED] no\r\n", WebProblem::WrongLogin},
          std::pair{"TAG NO [UNAVAILABLE] later\r\n", WebProblem::Busy},
          std::pair{"* BYE gone\r\n", WebProblem::Busy}}) {
        Script wire(std::string(greeting), {std::string(all), answer});
        ImapSession session(wire, 1000);
        EXPECT_EQ(session.open(ImapSecurity::Tls, {.user = "noor", .secret = "x"}).error(),
                  problem);
    }
    Script microsoft(std::string(greeting),
                     {"* CAPABILITY LOGINDISABLED AUTH=XOAUTH2\r\nTAG OK\r\n"});
    ImapSession session(microsoft, 1000);
    EXPECT_EQ(session.open(ImapSecurity::Tls, {.user = "noor", .secret = "x"}).error(),
              WebProblem::NotSupported);
    Script other("SSH-2.0-OpenSSH\r\n", {});
    ImapSession strange(other, 1000);
    EXPECT_EQ(strange.open(ImapSecurity::None, {}).error(), WebProblem::NotUnderstood);
}

TEST(ImapSession, WaitsUntilSomethingComes) {
    Script wire(std::string(greeting), {"+ idling\r\n* 3 EXISTS\r\n", "s1 OK\r\n"});
    ImapSession session(wire, 1000);
    EXPECT_TRUE(session.idle(std::chrono::seconds{60}).value());
    EXPECT_EQ(wire.said.back(), "DONE\r\n");
}

// A server says once that a mail has come: beside whatever it answers just then.
TEST(ImapSession, DoesNotWaitForWhatHasComeSinceTheSearch) {
    Script wire(std::string(greeting), {"* SEARCH 4\r\nTAG OK\r\n", "* 5 EXISTS\r\nTAG OK\r\n"});
    ImapSession session(wire, 1000);
    ASSERT_TRUE(session.search_from(1));
    ASSERT_TRUE(session.mark_seen(4));
    EXPECT_TRUE(session.idle(std::chrono::seconds{60}).value());
    EXPECT_THAT(wire.said.back(), HasSubstr("STORE"));
}

}  // namespace
}  // namespace standby::intake
