// Settings that owners type in: kept sealed, in force at once, and given away to nobody.
#include "app/delivery/delivery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

namespace standby::app {
namespace {

using engine::Channel;
using engine::MailSettings;
using engine::SetupError;
using engine::TextSettings;
using Source = engine::ChannelSetup::Source;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class NoLinks final : public engine::GuestLinks {
public:
    std::string status(const engine::LinkReader&) const override { return {}; }
    std::string verify(const engine::LinkReader&) const override { return {}; }
    std::string offer(core::OfferId, const engine::LinkReader&) const override { return {}; }
    std::string short_status(const engine::LinkReader&) const override { return {}; }
    std::string short_offer(core::OfferId, const engine::LinkReader&) const override { return {}; }
    std::string unsubscribe(const engine::LinkReader&) const override { return {}; }
    std::string new_password(std::uint64_t, Time) const override { return {}; }
    std::string at(std::string_view path) const override { return std::string(path); }
};

class StillClock final : public engine::Clock {
public:
    Time now() const override { return Time{}; }
};

// The store of these tests: as many rows as there are channels.
class Rows final : public engine::DeliverySettings {
public:
    Result<std::vector<engine::SealedSettings>, engine::StoreError> delivery_settings() override {
        if (is_broken) {
            return std::unexpected(engine::StoreError::NotCommitted);
        }
        std::vector<engine::SealedSettings> all;
        for (const auto& [channel, row] : rows) {
            all.push_back(row);
        }
        return all;
    }
    Result<void, engine::StoreError>
    save_delivery_settings(const engine::SealedSettings& settings) override {
        if (is_broken) {
            return std::unexpected(engine::StoreError::NotCommitted);
        }
        rows[settings.channel] = settings;
        return {};
    }
    Result<bool, engine::StoreError> drop_delivery_settings(Channel channel) override {
        return rows.erase(channel) > 0;
    }

    std::map<Channel, engine::SealedSettings> rows;
    bool is_broken = false;
};

class DeliveryTest : public ::testing::Test {
protected:
    DeliveryTest() {
        std::string name = (std::filesystem::temp_directory_path() / "delivery-XXXXXX").string();
        options.data_dir = mkdtemp(name.data());
    }
    ~DeliveryTest() override { std::filesystem::remove_all(options.data_dir); }

    std::unique_ptr<Delivery> start() { return start(options); }
    std::unique_ptr<Delivery> start(const ServeOptions& with) {
        auto made = std::make_unique<Delivery>(
            with, DeliveryServices{.use =
                                       [this](Outlets fresh) {
                                           outlets = std::move(fresh);
                                           ++changes;
                                       },
                                   .count_nodes = [this] { return nodes; },
                                   .links = links,
                                   .clock = clock,
                                   .log = log});
        EXPECT_TRUE(made->reload(rows));
        return made;
    }
    static MailSettings mail(std::string password = "s3cret") {
        return {.host = "mail.example.com",
                .port = 587,
                .user = "waitlist",
                .password = std::move(password),
                .from = "Salon Aster <waitlist@example.com>"};
    }

