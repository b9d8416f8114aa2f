// Tests of the body that asks what a change would do.
#include "http/api/resource_body.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using std::chrono::minutes;

TEST(PreviewBody, ReadsCapacityAndRulesTogether) {
    const auto body = parse_preview(R"({"capacity":30,"rules":{"claim_window":"30m"}})");
    ASSERT_TRUE(body);
    EXPECT_EQ(body->change.patch.capacity, 30U);
    EXPECT_EQ(body->change.patch.rules.merged_into({}).claim_window, minutes{30});
    EXPECT_FALSE(body->change.release);
    EXPECT_EQ(body->language, Language::English);
}

TEST(PreviewBody, ReadsAReleaseAndALanguage) {
    const auto body = parse_preview(R"({"release":5,"locale":"fr"})");
    ASSERT_TRUE(body);
    EXPECT_EQ(body->change.release, 5U);
    EXPECT_EQ(body->language, Language::French);
}

TEST(PreviewBody, NothingAtAllIsNoChange) {
    const auto body = parse_preview("{}");
    ASSERT_TRUE(body);
    EXPECT_FALSE(body->change.patch.capacity);
    EXPECT_TRUE(body->change.patch.rules.empty());
}

TEST(PreviewBody, AReleaseComesAlone) {
    for (const char* text : {R"({"release":5,"capacity":3})", R"({"release":5,"rules":{}})"}) {
        const auto body = parse_preview(text);
        ASSERT_FALSE(body) << text;
        ASSERT_EQ(body.error().errors.size(), 1U);
        EXPECT_EQ(body.error().errors[0].field, "release");
    }
}

TEST(PreviewBody, WhatIsWrongIsToldAsTheChangeItselfTellsIt) {
    for (const char* text :
         {R"({"capacity":-1})", R"({"capacity":"many"})", R"({"rules":{"claim_window":"soon"}})",
          R"({"rules":{"order":"best"}})", R"({"rules":{"unknown":1}})", R"({"rules":5})",
          R"({"other":1})", "[]"}) {
        const auto tried = parse_preview(text);
        const auto real = parse_patch(text);
        ASSERT_FALSE(tried) << text;
        ASSERT_FALSE(real) << text;
        EXPECT_EQ(tried.error().status, real.error().status) << text;
        EXPECT_EQ(tried.error().errors, real.error().errors) << text;
    }
    EXPECT_EQ(parse_preview(R"({"release":0,"locale":"it"})").error().errors.size(), 2U);
    EXPECT_EQ(parse_preview("{").error().status, 400);
}

}  // namespace
}  // namespace standby::http
