// Tests of the bodies about keys and the test clock, and of key ids.
#include "http/api/key_body.hpp"

#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

TEST(KeyBody, TakesARoleAndALabel) {
    const auto body = parse_key(R"({"role":"staff","label":" front desk "})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->role, engine::Role::Staff);
    EXPECT_EQ(body->label, "front desk");
    EXPECT_EQ(parse_key(R"({"role":"owner"})")->role, engine::Role::Owner);
    EXPECT_EQ(parse_key(R"({"role":"read-only","label":null})")->role, engine::Role::ReadOnly);
    EXPECT_EQ(errors_of(parse_key(R"({"label":"x"})")), Errors{"role is required"});
    EXPECT_EQ(errors_of(parse_key(R"({"role":"admin","account":1})")),
              (Errors{"role must be owner, staff or read-only", "account is not a known field"}));
    EXPECT_EQ(errors_of(parse_key(R"({"role":"staff","label":")" + std::string(101, 'x') + "\"}")),
              Errors{"label must be at most 100 characters"});
}

TEST(KeyBody, NamesRolesAsTheEngineDoes) {
    for (const auto role : {engine::Role::ReadOnly, engine::Role::Staff, engine::Role::Owner}) {
        const std::string body = R"({"role":")" + std::string{engine::name_of(role)} + "\"}";
        EXPECT_EQ(parse_key(body)->role, role);
    }
}

TEST(KeyId, ReadsBackAndRefusesAnythingElse) {
    EXPECT_EQ(format_key_id(3), "key_3");
    EXPECT_EQ(parse_key_id("key_3"), 3U);
    EXPECT_EQ(parse_key_id("key_18446744073709551615"), UINT64_MAX);
    for (const std::string_view bad : {"", "3", "key_", "key_0", "key_03", "key_-1", "key_3x",
                                       "KEY_3", "key_18446744073709551616", "sk_3"}) {
        EXPECT_FALSE(parse_key_id(bad)) << bad;
    }
}

TEST(ClockBody, NeedsATime) {
    EXPECT_EQ(parse_clock(R"({"to":"2026-11-15T14:00:00Z"})")->to,
              *parse_time("2026-11-15T14:00:00Z"));
    EXPECT_EQ(errors_of(parse_clock("{}")), Errors{"to is required"});
}

}  // namespace
}  // namespace standby::http
