// Tests of keys and accounts as JSON.
#include "interchange/view/key.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

const Time noon = *parse_time("2026-11-16T12:00:00Z");
const engine::ApiKey key{.number = 3,
                         .role = engine::Role::Staff,
                         .label = "front desk",
                         .prefix = "sk_3fA9",
                         .created_at = noon};

template <class Write>
std::string written(Write write) {
    std::string text;
    JsonWriter writer{text};
    write(writer);
    return text;
}

TEST(KeyJson, ShowsOfASigningKeyWhatSignsOnlyWhenItIsGiven) {
    const engine::SigningKey signing{.number = 5,
                                     .algorithm = engine::SigningAlgorithm::EdDsa,
                                     .name = "app",
                                     .bytes = {std::byte{1}},
                                     .created_at = noon};
    const std::string facts = R"({"id":"sig_5","name":"app","algorithm":"EdDSA",)"
                              R"("created_at":"2026-11-16T12:00:00Z","revoked_at":null)";
    EXPECT_EQ(written([&](JsonWriter& writer) { write_signing_key(writer, signing); }),
              facts + "}");
    EXPECT_EQ(written([&](JsonWriter& writer) {
                  write_signing_key(writer, signing, {.secret = "s", .private_key = {}});
              }),
              facts + R"(,"secret":"s"})");
    EXPECT_EQ(written([&](JsonWriter& writer) {
                  write_signing_key(writer, signing, {.secret = {}, .private_key = "a\nb"});
              }),
              facts + R"(,"private_key":"a\nb"})");
}

TEST(KeyJson, ShowsTheSecretOnlyWhenItIsGiven) {
    EXPECT_EQ(written([](JsonWriter& writer) { write_key(writer, key); }),
              R"({"id":"key_3","role":"staff","label":"front desk","prefix":"sk_3fA9",)"
              R"("created_at":"2026-11-16T12:00:00Z","revoked_at":null})");
    EXPECT_EQ(written([](JsonWriter& writer) { write_key(writer, key, "sk_secret"); }),
              R"({"id":"key_3","role":"staff","label":"front desk","prefix":"sk_3fA9",)"
              R"("created_at":"2026-11-16T12:00:00Z","revoked_at":null,"key":"sk_secret"})");
}

TEST(KeyJson, ShowsWhoseItIs) {
    const engine::Account account{.number = engine::AccountNumber{1}, .name = "Salon"};
    EXPECT_EQ(written([&](JsonWriter& writer) { write_account(writer, account, &key, nullptr); }),
              R"({"id":"acc_1","name":"Salon","key":{"id":"key_3","role":"staff",)"
              R"("label":"front desk"},"member":null})");
}

TEST(KeyJson, ShowsTheMemberWhoAsked) {
    const engine::Account account{.number = engine::AccountNumber{1}, .name = "Salon"};
    const engine::Member member{.number = 4, .name = "Noor", .role = engine::Role::Staff};
    EXPECT_EQ(
        written([&](JsonWriter& writer) { write_account(writer, account, nullptr, &member); }),
        R"({"id":"acc_1","name":"Salon","key":null,"member":{"id":"mem_4","name":"Noor",)"
        R"("email":null,"role":"staff","has_password":false,"has_totp":false,)"
        R"("created_at":"1970-01-01T00:00:00Z","last_seen_at":null,"expires_at":null}})");
}

}  // namespace
}  // namespace standby::interchange