    ServeOptions options;
    Rows rows;
    Outlets outlets;
    int changes = 0;
    std::size_t nodes = 1;
    NoLinks links;
    StillClock clock;
    Log log{LogFormat::Text, LogLevel::Debug};
};

TEST_F(DeliveryTest, IsInForceAtOnceAndAfterARestart) {
    const auto delivery = start();
    EXPECT_EQ(delivery->setup(Channel::Mail).source, Source::None);
    ASSERT_TRUE(delivery->save(rows, mail(), Time{Duration{7}}));
    EXPECT_EQ(changes, 1);
    EXPECT_TRUE(outlets.mail);
    EXPECT_FALSE(outlets.sms);
    EXPECT_EQ(outlets.senders.mail_from, "waitlist@example.com");
    EXPECT_EQ(outlets.senders.mail_name, "Salon Aster");
    outlets = {};
    const auto again = start();
    EXPECT_TRUE(outlets.mail);
    const engine::ChannelSetup setup = again->setup(Channel::Mail);
    EXPECT_EQ(setup.source, Source::Pages);
    EXPECT_TRUE(setup.has_secret);
    EXPECT_EQ(setup.changed_at, Time{Duration{7}});
    EXPECT_EQ(std::get<MailSettings>(*setup.settings), mail(""));
}

TEST_F(DeliveryTest, GivesTheSecretToNobody) {
    ::testing::internal::CaptureStderr();
    const auto delivery = start();
    ASSERT_TRUE(delivery->save(rows, mail("correct horse"), Time{}));
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                AllOf(HasSubstr("delivery_settings_changed"), Not(HasSubstr("horse"))));
    const auto& sealed = rows.rows.at(Channel::Mail).sealed;
    const std::string bytes(static_cast<const char*>(static_cast<const void*>(sealed.data())),
                            sealed.size());
    EXPECT_THAT(bytes, Not(HasSubstr("horse")));
    EXPECT_THAT(bytes, Not(HasSubstr("mail.example.com")));
}

// Whoever finds a browser signed in must not get the password by naming a server of theirs.
TEST_F(DeliveryTest, KeepsTheSecretForTheSamePlaceOnly) {
    const auto delivery = start();
    ASSERT_TRUE(delivery->save(rows, mail(), Time{}));
    MailSettings same = mail("");
    same.from = "other@example.com";
    EXPECT_TRUE(delivery->has_secret_for(same));
    MailSettings elsewhere = mail("");
    elsewhere.host = "mail.evil.example";
    EXPECT_FALSE(delivery->has_secret_for(elsewhere));
    MailSettings in_the_clear = mail("");
    in_the_clear.encryption = engine::MailEncryption::None;
    EXPECT_FALSE(delivery->has_secret_for(in_the_clear));
    MailSettings another_port = mail("");
    another_port.port = 25;
    EXPECT_FALSE(delivery->has_secret_for(another_port));
    EXPECT_FALSE(delivery->has_secret_for(TextSettings{.account = "waitlist"}));
    ASSERT_TRUE(delivery->save(rows, same, Time{}));
    EXPECT_TRUE(start()->setup(Channel::Mail).has_secret);
}

TEST_F(DeliveryTest, LosesToWhatTheServerWasStartedWith) {
    ASSERT_TRUE(start()->save(rows, mail(), Time{}));
    ServeOptions given = options;
    given.mail_url = "smtp://user:pass@relay.example.com";
    given.mail_from = "desk@example.com";
    const auto delivery = start(given);
    const engine::ChannelSetup setup = delivery->setup(Channel::Mail);
    EXPECT_EQ(setup.source, Source::Option);
    EXPECT_EQ(std::get<MailSettings>(*setup.settings).host, "relay.example.com");
    EXPECT_EQ(std::get<MailSettings>(*setup.settings).password, "");
    EXPECT_TRUE(setup.has_secret);
    EXPECT_EQ(outlets.senders.mail_from, "desk@example.com");
    EXPECT_EQ(delivery->save(rows, mail(), Time{}).error(), SetupError::SetByOption);
    EXPECT_EQ(delivery->remove(rows, Channel::Mail).error(), SetupError::SetByOption);
    EXPECT_TRUE(delivery->save(
        rows, TextSettings{.account = "AC1", .secret = "t", .from = {"+1500"}}, Time{}))
        << "the other channel is the owners' own";
    EXPECT_TRUE(outlets.sms);
    EXPECT_TRUE(outlets.twilio_tokens.contains("t"));
}

TEST_F(DeliveryTest, KeepsBothSecretsOfWhatsApp) {
    const engine::WhatsAppSettings meta{.account = "1065",
                                        .secret = "token",
                                        .app_secret = "app",
                                        .endpoint = "http://127.0.0.1:9"};
    ASSERT_TRUE(start()->save(rows, meta, Time{}));
    const auto delivery = start();
    const engine::ChannelSetup setup = delivery->setup(Channel::WhatsApp);
    EXPECT_TRUE(setup.has_secret);
    EXPECT_EQ(setup.verify_token.size(), 32U);
    const auto& shown = std::get<engine::WhatsAppSettings>(*setup.settings);
    EXPECT_EQ(shown.secret + shown.app_secret, "");
    EXPECT_TRUE(outlets.whatsapp);
    EXPECT_EQ(outlets.meta_secret, "app");
    engine::WhatsAppSettings new_token = meta;
    new_token.secret = "new";
    new_token.app_secret.clear();
    ASSERT_TRUE(delivery->save(rows, new_token, Time{}));
    EXPECT_EQ(outlets.meta_secret, "app") << "the one that was not typed stays";
    engine::WhatsAppSettings elsewhere = meta;
    elsewhere.endpoint = "https://evil.example";
    EXPECT_FALSE(delivery->has_secret_for(elsewhere));
    EXPECT_EQ(delivery->setup(Channel::WhatsApp).verify_token, setup.verify_token);
}

TEST_F(DeliveryTest, ShowsHowWhatsAppWasSetUpAtTheStart) {
    ServeOptions given = options;
    given.whatsapp_url = "meta://1065:sesame@?app_secret=sesame";
    given.whatsapp_templates = {"aster"};
    const engine::ChannelSetup setup = start(given)->setup(Channel::WhatsApp);
    EXPECT_EQ(setup.source, Source::Option);
    EXPECT_EQ(std::get<engine::WhatsAppSettings>(*setup.settings),
              (engine::WhatsAppSettings{.account = "1065", .prefix = "aster"}));
    EXPECT_EQ(setup.verify_token.size(), 32U);
}

TEST_F(DeliveryTest, IsLockedWithoutItsKeyUntilItIsRemoved) {
    ASSERT_TRUE(start()->save(rows, mail(), Time{}));
    std::filesystem::remove(options.data_dir + "/secrets.key");
    outlets = {};
    ::testing::internal::CaptureStderr();
    const auto delivery = start();
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("delivery_settings_locked"));
    EXPECT_EQ(delivery->setup(Channel::Mail).source, Source::Locked);
    EXPECT_FALSE(delivery->setup(Channel::Mail).settings);
    EXPECT_FALSE(outlets.mail);
    EXPECT_EQ(delivery->save(rows, mail(), Time{}).error(), SetupError::NoKey);
    EXPECT_EQ(delivery->remove(rows, Channel::Mail).value(), true);
    EXPECT_TRUE(delivery->save(rows, mail(), Time{}));
    EXPECT_TRUE(outlets.mail);
}

