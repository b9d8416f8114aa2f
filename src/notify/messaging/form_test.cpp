// Tests of reading forms as providers post them.
#include "notify/messaging/form.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

TEST(Forms, AreDecoded) {
    EXPECT_EQ(decode_form("From=%2B4930&Body=a+b%26c&Empty=&Bare"),
              (Fields{{"From", "+4930"}, {"Body", "a b&c"}, {"Empty", ""}, {"Bare", ""}}));
    EXPECT_EQ(decode_form(""), Fields{});
    EXPECT_EQ(decode_form("&&a=1&"), (Fields{{"a", "1"}}));
    EXPECT_EQ(decode_form("a=b=c"), (Fields{{"a", "b=c"}}));
}

TEST(Forms, ThatAreNotFormsAreRefused) {
    EXPECT_FALSE(decode_form("a=%"));
    EXPECT_FALSE(decode_form("a=%4"));
    EXPECT_FALSE(decode_form("%zz=1"));
    std::string many;
    for (int field = 0; field <= 100; ++field) {
        many += "a=1&";
    }
    EXPECT_FALSE(decode_form(many));
}

TEST(Forms, HaveTheirFirstFieldFound) {
    const Fields fields{{"a", "1"}, {"b", "2"}, {"a", "3"}};
    ASSERT_NE(find_field(fields, "a"), nullptr);
    EXPECT_EQ(*find_field(fields, "a"), "1");
    EXPECT_EQ(find_field(fields, "c"), nullptr);
}

}  // namespace
}  // namespace standby::notify
