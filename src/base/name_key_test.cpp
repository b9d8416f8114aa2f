// Tests of the keys of names: what a person would call the same name has the same one.
#include "base/name_key.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(NameKey, IsTheSameHoweverANameIsWritten) {
    for (const char* name : {"Colour", "colour", " COLOUR ", "co-lour", "Cölour", "Co\u0308lour",
                             "\u00a0colour\t", "ｃｏｌｏｕｒ", "col\u00adour"}) {
        EXPECT_EQ(name_key(name), "colour") << name;
    }
    EXPECT_EQ(name_key("Hair Cut"), name_key("hair-cut"));
    EXPECT_EQ(name_key("Hair Cut"), name_key("Haircut"));
    EXPECT_EQ(name_key("Łucja Ørsted"), name_key("lucja orsted"));
    EXPECT_EQ(name_key("Straße"), name_key("STRASSE"));
    EXPECT_EQ(name_key("Ægir"), name_key("aegir"));
    EXPECT_EQ(name_key("Ǿ"), "o");
    EXPECT_EQ(name_key("Ёлка"), name_key("елка"));
    EXPECT_EQ(name_key("Άννα"), name_key("αννα"));
    EXPECT_EQ(name_key("Nguyễn Thị"), name_key("nguyen thi"));
    EXPECT_EQ(name_key("İpek"), name_key("ipek"));
}

TEST(NameKey, KeepsApartWhatIsNotTheSame) {
    EXPECT_NE(name_key("Cut"), name_key("Cuts"));
    EXPECT_NE(name_key("Room 1-1"), name_key("Room 11")) << "a gap between digits counts";
    EXPECT_EQ(name_key("Room 1 1"), name_key("room 1-1"));
    EXPECT_EQ(name_key("Room 1"), name_key("room1"));
    EXPECT_NE(name_key("が"), name_key("か"));
    EXPECT_NE(name_key("कि"), name_key("कु")) << "vowel signs are no accents";
    EXPECT_NE(name_key("C++"), name_key("C"));
}

TEST(NameKey, OfANameIsNeverEmpty) {
    EXPECT_EQ(name_key(""), "");
    EXPECT_EQ(name_key("--"), "--");
    EXPECT_EQ(name_key("\u0301"), "\u0301");
    EXPECT_NE(name_key("\xff"), "") << "what is no UTF-8 has one, too";
}

TEST(NameKey, TellsHowFarApartTwoAre) {
    EXPECT_EQ(key_distance("colour", "colour", 2), 0U);
    EXPECT_EQ(key_distance("color", "colour", 2), 1U);
    EXPECT_EQ(key_distance("coluor", "colour", 2), 1U) << "two letters exchanged";
    EXPECT_EQ(key_distance("cut", "colour", 2), 3U) << "more than two";
    EXPECT_EQ(key_distance("", "ab", 2), 2U);
    EXPECT_EQ(key_distance("föhn", "fohn", 2), 1U);
}

}  // namespace
}  // namespace standby
