// What the settings make of a channel, and what people are told when a provider says no.
#include "app/commands/channels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace standby::app {
namespace {

using engine::Channel;
using notify::SendOutcome;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Channels, AreSetUpFromTheSettingsAndNameNoSecret) {
    ServeOptions options;
    options.mail_url = "smtp://waitlist:s3cret@mail.example.com:2525";
    options.mail_from = "waitlist@example.com";
    options.sms_url = "twilio://AC123:t0ken@";
    options.sms_from = {"+15005550006", "+15005550007"};
    const auto mail = set_up_channel(options, Channel::Mail);
    ASSERT_TRUE(mail && *mail);
    EXPECT_EQ((*mail)->url, "smtp://mail.example.com:2525");
    EXPECT_EQ((*mail)->from, "waitlist@example.com");
    const auto sms = set_up_channel(options, Channel::Sms);
    ASSERT_TRUE(sms && *sms);
    EXPECT_EQ((*sms)->url, "https://api.twilio.com");
    EXPECT_EQ((*sms)->from, "+15005550006");
}

TEST(Channels, AreLeftOutWhereNothingIsSaid) {
    const auto mail = set_up_channel({}, Channel::Mail);
    ASSERT_TRUE(mail);
    EXPECT_FALSE(*mail);
    const auto sms = set_up_channel({}, Channel::Sms);
    ASSERT_TRUE(sms);
    EXPECT_FALSE(*sms);
}

TEST(Channels, AreNotHeldUpByTheSettingsOfTheOther) {
    ServeOptions options;
    options.mail_url = "smtp://waitlist:s3cret@";
    options.sms_url = "twilio://AC123:t0ken@";
    options.sms_from = {"+15005550006"};
    const auto mail = set_up_channel(options, Channel::Mail);
    ASSERT_FALSE(mail);
    EXPECT_THAT(mail.error(), AllOf(HasSubstr("--mail-url"), Not(HasSubstr("s3cret"))));
    EXPECT_TRUE(set_up_channel(options, Channel::Sms));
    options.mail_url = "smtp://mail.example.com";
    const auto without_sender = set_up_channel(options, Channel::Mail);
    ASSERT_FALSE(without_sender);
    EXPECT_THAT(without_sender.error(), HasSubstr("--mail-from"));
}

TEST(Channels, AdviseByWhatTheProviderSaid) {
    const auto advice = [](Channel channel, SendOutcome outcome, std::string note) {
        return advice_on(channel, {.outcome = outcome, .note = std::move(note)});
    };
    using enum SendOutcome;
    const Channel mail = Channel::Mail;
    const Channel sms = Channel::Sms;
    EXPECT_EQ(advice(mail, Sent, "250 2.0.0 Ok"), "");
    EXPECT_THAT(advice(mail, Unavailable, "535 5.7.8 Authentication failed"),
                HasSubstr("password in --mail-url is wrong"));
    EXPECT_THAT(advice(mail, Unavailable, "530 5.7.0 Must issue a STARTTLS command first"),
                HasSubstr("smtps://"));
    EXPECT_THAT(advice(mail, Unavailable, "the server offers no encryption, which is required"),
                HasSubstr("tls=optional"));
    EXPECT_THAT(advice(mail, Unavailable, "the server's certificate is not trusted"),
                HasSubstr("certificate"));
    EXPECT_THAT(advice(mail, Unavailable, "no connection could be made"), HasSubstr("port"));
    EXPECT_THAT(advice(mail, Refused, "553 5.7.1 Sender not owned"), HasSubstr("--mail-from"));
    EXPECT_THAT(advice(mail, Later, "451 4.7.1 Greylisted"), HasSubstr("again"));
    EXPECT_THAT(advice(mail, Bounced, "550 5.1.1 No such user"), HasSubstr("spelling"));
    EXPECT_THAT(advice(sms, Unavailable, "20003: Authenticate"), HasSubstr("token"));
    EXPECT_THAT(advice(sms, Unavailable, "SignatureDoesNotMatch: no"),
                HasSubstr("AWS_SECRET_ACCESS_KEY"));
    EXPECT_THAT(advice(sms, Unavailable, "no connection could be made"), HasSubstr("host"));
    EXPECT_THAT(advice(sms, Refused, "21606: not a number of yours"), HasSubstr("--sms-from"));
    EXPECT_THAT(advice(sms, Blocked, "21610: unsubscribed"), HasSubstr("START"));
}

}  // namespace
}  // namespace standby::app
