// Tests of what a character is, and which ones are not wanted in texts.
#include "base/characters.hpp"

#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby {
namespace {

using namespace std::string_view_literals;

TEST(Characters, HaveOneToFourBytes) {
    EXPECT_EQ(character_length("a"), 1U);
    EXPECT_EQ(character_length("é"), 2U);
    EXPECT_EQ(character_length("€uro"), 3U);
    EXPECT_EQ(character_length("😀"), 4U);
    EXPECT_EQ(character_length(""), 0U);
}

TEST(Characters, AreNotOverlongSurrogatesOrCutOff) {
    for (const std::string_view bad :
         {"\x80"sv, "\xC0\xAF"sv, "\xC1\xBF"sv, "\xE0\x80\xAF"sv, "\xED\xA0\x80"sv,
          "\xED\xBF\xBF"sv, "\xF0\x80\x80\xAF"sv, "\xF4\x90\x80\x80"sv, "\xF5\x80\x80\x80"sv,
          "\xE2\x82"sv, "\xF0\x9F\x98"sv, "\xFF"sv}) {
        EXPECT_EQ(character_length(bad), 0U) << testing::PrintToString(bad);
    }
}

TEST(Characters, AreAppendedSoThatTheyReadBack) {
    for (const char32_t code_point : {U'a', U'\x7F', U'\x80', U'\x7FF', U'\x800', U'\xD7FF',
                                      U'\xE000', U'\xFFFF', U'\x10000', U'\x10FFFF'}) {
        std::string text;
        append_character(text, code_point);
        std::string_view rest = text;
        EXPECT_EQ(take_code_point(rest), code_point);
        EXPECT_TRUE(rest.empty());
    }
}

TEST(Characters, AreCountedInsteadOfBytes) {
    EXPECT_EQ(count_characters("naïve 😀"), 7U);
}

TEST(Characters, AreNeverCutInTwo) {
    EXPECT_EQ(cut_at_character("abc", 5), "abc");
    EXPECT_EQ(cut_at_character("aé", 2), "a");
    EXPECT_EQ(cut_at_character("😀", 3), "");
    EXPECT_EQ(cut_at_character("é€", 5), "é€");
}

TEST(Characters, ThatControlOrBreakLinesAreFound) {
    for (const std::string_view bad : {"a\nb"sv, "a\rb"sv, "\t"sv, "a\0b"sv, "\x1A"sv, "\x7F"sv,
                                       "\xC2\x85"sv, "\xC2\x9F"sv, "a\u2028"sv, "\u2029b"sv}) {
        EXPECT_TRUE(has_control_characters(bad)) << testing::PrintToString(bad);
    }
    for (const std::string_view good : {""sv, "Mia Müller"sv, "\u00A0"sv, "日本"sv, "\u2027"sv}) {
        EXPECT_FALSE(has_control_characters(good)) << testing::PrintToString(good);
    }
}

}  // namespace
}  // namespace standby
