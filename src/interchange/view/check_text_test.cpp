// Tests of the explanations of checks.
#include "interchange/view/check_text.hpp"

#include <gtest/gtest.h>

#include <set>

namespace standby::interchange {
namespace {

TEST(CheckText, IsDifferentForEveryCheck) {
    std::set<std::string_view> texts;
    for (int number = 0; number <= static_cast<int>(core::Check::NoPlaces); ++number) {
        EXPECT_TRUE(texts.insert(check_text(static_cast<core::Check>(number))).second);
    }
}

TEST(CheckText, MakesASentence) {
    EXPECT_EQ(explain_check(core::Check::Service, 3), "This entry wants another service.");
    EXPECT_EQ(explain_check(core::Check::None, std::nullopt), "Eligible.");
    EXPECT_EQ(explain_check(core::Check::None, 0), "Eligible, and first in line.");
    EXPECT_EQ(explain_check(core::Check::None, 1), "Eligible, behind 1 other.");
    EXPECT_EQ(explain_check(core::Check::None, 3), "Eligible, behind 3 others.");
}

}  // namespace
}  // namespace standby::interchange
