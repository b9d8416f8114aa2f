// Tests of the form of keys, and of who is found by one.
#include "http/auth/api_key.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace standby::http {
namespace {

engine::ApiKey registered(std::uint64_t number, std::string_view text, engine::Role role) {
    engine::ApiKey key;
    key.number = number;
    key.account = engine::AccountNumber{7};
    key.role = role;
    key.hash = hash_api_key(text);
    return key;
}

TEST(ApiKey, HasAPrefixAndASecret) {
    std::array<std::byte, api_key_random_bytes> random{};
    random.back() = std::byte{0xff};
    const NewApiKey key = make_api_key(random);
    EXPECT_EQ(key.text, "sk_00000000_00000000000000000000000000000000000000000000000003zg");
    EXPECT_EQ(key.prefix, "00000000");
    EXPECT_EQ(key.hash, hash_api_key(key.text));
}

TEST(ApiKey, IsDifferentEachTime) {
    const NewApiKey first = generate_api_key();
    const NewApiKey second = generate_api_key();
    EXPECT_NE(first.text, second.text);
    EXPECT_NE(first.prefix, second.prefix);
    EXPECT_EQ(api_key_prefix(first.text), first.prefix);
}

TEST(ApiKey, ShowsNoPartOfATextThatItDidNotMake) {
    const std::string text = generate_api_key().text;
    EXPECT_EQ(api_key_prefix("sk_test"), std::nullopt);
    EXPECT_EQ(api_key_prefix(""), std::nullopt);
    EXPECT_EQ(api_key_prefix(text + "0"), std::nullopt);
    EXPECT_EQ(api_key_prefix(text.substr(1)), std::nullopt);
    EXPECT_EQ(api_key_prefix("gt" + text.substr(2)), std::nullopt);
    std::string other = text;
    other[11] = '-';
    EXPECT_EQ(api_key_prefix(other), std::nullopt);
    other = text;
    other.back() = 'U';
    EXPECT_EQ(api_key_prefix(other), std::nullopt);
}

TEST(KeyRing, FindsWhoAKeyBelongsTo) {
    const std::string owner = generate_api_key().text;
    const std::string reader = generate_api_key().text;
    const KeyRing ring(
        {registered(1, owner, engine::Role::Owner), registered(2, reader, engine::Role::ReadOnly)});
    EXPECT_EQ(ring.find(owner), (Caller{engine::AccountNumber{7}, engine::Role::Owner, 1}));
    EXPECT_EQ(ring.find(reader), (Caller{engine::AccountNumber{7}, engine::Role::ReadOnly, 2}));
}

TEST(KeyRing, FindsKeysThatTheOperatorChose) {
    const KeyRing ring({registered(1, "sk_bootstrap", engine::Role::Owner)});
    EXPECT_TRUE(ring.find("sk_bootstrap"));
}

TEST(KeyRing, RefusesEverythingElse) {
    const std::string text = generate_api_key().text;
    const KeyRing ring({registered(1, text, engine::Role::Staff)});
    EXPECT_EQ(ring.find(""), std::nullopt);
    EXPECT_EQ(ring.find(text + " "), std::nullopt);
    EXPECT_EQ(ring.find(text.substr(0, text.size() - 1)), std::nullopt);
    EXPECT_EQ(ring.find(generate_api_key().text), std::nullopt);
    EXPECT_EQ(ring.find(std::string(100'000, 'a')), std::nullopt);
    EXPECT_EQ(KeyRing().find(text), std::nullopt);
}

TEST(KeyRing, ForgetsRevokedKeys) {
    const std::string text = generate_api_key().text;
    engine::ApiKey key = registered(1, text, engine::Role::Staff);
    KeyRing ring({key});
    EXPECT_TRUE(ring.find(text));
    key.revoked_at = Time{};
    ring.replace({key});
    EXPECT_FALSE(ring.find(text));
    // Registered again after that, as the operator's own key is at a start.
    ring.replace({key, registered(2, text, engine::Role::Owner)});
    EXPECT_EQ(ring.find(text)->key_number, 2U);
}

TEST(KeyRing, CanBeReplacedWhileOthersLookUp) {
    const std::string text = generate_api_key().text;
    const std::vector<engine::ApiKey> keys = {registered(1, text, engine::Role::Staff)};
    KeyRing ring(keys);
    std::atomic<int> missed = 0;
    {
        std::jthread reader([&] {
            for (int round = 0; round < 5'000; ++round) {
                missed += ring.find(text) ? 0 : 1;
            }
        });
        for (int round = 0; round < 500; ++round) {
            ring.replace(keys);
        }
    }
    EXPECT_EQ(missed, 0);
}

}  // namespace
}  // namespace standby::http
