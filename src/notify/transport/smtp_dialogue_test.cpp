// The dialogue of one mail, without a network.
#include "notify/transport/smtp_dialogue.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

constexpr SmtpAbilities plain{};
constexpr SmtpAbilities pipelined{.pipelining = true};

SmtpTransfer mail() {
    SmtpTransfer transfer;
    transfer.from = "house@example.com";
    transfer.to = "guest@example.com";
    transfer.message = "Subject: a\r\n\r\nHello\r\n";
    return transfer;
}

SmtpReply reply(std::uint16_t code, std::string text = "x") {
    return {code, {std::move(text)}};
}

std::string take(SmtpDialogue& dialogue) {
    const std::string outgoing(dialogue.outgoing());
    dialogue.mark_sent(outgoing.size());
    return outgoing;
}

TEST(SmtpDialogue, SendsOneCommandAfterTheOther) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue dialogue(transfer, plain, SmtpDialogue::Start::Fresh);
    EXPECT_EQ(take(dialogue), "MAIL FROM:<house@example.com>\r\n");
    EXPECT_TRUE(dialogue.receive(reply(250)));
    EXPECT_EQ(take(dialogue), "RCPT TO:<guest@example.com>\r\n");
    EXPECT_TRUE(dialogue.receive(reply(250)));
    EXPECT_EQ(take(dialogue), "DATA\r\n");
    EXPECT_TRUE(dialogue.is_repeatable());
    EXPECT_TRUE(dialogue.receive(reply(354)));
    EXPECT_EQ(take(dialogue), "Subject: a\r\n\r\nHello\r\n.\r\n");
    EXPECT_FALSE(dialogue.is_repeatable());
    EXPECT_FALSE(dialogue.is_over());
    EXPECT_TRUE(dialogue.receive(reply(250, "queued as 7")));
    EXPECT_TRUE(dialogue.is_over());
    EXPECT_EQ(dialogue.decision()->text(), "250 queued as 7");
    EXPECT_FALSE(dialogue.has_failed());
}

TEST(SmtpDialogue, SendsAllCommandsAtOnceWhereItMay) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue dialogue(transfer, pipelined, SmtpDialogue::Start::AfterFailure);
    EXPECT_EQ(take(dialogue),
              "RSET\r\nMAIL FROM:<house@example.com>\r\nRCPT TO:<guest@example.com>\r\nDATA\r\n");
    for (int answered = 0; answered < 3; ++answered) {
        EXPECT_TRUE(dialogue.receive(reply(250)));
        EXPECT_EQ(take(dialogue), "");
    }
    EXPECT_TRUE(dialogue.receive(reply(354)));
    EXPECT_TRUE(take(dialogue).ends_with("\r\n.\r\n"));
    EXPECT_TRUE(dialogue.receive(reply(250)));
    EXPECT_TRUE(dialogue.is_over());
}

TEST(SmtpDialogue, ReportsTheReplyThatRefusedFirst) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue dialogue(transfer, pipelined, SmtpDialogue::Start::Fresh);
    take(dialogue);
    EXPECT_TRUE(dialogue.receive(reply(250)));
    EXPECT_TRUE(dialogue.receive(reply(550, "5.1.1 No such user")));
    EXPECT_FALSE(dialogue.is_over());
    EXPECT_TRUE(dialogue.receive(reply(503, "no valid recipients")));
    EXPECT_TRUE(dialogue.is_over());
    EXPECT_TRUE(dialogue.has_failed());
    EXPECT_EQ(dialogue.decision()->text(), "550 5.1.1 No such user");
}

TEST(SmtpDialogue, SendsNoMessageAfterARefusalEvenWhenAskedForIt) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue dialogue(transfer, pipelined, SmtpDialogue::Start::Fresh);
    take(dialogue);
    EXPECT_TRUE(dialogue.receive(reply(250)));
    EXPECT_TRUE(dialogue.receive(reply(450)));
    EXPECT_TRUE(dialogue.receive(reply(354)));
    EXPECT_EQ(take(dialogue), ".\r\n");
    EXPECT_TRUE(dialogue.receive(reply(554)));
    EXPECT_TRUE(dialogue.is_over());
    EXPECT_EQ(dialogue.decision()->code, 450);
    EXPECT_TRUE(dialogue.is_repeatable());
}

