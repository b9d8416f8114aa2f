// Tests of the way to the server and back. What a real one answers is tested with one.
#include "notify/mail/smtp_provider.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace standby::notify {
namespace {

OutgoingMessage message() {
    return {.id = "msg_1",
            .to = "ada@guest.example",
            .from = "desk@salon.example",
            .content = "Subject: x\r\n\r\nx\r\n",
            .secret = {},
            .at = {}};
}

class SmtpProviderTest : public testing::Test {
protected:
    void send(const OutgoingMessage& one) {
        provider_.send(one, transport_, [this](SendResult result) {
            ++answers_;
            result_ = std::move(result);
        });
    }

    SmtpProvider provider_{{.url = "smtp://127.0.0.1:1"}};  // nobody listens there
    Transport transport_{TransportOptions{}};
    int answers_ = 0;
    std::optional<SendResult> result_;
};

TEST_F(SmtpProviderTest, AsksNobodyAboutAnAddressThatCannotBeSentTo) {
    for (const char* to : {"j\u00f6rg@", "ada@guest.example>\r\nDATA", "ada", ""}) {
        OutgoingMessage one = message();
        one.to = to;
        answers_ = 0;
        send(one);
        ASSERT_EQ(answers_, 1) << to;
        EXPECT_EQ(result_->outcome, SendOutcome::Bounced);
        EXPECT_FALSE(result_->address_is_dead);
        EXPECT_FALSE(result_->note.empty());
        EXPECT_EQ(transport_.active(), 0U);
    }
}

TEST_F(SmtpProviderTest, RefusesASenderThatIsNone) {
    OutgoingMessage one = message();
    one.from = "Salon <desk@salon.example>";
    send(one);
    ASSERT_EQ(answers_, 1);
    EXPECT_EQ(result_->outcome, SendOutcome::Refused);
    EXPECT_EQ(transport_.active(), 0U);
}

TEST_F(SmtpProviderTest, AnswersOnceFromThePollWhenTheServerIsAway) {
    send(message());
    EXPECT_EQ(answers_, 0);
    for (int round = 0; round < 1000 && answers_ == 0; ++round) {
        transport_.poll(std::chrono::milliseconds{20});
    }
    ASSERT_EQ(answers_, 1);
    EXPECT_EQ(result_->outcome, SendOutcome::Unavailable);
    EXPECT_FALSE(result_->note.empty());
    EXPECT_FALSE(result_->note.contains("ada"));
    EXPECT_EQ(transport_.active(), 0U);
}

}  // namespace
}  // namespace standby::notify
