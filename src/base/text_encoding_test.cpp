// Tests of text files from spreadsheets: everybody keeps their name, or it is said why not.
#include "base/text_encoding.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

using namespace std::string_literals;

std::string text_of(std::string bytes) {
    const auto decoded = decode_text(std::move(bytes));
    return decoded ? std::string(name_of(decoded->encoding)) + ": " + decoded->text
                   : decoded.error();
}

TEST(TextEncoding, Utf8StaysAsItIsWithoutItsMark) {
    EXPECT_EQ(text_of("name\nJürgen"), "UTF-8: name\nJürgen");
    EXPECT_EQ(text_of("\xEF\xBB\xBFname\nZoë €"), "UTF-8: name\nZoë €");
    EXPECT_EQ(text_of(""), "UTF-8: ");
}

TEST(TextEncoding, WhatIsNotUtf8IsTheCodePageOfWindows) {
    EXPECT_EQ(text_of("name\nJ\xFCrgen \x80 5 \x96 \x8Ekov"),
              "Windows-1252: name\nJürgen € 5 – Žkov");
}

TEST(TextEncoding, Utf16IsRecognisedByItsMarkOrItsZeroes) {
    EXPECT_EQ(text_of("\xFF\xFEn\0\xFC\0"s), "UTF-16: nü");
    EXPECT_EQ(text_of("\xFE\xFF\0n\0\xFC"s), "UTF-16: nü");
    EXPECT_EQ(text_of("n\0\xFC\0"s), "UTF-16: nü");
    EXPECT_EQ(text_of("\0n\0\xFC"s), "UTF-16: nü");
    EXPECT_EQ(text_of("\xFF\xFE\x3D\xD8\x00\xDE"s), "UTF-16: 😀");
}

TEST(TextEncoding, WhatIsNoneOfTheseIsRefusedInWords) {
    EXPECT_EQ(text_of("\xFF\xFEn\0\xFC"s),
              "looks like UTF-16 and is damaged; save it as CSV UTF-8");
    EXPECT_EQ(text_of("\xFF\xFE\x3D\xD8n\0"s),
              "looks like UTF-16 and is damaged; save it as CSV UTF-8");
    EXPECT_EQ(text_of("J\x81rgen"),
              "is neither UTF-8 nor UTF-16 nor Windows-1252; save it as CSV UTF-8");
}

TEST(TextEncoding, GoesBackToWhatWasRead) {
    const std::string text = "J\xC3\xBCrgen \xE2\x82\xAC";  // Jürgen €
    const auto windows = encode_windows_1252(text);
    ASSERT_TRUE(windows);
    EXPECT_EQ(*windows, "J\xFCrgen \x80");
    EXPECT_EQ(decode_text(*windows)->text, text);
    const std::string japanese = "\xE6\x97\xA5 \xF0\x9F\x98\x80";
    EXPECT_FALSE(encode_windows_1252(japanese));
    EXPECT_EQ(decode_text(encode_utf16(japanese))->text, japanese);
}

}  // namespace
}  // namespace standby