TEST_F(DeliveryTest, IsNotSealedWhereOtherNodesCouldNotReadIt) {
    nodes = 2;
    const auto delivery = start();
    EXPECT_EQ(delivery->save(rows, mail(), Time{}).error(), SetupError::KeyNotShared);
    EXPECT_TRUE(rows.rows.empty());
    ServeOptions shared = options;
    shared.secrets_key_file = options.data_dir + "/shared.key";
    ASSERT_TRUE(start(shared)->save(rows, mail(), Time{}));
    ServeOptions other_node = shared;
    other_node.data_dir = options.data_dir + "/other";
    EXPECT_EQ(start(other_node)->setup(Channel::Mail).source, Source::Pages);
}

TEST_F(DeliveryTest, HearsOfWhatAnotherNodeChangedAndOnlyOfThat) {
    const auto here = start();
    const auto there = start();
    ASSERT_TRUE(there->save(rows, mail(), Time{}));
    EXPECT_EQ(changes, 1);
    ASSERT_TRUE(here->reload(rows));
    EXPECT_EQ(changes, 2);
    EXPECT_EQ(here->setup(Channel::Mail).source, Source::Pages);
    ASSERT_TRUE(here->reload(rows));
    EXPECT_EQ(changes, 2) << "nothing is torn down that did not change";
    ASSERT_TRUE(there->remove(rows, Channel::Mail));
    ASSERT_TRUE(here->reload(rows));
    EXPECT_EQ(here->setup(Channel::Mail).source, Source::None);
    EXPECT_FALSE(outlets.mail);
}

TEST_F(DeliveryTest, ChangesNothingWhenTheStoreDoesNot) {
    const auto delivery = start();
    rows.is_broken = true;
    EXPECT_EQ(delivery->save(rows, mail(), Time{}).error(), SetupError::Unavailable);
    EXPECT_EQ(delivery->setup(Channel::Mail).source, Source::None);
    EXPECT_FALSE(delivery->reload(rows));
}

}  // namespace
}  // namespace standby::app
