// Bodies that set up how messages leave: good ones, and every field that can be wrong.
#include "http/api/delivery_body.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::http {
namespace {

using engine::Channel;
using engine::MailEncryption;
using engine::MailSettings;
using engine::TextService;
using engine::TextSettings;
using ::testing::ElementsAre;

std::vector<std::string> fields_of(const Problem& problem) {
    std::vector<std::string> fields;
    for (const FieldError& error : problem.errors) {
        fields.push_back(error.field);
    }
    return fields;
}

std::vector<std::string> wrong_in(Channel channel, std::string_view body) {
    const auto parsed = parse_delivery(channel, body);
    return parsed ? std::vector<std::string>{} : fields_of(parsed.error());
}

MailSettings mail_in(std::string_view body) {
    return std::get<MailSettings>(parse_delivery(Channel::Mail, body).value());
}

TEST(DeliveryBody, ReadsAMailServer) {
    EXPECT_EQ(mail_in(R"({"host":"Mail.Example.com","port":2525,"encryption":"starttls",)"
                      R"("user":"waitlist","password":" p w ","from":"Aster <a@example.com>"})"),
              (MailSettings{.host = "mail.example.com",
                            .port = 2525,
                            .encryption = MailEncryption::StartTls,
                            .user = "waitlist",
                            .password = " p w ",
                            .from = "Aster <a@example.com>"}));
    EXPECT_EQ(mail_in(R"({"host":"[2001:db8::1]","from":"a@example.com"})").host, "2001:db8::1");
}

TEST(DeliveryBody, KnowsTheUsualPorts) {
    const auto port = [](const std::string& encryption) {
        return mail_in(R"({"host":"m.example","from":"a@example.com","encryption":")" + encryption +
                       "\"}")
            .port;
    };
    EXPECT_EQ(port("tls"), 465);
    EXPECT_EQ(port("starttls"), 587);
    EXPECT_EQ(port("none"), 25);
}

TEST(DeliveryBody, NamesEveryFieldThatIsWrong) {
    EXPECT_THAT(wrong_in(Channel::Mail, "{}"), ElementsAre("host", "from"));
    for (const char* host : {"mail.example.com:25", "smtp://mail.example.com", "a b", "a@b", "..",
                             "-x", "mail.example.com/x"}) {
        const std::string body = R"({"from":"a@example.com","host":")" + std::string(host) + "\"}";
        EXPECT_THAT(wrong_in(Channel::Mail, body), ElementsAre("host")) << host;
    }
    EXPECT_THAT(wrong_in(Channel::Mail, R"({"host":"m.example","from":"nobody","port":0})"),
                ElementsAre("port", "from"));
    EXPECT_THAT(
        wrong_in(Channel::Mail, R"({"host":"m.example","from":"a@example.com","password":"x"})"),
        ElementsAre("user"));
    EXPECT_THAT(wrong_in(Channel::Mail, R"({"host":"m.example","from":"a@example.com",)"
                                        R"("user":"x","password":"a\nb"})"),
                ElementsAre("password"));
    EXPECT_THAT(
        wrong_in(Channel::Mail, R"({"host":"m.example","from":"a@example.com","pasword":"x"})"),
        ElementsAre("pasword"));
}

// Whoever is on the way reads what is not encrypted; on this machine nobody is.
TEST(DeliveryBody, SendsNoPasswordInTheClear) {
    const auto wrong = [](const std::string& host) {
        return wrong_in(Channel::Mail, R"({"from":"a@example.com","encryption":"none","user":"x",)"
                                       R"("password":"y","host":")" +
                                           host + "\"}");
    };
    EXPECT_THAT(wrong("mail.example.com"), ElementsAre("encryption"));
    EXPECT_THAT(wrong("127.example.com"), ElementsAre("encryption"));
    EXPECT_THAT(wrong("127.0.0.1"), ElementsAre());
    EXPECT_THAT(wrong("localhost"), ElementsAre());
}

