// Tests of the bodies about keys and the test clock.
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

TEST(ClockBody, NeedsATime) {
    EXPECT_EQ(parse_clock(R"({"to":"2026-11-15T14:00:00Z"})")->to,
              *parse_time("2026-11-15T14:00:00Z"));
    EXPECT_EQ(errors_of(parse_clock("{}")), Errors{"to is required"});
}

}  // namespace
}  // namespace standby::http
