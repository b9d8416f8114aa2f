// Tests of strictness: every malformed form that the Unicode standard warns of.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(Utf8, ReadsCodePointsOfEveryLength) {
    std::string_view text = "a\u00e9\u20ac\U0001f600";
    EXPECT_EQ(take_code_point(text), U'a');
    EXPECT_EQ(take_code_point(text), U'\u00e9');
    EXPECT_EQ(take_code_point(text), U'\u20ac');
    EXPECT_EQ(take_code_point(text), U'\U0001f600');
    EXPECT_EQ(take_code_point(text), std::nullopt);
}

TEST(Utf8, RefusesMalformedText) {
    EXPECT_FALSE(is_utf8("\x80"));              // a continuation on its own
    EXPECT_FALSE(is_utf8("\xc3"));              // truncated
    EXPECT_FALSE(is_utf8("\xc3("));             // no continuation
    EXPECT_FALSE(is_utf8("\xc0\xaf"));          // overlong
    EXPECT_FALSE(is_utf8("\xe0\x80\xaf"));      // overlong
    EXPECT_FALSE(is_utf8("\xed\xa0\x80"));      // surrogate
    EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80"));  // above U+10FFFF
    EXPECT_FALSE(is_utf8("\xff"));
    EXPECT_TRUE(is_utf8(""));
    EXPECT_TRUE(is_utf8("Zo\u00eb"));
}

TEST(Utf8, LeavesTheTextAloneWhereItRefuses) {
    std::string_view text = "\xff"
                            "a";
    EXPECT_EQ(take_code_point(text), std::nullopt);
    EXPECT_EQ(text.size(), 2U);
}

}  // namespace
}  // namespace standby
