// Tests of the filter of common passwords: what it knows, and how seldom it errs.
#include "http/auth/common_passwords.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

TEST(CommonPasswordsTest, KnowsTensOfThousands) {
    EXPECT_GE(common_password_count(), 20'000u);
    for (const std::string_view common : {"basketball", "1029384756", "qwertyuiop", "iloveyou",
                                          "dragon", "liverpool", "manchester", "butterfly"}) {
        EXPECT_TRUE(is_common_password(common)) << common;
    }
}

// The texts are fixed, so what is found by mistake is, too.
TEST(CommonPasswordsTest, TakesAtMostOneInTenThousandForOneOfThem) {
    constexpr int texts = 1'000'000;
    int found = 0;
    for (int number = 0; number < texts; ++number) {
        found += is_common_password("no such password " + std::to_string(number)) ? 1 : 0;
    }
    EXPECT_LE(found, texts / 10'000);
    EXPECT_GT(found, 0) << "a filter that never errs is not one";
}

}  // namespace
}  // namespace standby::http
