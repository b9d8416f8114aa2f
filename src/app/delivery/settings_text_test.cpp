// Settings as the text that is sealed, and back.
#include "app/delivery/settings_text.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using engine::Channel;

const engine::ChannelSettings mail =
    engine::MailSettings{.host = "mail.example.com",
                         .port = 465,
                         .encryption = engine::MailEncryption::Tls,
                         .user = "waitlist",
                         .password = "p\"ß \\ {}",
                         .from = "Salon Aster <waitlist@example.com>"};
const engine::ChannelSettings texts = engine::TextSettings{.service = engine::TextService::Sns,
                                                           .account = "AKIA1",
                                                           .secret = "s3cret",
                                                           .from = {"+15005550006", "Aster"},
                                                           .region = "eu-west-1",
                                                           .endpoint = "http://127.0.0.1:4566"};

const engine::ChannelSettings whatsapp =
    engine::WhatsAppSettings{.service = engine::WhatsAppService::Twilio,
                             .account = "AC1",
                             .secret = "s3cret",
                             .app_secret = "app",
                             .from = "+15005550006",
                             .prefix = "aster",
                             .templates = {"offer.en=HX1"},
                             .endpoint = "http://127.0.0.1:9"};

TEST(SettingsText, IsReadAsItWasWritten) {
    EXPECT_EQ(read_settings(Channel::WhatsApp, write_settings(whatsapp)), whatsapp);
    EXPECT_EQ(read_settings(Channel::Sms, write_settings(whatsapp)), std::nullopt);
    EXPECT_EQ(
        read_settings(Channel::WhatsApp, R"({"channel":"whatsapp","service":3,"templates":[]})"),
        std::nullopt);
    EXPECT_EQ(read_settings(Channel::Mail, write_settings(mail)), mail);
    EXPECT_EQ(read_settings(Channel::Sms, write_settings(texts)), texts);
}

TEST(SettingsText, IsNotTakenForThatOfAnotherChannel) {
    EXPECT_EQ(read_settings(Channel::Sms, write_settings(mail)), std::nullopt);
    EXPECT_EQ(read_settings(Channel::Mail, write_settings(texts)), std::nullopt);
}

TEST(SettingsText, RefusesWhatItCannotMean) {
    for (const char* text :
         {"", "{}", "[]", R"({"channel":"mail"})", R"({"channel":"mail","port":0,"encryption":1})",
          R"({"channel":"mail","port":25,"encryption":3})"}) {
        EXPECT_EQ(read_settings(Channel::Mail, text), std::nullopt) << text;
    }
    for (const char* text :
         {R"({"channel":"sms"})", R"({"channel":"sms","service":3,"from":[]})"}) {
        EXPECT_EQ(read_settings(Channel::Sms, text), std::nullopt) << text;
    }
}

TEST(SettingsText, LeavesOutWhatALaterVersionAdded) {
    const auto read = read_settings(
        Channel::Mail, R"({"channel":"mail","host":"h","port":25,"encryption":0,"later":[1]})");
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<engine::MailSettings>(*read).host, "h");
}

}  // namespace
}  // namespace standby::app
