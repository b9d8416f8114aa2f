// Tests of reading the fields of forms.
#include "base/form.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(Forms, AreDecoded) {
    EXPECT_EQ(decode_form("From=%2B4930&Body=a+b%26c&Empty=&Bare", 100),
              (FormFields{{"From", "+4930"}, {"Body", "a b&c"}, {"Empty", ""}, {"Bare", ""}}));
    EXPECT_EQ(decode_form("", 100), FormFields{});
    EXPECT_EQ(decode_form("&&a=1&", 100), (FormFields{{"a", "1"}}));
    EXPECT_EQ(decode_form("a=b=c", 100), (FormFields{{"a", "b=c"}}));
}

TEST(Forms, ThatAreNotFormsAreRefused) {
    EXPECT_FALSE(decode_form("a=%", 100));
    EXPECT_FALSE(decode_form("a=%4", 100));
    EXPECT_FALSE(decode_form("%zz=1", 100));
    std::string many;
    for (int field = 0; field <= 100; ++field) {
        many += "a=1&";
    }
    EXPECT_FALSE(decode_form(many, 100));
}

TEST(Forms, HaveTheirFirstFieldFound) {
    const FormFields fields{{"a", "1"}, {"b", "2"}, {"a", "3"}};
    ASSERT_NE(find_field(fields, "a"), nullptr);
    EXPECT_EQ(*find_field(fields, "a"), "1");
    EXPECT_EQ(find_field(fields, "c"), nullptr);
}

}  // namespace
}  // namespace standby