TEST(SmtpDialogue, StopsAtOnceWhenTheServerHangsUp) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue dialogue(transfer, pipelined, SmtpDialogue::Start::Fresh);
    take(dialogue);
    EXPECT_TRUE(dialogue.receive(reply(421)));
    EXPECT_TRUE(dialogue.is_over());
    EXPECT_TRUE(dialogue.server_hangs_up());
    EXPECT_TRUE(dialogue.is_repeatable());
}

TEST(SmtpDialogue, NeverTakesNonsenseForAYes) {
    const SmtpTransfer transfer = mail();
    SmtpDialogue data(transfer, plain, SmtpDialogue::Start::Fresh);
    EXPECT_TRUE(data.receive(reply(250)));
    EXPECT_TRUE(data.receive(reply(250)));
    EXPECT_FALSE(data.receive(reply(250, "instead of 354")));
    SmtpDialogue sender(transfer, plain, SmtpDialogue::Start::Fresh);
    EXPECT_FALSE(sender.receive(reply(354)));
    SmtpDialogue unasked(transfer, plain, SmtpDialogue::Start::Fresh);
    EXPECT_TRUE(unasked.receive(reply(550)));
    EXPECT_FALSE(unasked.receive(reply(250)));
}

TEST(SmtpDialogue, UsesWhatTheServerOffers) {
    SmtpTransfer transfer = mail();
    transfer.message = "Subject: a\r\n\r\nGr\xc3\xbc\xc3\x9f\x65\r\n";
    transfer.to = "j\xc3\xb6rg@example.com";
    const SmtpAbilities all{.pipelining = false, .eight_bit = true, .utf8 = true, .size = true};
    EXPECT_FALSE(refuse_envelope(transfer, all));
    SmtpDialogue dialogue(transfer, all, SmtpDialogue::Start::Fresh);
    EXPECT_EQ(take(dialogue), "MAIL FROM:<house@example.com> SIZE=23 BODY=8BITMIME SMTPUTF8\r\n");
    EXPECT_EQ(refuse_envelope(transfer, plain)->status, 553);
}

TEST(SmtpDialogue, RefusesAddressesThatWouldBecomeCommands) {
    for (const std::string_view address :
         {"", "a@b\r\nRCPT TO:<c@d>", "a@b> SIZE=1", "a b@c", "<a@b", "a@b\n", "a\tb@c"}) {
        SmtpTransfer transfer = mail();
        transfer.to = address;
        ASSERT_TRUE(refuse_envelope(transfer)) << address;
        EXPECT_EQ(refuse_envelope(transfer)->status, 553);
    }
    SmtpTransfer transfer = mail();
    transfer.to = std::string(400, 'a') + "@b";
    EXPECT_TRUE(refuse_envelope(transfer));
    transfer = mail();
    transfer.from = "a@b\r\nDATA";
    EXPECT_TRUE(refuse_envelope(transfer));
    // A report about a mail has no sender.
    transfer.from = "";
    EXPECT_FALSE(refuse_envelope(transfer));
}

TEST(DotStuffed, DoublesDotsAtTheBeginningOfLines) {
    EXPECT_EQ(dot_stuffed("a\r\n.\r\n..b\r\nc.\r\n"), "a\r\n..\r\n...b\r\nc.\r\n.\r\n");
    EXPECT_EQ(dot_stuffed(".a"), "..a\r\n.\r\n");
    EXPECT_EQ(dot_stuffed(""), ".\r\n");
    EXPECT_EQ(dot_stuffed("a"), "a\r\n.\r\n");
    EXPECT_EQ(dot_stuffed("a\r\n\r\n"), "a\r\n\r\n.\r\n");
}

TEST(DotStuffed, LeavesNoHalfLineEndsBehindWhichAMailCouldBeSmuggled) {
    EXPECT_EQ(dot_stuffed("a\n.\nMAIL FROM:<b@c>\r\n"), "a\r\n..\r\nMAIL FROM:<b@c>\r\n.\r\n");
    EXPECT_EQ(dot_stuffed("a\r.\rb\n\r.\r\n"), "a\r\n..\r\nb\r\n\r\n..\r\n.\r\n");
}

}  // namespace
}  // namespace standby::notify
