// Tests of the bodies of signing in, links, members and keys.
#include "http/api/session_body.hpp"

#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

TEST(SessionBody, ReadsASignIn) {
    const auto body = parse_sign_in(
        R"({"email":" Noor@Aster.example ","password":" as typed ","code":"123 456"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->email, "noor@aster.example");
    EXPECT_EQ(body->password, " as typed ");
    EXPECT_EQ(body->code, "123 456");
}

TEST(SessionBody, ASignInWithAnAddressThatIsNoneIsOnlyWrong) {
    const auto body = parse_sign_in(R"({"email":"nobody","password":""})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->email, "nobody");
}

TEST(SessionBody, SaysWhatASignInLacks) {
    EXPECT_EQ(errors_of(parse_sign_in("{}")),
              (Errors{"email is required", "password is required"}));
    EXPECT_EQ(errors_of(parse_sign_in(R"({"email":"a@b.example","password":7})")),
              Errors{"password must be a string"});
    EXPECT_EQ(errors_of(parse_sign_in(R"({"email":"a@b.example","password":"x","remember":true})")),
              Errors{"remember is not a known field"});
}

TEST(SessionBody, AProfileLeavesWhatIsNotNamed) {
    const auto body = parse_profile(R"({"name":null})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->name, "");
    EXPECT_EQ(body->email, std::nullopt);
    EXPECT_EQ(body->password, std::nullopt);
    EXPECT_EQ(body->current_password, "");
}

TEST(SessionBody, AProfileTakesAddressesAndPasswordsThatCanBe) {
    const auto body = parse_profile(
        R"({"email":"A@B.example","password":"long enough it is","current_password":"x"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->email, "a@b.example");
    EXPECT_EQ(body->current_password, "x");
    EXPECT_EQ(errors_of(parse_profile(R"({"password":"too short"})")),
              Errors{"password must have at least 10 characters"});
    EXPECT_EQ(errors_of(parse_profile(R"({"email":"nobody"})")).size(), 1U);
    EXPECT_EQ(errors_of(parse_profile(R"({"name":"a\nb"})")).size(), 1U);
}

TEST(SessionBody, ALinkNeedsItsToken) {
    EXPECT_EQ(parse_link_token(R"({"token":"st_x"})").value(), "st_x");
    EXPECT_EQ(errors_of(parse_link_token("{}")), Errors{"token is required"});
    const auto use = parse_link_use(R"({"token":"st_x","name":"Noor","email":null})");
    ASSERT_EQ(errors_of(use), Errors{});
    EXPECT_EQ(use->name, "Noor");
    EXPECT_EQ(use->email, "");
    EXPECT_EQ(use->password, std::nullopt);
}

TEST(SessionBody, AnInvitationNeedsARole) {
    const auto body = parse_invitation(R"({"role":"read-only"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->role, engine::Role::ReadOnly);
    EXPECT_EQ(body->email, "");
    EXPECT_EQ(errors_of(parse_invitation("{}")), Errors{"role is required"});
    EXPECT_EQ(errors_of(parse_invitation(R"({"role":"god"})")),
              Errors{"role must be owner, staff or read-only"});
}

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

}  // namespace
}  // namespace standby::http