TEST(DeliveryBody, ReadsTwilioAndSns) {
    EXPECT_EQ(
        std::get<TextSettings>(parse_delivery(Channel::Sms,
                                              R"({"service":"twilio","account":"AC1","secret":"t",)"
                                              R"("from":["+1 500 555 0006","Aster"]})")
                                   .value()),
        (TextSettings{.service = TextService::Twilio,
                      .account = "AC1",
                      .secret = "t",
                      .from = {"+15005550006", "Aster"},
                      .region = {},
                      .endpoint = {}}));
    EXPECT_EQ(std::get<TextSettings>(
                  parse_delivery(Channel::Sms,
                                 R"({"service":"sns","account":"AKIA1","secret":"s",)"
                                 R"("region":"eu-west-1","endpoint":"http://127.0.0.1:4566"})")
                      .value()),
              (TextSettings{.service = TextService::Sns,
                            .account = "AKIA1",
                            .secret = "s",
                            .from = {},
                            .region = "eu-west-1",
                            .endpoint = "http://127.0.0.1:4566"}));
}

TEST(DeliveryBody, NamesEveryFieldThatIsWrongInTexts) {
    EXPECT_THAT(wrong_in(Channel::Sms, "{}"), ElementsAre("service", "account", "from"));
    EXPECT_THAT(wrong_in(Channel::Sms, R"({"service":"twilio","account":"A/1","from":["030 1"],)"
                                       R"("region":"eu","endpoint":"https://x.example/path"})"),
                ElementsAre("account", "from[0]", "region", "endpoint"));
    EXPECT_THAT(wrong_in(Channel::Sms, R"({"service":"sns","account":"A","region":"EU West"})"),
                ElementsAre("region"));
    EXPECT_THAT(wrong_in(Channel::Sms, R"({"service":"sns","account":"A","region":"eu-west-1",)"
                                       R"("endpoint":"http://example.com"})"),
                ElementsAre("endpoint"));
}

TEST(DeliveryBody, ReadsWhatsAppByMetaAndByTwilio) {
    using engine::WhatsAppService;
    using engine::WhatsAppSettings;
    const auto read = [](std::string_view body) {
        return std::get<WhatsAppSettings>(parse_delivery(Channel::WhatsApp, body).value());
    };
    EXPECT_EQ(read(R"({"service":"meta","account":"1065","secret":"t","app_secret":"s",)"
                   R"("prefix":"aster_1"})"),
              (WhatsAppSettings{.service = WhatsAppService::Meta,
                                .account = "1065",
                                .secret = "t",
                                .app_secret = "s",
                                .prefix = "aster_1"}));
    const std::string line = "still_there.de=HX" + std::string(32, 'a');
    EXPECT_EQ(read(R"({"service":"twilio","account":"AC1","secret":"t","from":"+1 500 555 0006",)"
                   R"("templates":[")" +
                   line + R"("]})"),
              (WhatsAppSettings{.service = WhatsAppService::Twilio,
                                .account = "AC1",
                                .secret = "t",
                                .from = "+15005550006",
                                .templates = {line}}));
}

TEST(DeliveryBody, NamesEveryFieldThatIsWrongInWhatsApp) {
    EXPECT_THAT(wrong_in(Channel::WhatsApp, "{}"), ElementsAre("service", "account"));
    EXPECT_THAT(wrong_in(Channel::WhatsApp, R"({"service":"meta","account":"AC1","prefix":"A"})"),
                ElementsAre("account", "prefix"));
    EXPECT_THAT(wrong_in(Channel::WhatsApp, R"({"service":"twilio","account":"A/1"})"),
                ElementsAre("account", "from"));
    for (const std::string_view line : {"offer", "offer.en", "offer.en=", "offer.it=HX",
                                        "offers.en=HX", "=", ".=", "offer.en=HX1"}) {
        EXPECT_THAT(wrong_in(Channel::WhatsApp,
                             R"({"service":"twilio","account":"A","from":"Aster","templates":[")" +
                                 std::string(line) + R"("]})"),
                    ElementsAre("from", "templates[0]"))
            << line;
    }
}

TEST(DeliveryBody, KnowsWhetherASecretIsMissing) {
    EXPECT_EQ(missing_secret(MailSettings{}), "");
    EXPECT_EQ(missing_secret(MailSettings{.user = "x"}), "password");
    EXPECT_EQ(missing_secret(MailSettings{.user = "x", .password = "y"}), "");
    EXPECT_EQ(missing_secret(TextSettings{}), "secret");
    EXPECT_EQ(missing_secret(engine::WhatsAppSettings{}), "secret");
    EXPECT_EQ(missing_secret(engine::WhatsAppSettings{.secret = "x"}), "app_secret");
    EXPECT_EQ(missing_secret(engine::WhatsAppSettings{.service = engine::WhatsAppService::Twilio,
                                                      .secret = "x"}),
              "");
}

TEST(DeliveryBody, RefusesATestToNonsense) {
    const auto wrong = [](Channel channel, std::string_view body) {
        const auto parsed = parse_delivery_test(channel, body);
        return parsed ? std::vector<std::string>{} : fields_of(parsed.error());
    };
    EXPECT_THAT(wrong(Channel::Mail, R"({"to":"nonsense"})"), ElementsAre("to"));
    EXPECT_THAT(wrong(Channel::Sms, R"({"to":"ada@example.com"})"), ElementsAre("to"));
    EXPECT_THAT(wrong(Channel::Mail, "{}"), ElementsAre("to"));
    EXPECT_THAT(wrong(Channel::Mail, R"({"to":"ada@example.com","settings":{"host":"x"}})"),
                ElementsAre("settings.from"));
    const auto good = parse_delivery_test(Channel::Mail, R"({"to":"Ada@Example.com"})");
    ASSERT_TRUE(good);
    EXPECT_EQ(good->to.to, "ada@example.com");
    EXPECT_FALSE(good->settings);
    const auto german =
        parse_delivery_test(Channel::WhatsApp, R"({"to":"+49 151 12345678","language":"de"})");
    ASSERT_TRUE(german);
    EXPECT_EQ(german->to.language, "de");
    EXPECT_THAT(wrong(Channel::WhatsApp, R"({"to":"+4915112345678","language":"it"})"),
                ElementsAre("language"));
    EXPECT_THAT(wrong(Channel::Sms, R"({"to":"+4915112345678","language":"de"})"),
                ElementsAre("language"));
}

}  // namespace
}  // namespace standby::http
