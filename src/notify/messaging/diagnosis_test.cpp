// From what servers and services say to what is wrong with the settings.
#include "notify/messaging/diagnosis.hpp"

#include "notify/mail/smtp_provider.hpp"
#include "notify/sms/sns_provider.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/whatsapp/meta_provider.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::TestResult;

TestResult of_mail(std::uint16_t status, std::string text, std::string error = {}) {
    return diagnose(Channel::Mail, judge_smtp_reply({.status = status,
                                                     .text = std::move(text),
                                                     .error = std::move(error),
                                                     .retry_after = {}}));
}

TEST(Diagnosis, TellsWhatAMailServerDidNotLike) {
    EXPECT_EQ(of_mail(250, "250 2.0.0 Ok: queued as 4F2"), TestResult::Sent);
    EXPECT_EQ(of_mail(535, "535 5.7.8 Authentication credentials invalid"), TestResult::WrongLogin);
    EXPECT_EQ(of_mail(534, "534 5.7.9 Application-specific password required"),
              TestResult::WrongLogin);
    EXPECT_EQ(of_mail(530, "530 5.7.0 Must issue a STARTTLS command first"),
              TestResult::NoEncryption);
    EXPECT_EQ(of_mail(550, "550 5.1.1 No such user"), TestResult::RecipientRefused);
    EXPECT_EQ(of_mail(553, "553 5.7.1 Sender address rejected: not owned"),
              TestResult::SenderRefused);
    EXPECT_EQ(of_mail(451, "451 4.7.1 Greylisted"), TestResult::Busy);
}

TEST(Diagnosis, TellsWhatMetaDidNotLike) {
    const auto of_meta = [](int code) {
        const OutgoingMessage message{
            .id = "test_1", .form = FilledTemplate{.name = "standby_news", .language = "de"}};
        return diagnose(Channel::WhatsApp,
                        judge_meta_reply({.status = 400,
                                          .text = R"({"error":{"message":"No","code":)" +
                                                  std::to_string(code) + "}}",
                                          .error = {},
                                          .retry_after = {}},
                                         message));
    };
    EXPECT_EQ(of_meta(190), TestResult::WrongLogin);
    EXPECT_EQ(of_meta(132001), TestResult::TemplateRefused);
    EXPECT_EQ(of_meta(100), TestResult::SenderRefused);
    EXPECT_EQ(of_meta(131026), TestResult::RecipientRefused);
    EXPECT_EQ(of_meta(130429), TestResult::Busy);
    EXPECT_EQ(of_meta(131042), TestResult::Failed) << "what Meta said says it";
}

TEST(Diagnosis, TellsWhatIsWrongOnTheWayThere) {
    const std::pair<const char*, TestResult> cases[] = {
        {"the host's name could not be resolved", TestResult::HostNotFound},
        {"no connection could be made", TestResult::NoConnection},
        {"no answer in time", TestResult::NoAnswer},
        {"the address belongs to a private network", TestResult::PrivateAddress},
        {"the server's certificate is not trusted", TestResult::BadCertificate},
        {"the encrypted connection could not be set up", TestResult::NoEncryption},
        {"the server offers no encryption, which is required", TestResult::NoEncryption},
        {"the server did not accept the user and the password", TestResult::WrongLogin},
        {"the server's answer makes no sense", TestResult::NotAServer},
        {"the server closed the connection without an answer", TestResult::NotAServer},
        {"out of memory", TestResult::Failed},
    };
    for (const auto& [error, expected] : cases) {
        EXPECT_EQ(of_mail(0, "", error), expected) << error;
    }
}

TEST(Diagnosis, TellsWhatAnSmsServiceDidNotLike) {
    const auto twilio = [](std::uint16_t status, std::string body, std::string error = {}) {
        return diagnose(Channel::Sms, judge_twilio_reply({.status = status,
                                                          .text = std::move(body),
                                                          .error = std::move(error),
                                                          .retry_after = {}}));
    };
    EXPECT_EQ(twilio(201, R"({"sid":"SM1"})"), TestResult::Sent);
    EXPECT_EQ(twilio(401, R"({"code":20003,"message":"Authenticate"})"), TestResult::WrongLogin);
    EXPECT_EQ(twilio(400, R"({"code":21211,"message":"Invalid 'To'"})"),
              TestResult::RecipientRefused);
    EXPECT_EQ(twilio(400, R"({"code":21606,"message":"not yours"})"), TestResult::SenderRefused);
    EXPECT_EQ(twilio(400, R"({"code":21610,"message":"unsubscribed"})"), TestResult::OptedOut);
    EXPECT_EQ(twilio(404, "<html>"), TestResult::NotAServer);
    EXPECT_EQ(twilio(0, "", "the host's name could not be resolved"), TestResult::HostNotFound);
    const auto sns = [](std::uint16_t status, std::string body) {
        return diagnose(
            Channel::Sms,
            judge_sns_reply(
                {.status = status, .text = std::move(body), .error = {}, .retry_after = {}}));
    };
    EXPECT_EQ(sns(403, "<Code>SignatureDoesNotMatch</Code><Message>no</Message>"),
              TestResult::WrongLogin);
    EXPECT_EQ(sns(403, "<Code>InvalidClientTokenId</Code><Message>no</Message>"),
              TestResult::WrongLogin);
}

}  // namespace
}  // namespace standby::notify
