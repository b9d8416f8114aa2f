// Tests of what the answers of mail servers mean, and of what is kept of them.
#include "base/utf8.hpp"
#include "notify/mail/smtp_provider.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace standby::notify {
namespace {

using enum SendOutcome;

struct Case {
    std::uint16_t status;
    std::string text;
    SendOutcome outcome;
    bool address_is_dead = false;
};

TEST(SmtpJudgement, FollowsTheCodes) {
    const Case table[] = {
        {250, "250 2.0.0 Ok: queued as 4F6B2A", Sent},
        {250, "", Sent},
        {252, "252 will try", Sent},
        {421, "421 4.7.0 Too many connections", Unavailable},
        {454, "454 4.7.0 TLS not available", Unavailable},
        {530, "530 5.7.0 Must issue a STARTTLS command first", Unavailable},
        {534, "534 5.7.9 Application-specific password required", Unavailable},
        {535, "535 5.7.8 Username and Password not accepted", Unavailable},
        {450, "450 4.2.0 Greylisted", Later},
        {451, "451 4.3.0 Try again later", Later},
        {452, "452 4.2.2 Mailbox full", Later},
        {450, "450 5.1.1 a code that contradicts itself", Later},
        {500, "500 5.5.2 Syntax error", Refused},
        {550, "550 5.1.1 No such user", Bounced, true},
        {550, "550 5.1.2 Bad domain", Bounced, true},
        {550, "550 5.1.3 Bad address", Bounced, true},
        {556, "556 5.1.10 Domain takes no mail", Bounced, true},
        {550, "550-5.1.1 The account does not exist.\r\n550 5.1.1 Try again.", Bounced, true},
        {550, "5.1.1 No such user", Bounced, true},
        {550, "550 5.1.6 Mailbox has moved", Bounced},
        {550, "550 No such user here", Bounced},
        {550, "550 5.1.1.1 is an address of ours", Bounced},
        {551, "551 User not local", Bounced},
        {553, "553 Mailbox name not allowed", Bounced},
        {550, "550 5.2.1 Mailbox disabled", Bounced},
        {552, "552 5.2.2 Mailbox full", Bounced},
        {554, "554 5.1.1 Unknown", Bounced, true},
        {550, "550 5.1.7 Bad sender address", Refused},
        {553, "553 5.1.8 Sender's domain does not exist", Refused},
        {550, "550 5.7.26 Unauthenticated mail is not accepted", Refused},
        {554, "554 5.7.1 Relay access denied", Refused},
        {554, "554 Transaction failed", Refused},
        {552, "552 5.3.4 Message too big", Refused},
        {554, "554 4.1.1 a code that contradicts itself", Refused},
        {354, "354 Go ahead", Unavailable},
        {1, "1", Unavailable},
        {999, "999 nonsense", Unavailable},
        {0, "", Unavailable},
    };
    for (const Case& one : table) {
        const SendResult result = judge_smtp_reply({.status = one.status, .text = one.text});
        EXPECT_EQ(result.outcome, one.outcome) << one.status << " " << one.text;
        EXPECT_EQ(result.address_is_dead, one.address_is_dead) << one.text;
    }
}

TEST(SmtpJudgement, DoesNotTakeAnEarlierReplyForTheLast) {
    const SendResult result =
        judge_smtp_reply({.status = 250, .text = "250 Ok", .error = "The connection was lost."});
    EXPECT_EQ(result.outcome, Unavailable);
    EXPECT_EQ(result.note, "250 Ok The connection was lost.");
}

TEST(SmtpJudgement, KeepsTheServersNameForTheMail) {
    const auto id = [](const std::string& text) {
        return judge_smtp_reply({.status = 250, .text = text}).provider_id;
    };
    EXPECT_EQ(id("250 2.0.0 Ok: queued as 4F6B2A"), "4F6B2A");
    EXPECT_EQ(id("250 Ok"), "");
    EXPECT_EQ(id("250 queued as "), "");
    EXPECT_EQ(id("250 queued as " + std::string(1000, 'a')), "");
}

TEST(SmtpJudgement, KeepsWhatWasSaidInOneLineWithoutAddressesAndTokens) {
    const auto note = [](std::uint16_t status, const std::string& text) {
        return judge_smtp_reply({.status = status, .text = text}, "Ada.L@guest.example").note;
    };
    EXPECT_EQ(note(550, "550 5.1.1 <ada.l@guest.example>: Recipient address rejected"),
              "550 5.1.1 Recipient address rejected");
    EXPECT_EQ(note(550, "550-5.1.1 The account\r\n550-5.1.1 does not exist, see\r\n550 5.1.1 "
                        "https://support.example/mail/?p=NoSuchUser a1-b2 - gsmtp"),
              "550 5.1.1 The account does not exist, see a1-b2 - gsmtp");
    EXPECT_EQ(note(550, "ADA.L... User unknown"), "550 *... User unknown");
    EXPECT_EQ(note(550, "Nevada.lima unknown"), "550 Nevada.lima unknown");
    EXPECT_EQ(note(451, "4.0.0 a\tb\x01 c\xff"), "451 4.0.0 a b c\ufffd");
    EXPECT_EQ(note(250, ""), "250");
    std::string words;
    for (int count = 0; count < 100; ++count) {
        words += "\u00e9t\u00e9 ";
    }
    EXPECT_LE(note(554, words).size(), 200U);
    EXPECT_TRUE(is_utf8(note(554, words)));
}

TEST(SmtpJudgement, SaysWhyThereWasNoReply) {
    const SendResult result = judge_smtp_reply(
        {.error = "Could not connect to server", .retry_after = std::chrono::seconds{30}});
    EXPECT_EQ(result.outcome, Unavailable);
    EXPECT_EQ(result.note, "Could not connect to server");
    EXPECT_EQ(result.retry_after, std::chrono::seconds{30});
}

RC_GTEST_PROP(SmtpJudgement, BearsAnyReply, (std::uint16_t status, const std::string& text)) {
    const SendResult result =
        judge_smtp_reply({.status = status, .text = text + " ada@guest.example " + text}, "ada@x");
    RC_ASSERT(result.note.size() <= 200U);
    RC_ASSERT(is_utf8(result.note));
    RC_ASSERT(!result.note.contains('@') && !result.note.contains('\n'));
    RC_ASSERT(result.outcome != Blocked);
    RC_ASSERT(!result.address_is_dead || result.outcome == Bounced);
}

}  // namespace
}  // namespace standby::notify
