// Accounts, keys, secrets, and the numbers of resources.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::RequestKey;
using engine::SecretPurpose;
using testing::ElementsAre;

template <class UnderTest>
class RegistryContract : public StoreContract<UnderTest> {};
TYPED_TEST_SUITE(RegistryContract, Stores);

TYPED_TEST(RegistryContract, NumbersAccounts) {
    const engine::Account one = this->registry().create_account("One", at(1)).value();
    const engine::Account two = this->registry().create_account("Two", at(2)).value();
    EXPECT_EQ(one, (engine::Account{AccountNumber{1}, "One", at(1)}));
    EXPECT_EQ(two.number, AccountNumber{2});
    this->restart();
    EXPECT_THAT(this->registry().accounts().value(), ElementsAre(one, two));
}

TYPED_TEST(RegistryContract, RevokesAKeyOnce) {
    engine::ApiKey key{.account = AccountNumber{1},
                       .role = engine::Role::Owner,
                       .label = "till",
                       .prefix = "sk_1",
                       .hash = link_of(7),
                       .created_at = at(1)};
    key = this->registry().add_key(key).value();
    EXPECT_EQ(key.number, 1u);
    EXPECT_EQ(this->registry().add_key(key).value().number, 2u);
    EXPECT_EQ(this->registry().revoke_key(1, at(5)).value(), true);
    EXPECT_EQ(this->registry().revoke_key(1, at(6)).value(), false);
    EXPECT_EQ(this->registry().revoke_key(3, at(6)).value(), false);
    this->restart();
    engine::ApiKey second = key;
    second.number = 2;
    key.revoked_at = at(5);
    EXPECT_THAT(this->registry().keys().value(), ElementsAre(key, second));
}

TYPED_TEST(RegistryContract, KeepsOneSealedSettingPerChannel) {
    const engine::SealedSettings mail{engine::Channel::Mail, bytes_of("sealed"), at(1)};
    const engine::SealedSettings texts{engine::Channel::Sms, bytes_of("other"), at(2)};
    engine::SealedSettings newer = mail;
    newer.sealed = bytes_of("sealed anew");
    newer.changed_at = at(3);
    EXPECT_TRUE(this->registry().save_delivery_settings(texts).has_value());
    EXPECT_TRUE(this->registry().save_delivery_settings(mail).has_value());
    EXPECT_TRUE(this->registry().save_delivery_settings(newer).has_value());
    this->restart();
    EXPECT_THAT(this->registry().delivery_settings().value(),
                testing::UnorderedElementsAre(newer, texts));
    EXPECT_EQ(this->registry().drop_delivery_settings(engine::Channel::Sms).value(), true);
    EXPECT_EQ(this->registry().drop_delivery_settings(engine::Channel::Sms).value(), false);
    EXPECT_THAT(this->registry().delivery_settings().value(), ElementsAre(newer));
}

TYPED_TEST(RegistryContract, ForgetsWhatARevokedSigningKeyVerifiesWith) {
    engine::SigningKey key{.account = AccountNumber{1},
                           .algorithm = engine::SigningAlgorithm::EdDsa,
                           .name = "app",
                           .bytes = bytes_of("thirty-two bytes of a public key"),
                           .hash = link_of(7),
                           .created_at = at(1)};
    key = this->registry().add_signing_key(key).value();
    EXPECT_EQ(key.number, 1u);
    engine::SigningKey second = key;
    second.algorithm = engine::SigningAlgorithm::Hs256;
    second = this->registry().add_signing_key(second).value();
    EXPECT_EQ(second.number, 2u);
    EXPECT_EQ(this->registry().revoke_signing_key(1, at(5)).value(), true);
    EXPECT_EQ(this->registry().revoke_signing_key(1, at(6)).value(), false);
    EXPECT_EQ(this->registry().revoke_signing_key(3, at(6)).value(), false);
    this->restart();
    key.revoked_at = at(5);
    key.bytes.clear();
    EXPECT_THAT(this->registry().signing_keys().value(), ElementsAre(key, second));
}

TYPED_TEST(RegistryContract, RetiresTheSecretBefore) {
    const auto contacts =
        this->registry().add_secret(SecretPurpose::Contacts, bytes_of("c"), at(1)).value();
    engine::Secret first =
        this->registry().add_secret(SecretPurpose::GuestTokens, bytes_of("one"), at(2)).value();
    const auto second =
        this->registry().add_secret(SecretPurpose::GuestTokens, bytes_of("two"), at(3)).value();
    EXPECT_EQ(second.id, 3u);
    EXPECT_EQ(second.bytes, bytes_of("two"));
    first.retired_at = at(3);
    this->restart();
    EXPECT_THAT(this->registry().secrets().value(), ElementsAre(contacts, first, second));
}

TYPED_TEST(RegistryContract, GivesTheSameNumberForTheSameRequest) {
    const AccountNumber account{4};
    const RequestKey key{.high = 0xffff'ffff'ffff'ffff, .low = 3};
    const RequestKey other{.high = 0xffff'ffff'ffff'ffff, .low = 4};
    const auto first = this->registry().allocate_resource(account, key, at(1)).value();
    this->restart();
    EXPECT_EQ(this->registry().allocate_resource(account, key, at(2)).value(), first);
    EXPECT_NE(this->registry().allocate_resource(account, other, at(2)).value(), first);
    EXPECT_NE(this->registry().allocate_resource(account, {}, at(2)).value(),
              this->registry().allocate_resource(account, {}, at(2)).value());
}

TYPED_TEST(RegistryContract, ForgetsRequestsTogetherWithTheirAnswers) {
    const RequestKey key{.high = 1, .low = 1};
    const auto first = this->registry().allocate_resource(AccountNumber{1}, key, at(10)).value();
    ASSERT_TRUE(this->store().drop_answers(at(10)));
    EXPECT_EQ(this->registry().allocate_resource(AccountNumber{1}, key, at(11)).value(), first);
    ASSERT_TRUE(this->store().drop_answers(at(11)));
    EXPECT_NE(this->registry().allocate_resource(AccountNumber{1}, key, at(12)).value(), first);
}

TYPED_TEST(RegistryContract, KnowsWhoseAResourceIs) {
    const ResourceNumber resource = this->allocate(4);
    EXPECT_EQ(this->registry().account_of(resource).value(), AccountNumber{4});
    EXPECT_EQ(this->registry().account_of(ResourceNumber{99}).value(), std::nullopt);
}

TEST(Role, HasNamesThatCanBeRead) {
    for (const auto role : {engine::Role::ReadOnly, engine::Role::Staff, engine::Role::Owner}) {
        EXPECT_EQ(engine::parse_role(engine::name_of(role)), role);
    }
    EXPECT_EQ(engine::name_of(engine::Role::ReadOnly), "read-only");
    EXPECT_EQ(engine::parse_role("Owner"), std::nullopt);
}

}  // namespace
}  // namespace standby::store
