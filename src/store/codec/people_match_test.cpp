// Who is found by which text.
#include "store/codec/people_match.hpp"

#include <gtest/gtest.h>

namespace standby::store {
namespace {

bool finds(std::string_view text, std::string_view name, std::string_view phone = "") {
    return PeopleMatcher(text).matches(name, "someone@example.org", phone, "user-7");
}

TEST(Folding, MakesCapitalsSmallInTheScriptsOfEurope) {
    EXPECT_EQ(folded("ABC xyz 019 [@`{"), "abc xyz 019 [@`{");
    EXPECT_EQ(folded("ÄÖÜÀÉÎÑÇØÅÆÞ"), "äöüàéîñçøåæþ");
    EXPECT_EQ(folded("ŁŃŚŻŹČĎŘŠŤŽĞŐŰŒŸĲ"), "łńśżźčďřšťžğőűœÿĳ");
    EXPECT_EQ(folded("ΑΒΓΔ ΆΈΉΊΌΎΏ ΣΑΣ ας"), "αβγδ άέήίόύώ σασ ασ");
    EXPECT_EQ(folded("АБВЯ ЁЂЇЏ ҐҒ"), "абвя ёђїџ ґғ");
    EXPECT_EQ(folded("ԱՖ ẞ ẠỸ"), "աֆ ß ạỹ");
}

TEST(Folding, LeavesSmallLettersAndEverythingElseAsItIs) {
    for (const std::string_view text :
         {"ß÷×ıĸŉ", "日本 한국 🙂", "äöü łńś", "αβγ", "абв", "\xff\xc3 broken \xe2\x82"}) {
        EXPECT_EQ(folded(text), text);
    }
}

TEST(Folding, IsDoneAfterOneTime) {
    std::string every_letter;
    for (unsigned letter = 0x80; letter < 0x800; ++letter) {
        every_letter.push_back(static_cast<char>(0xC0 | (letter >> 6)));
        every_letter.push_back(static_cast<char>(0x80 | (letter & 0x3F)));
    }
    const std::string once = folded(every_letter);
    EXPECT_NE(once, every_letter);
    EXPECT_EQ(folded(once), once);
}

TEST(PeopleMatcher, FindsAnyPartOfANameWhateverItsCase) {
    EXPECT_TRUE(finds("jürgen", "JÜRGEN Müller"));
    EXPECT_TRUE(finds("MÜLL", "Jürgen Müller"));
    EXPECT_TRUE(finds("n m", "Jürgen Müller"));
    EXPECT_TRUE(finds("  müller \t", "Jürgen Müller"));
    EXPECT_FALSE(finds("muller", "Jürgen Müller"));
    EXPECT_FALSE(finds("Jürgen  Müller", "Jürgen Müller"));
}

TEST(PeopleMatcher, LooksAtAddressAndUserIdToo) {
    EXPECT_TRUE(finds("ONE@EXAMPLE", "Ada"));
    EXPECT_TRUE(finds("USER-7", "Ada"));
    EXPECT_FALSE(finds("Adasomeone", "Ada"));
}

TEST(PeopleMatcher, TakesSignsOfPatternsLiterally) {
    EXPECT_FALSE(finds("%", "Ada"));
    EXPECT_FALSE(finds("A_a", "Ada"));
    EXPECT_FALSE(finds("A*", "Ada"));
    EXPECT_TRUE(finds("100%", "Ada 100% sure"));
    EXPECT_TRUE(finds("o'neill \"q\"", "O'Neill \"Q\""));
}

TEST(PeopleMatcher, FindsNobodyForNothing) {
    EXPECT_FALSE(finds("", "Ada"));
    EXPECT_FALSE(finds("  \t", "Ada"));
    EXPECT_FALSE(finds("", ""));
}

TEST(PeopleMatcher, FindsPhoneNumbersHoweverTheyAreWritten) {
    constexpr std::string_view phone = "+4915123456789";
    for (const std::string_view text :
         {"+49 151 234", "0049151", "0151 23456789", "(0151) 23-45.67/89", "6789", "+4915"}) {
        EXPECT_TRUE(finds(text, "Ada", phone)) << text;
    }
    for (const std::string_view text : {"152", "151a", "000", "4915123456789 0"}) {
        EXPECT_FALSE(finds(text, "Ada", phone)) << text;
    }
    EXPECT_FALSE(finds("151", "Ada", ""));
}

TEST(PeopleMatcher, CanBeAskedAgainAndAgain) {
    PeopleMatcher matcher("ada");
    EXPECT_TRUE(matcher.matches("Ada", "", "", ""));
    EXPECT_FALSE(matcher.matches("Eve", "", "", ""));
    EXPECT_TRUE(matcher.matches("", "ADA@example.org", "", ""));
}

}  // namespace
}  // namespace standby::store
