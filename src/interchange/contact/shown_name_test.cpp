// Names as people have them stay; what only looks like one does not reach a message.
#include "interchange/contact/shown_name.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

TEST(ShownName, NamesStayAsTheyAre) {
    for (const char* name : {"Ada", "Zoë Ångström", "Jean-Luc O'Neill", "Dr. Ada Roth", "李小龙",
                             "María José Carreño Quiñones", "X Æ A-12", "Henry 8"}) {
        EXPECT_EQ(shown_name(name), name);
    }
    EXPECT_EQ(shown_name(""), "");
}

TEST(ShownName, WhatLooksLikeALinkIsNoName) {
    for (const char* name :
         {"You won! visit http://evil.example/prize now", "evil.example", "Go to evil.example!",
          "www.evil.example", "WWW.Evil.Example", "bit.ly/x", "Ada evil。example",
          "pay@evil.example", "\\\\host\\share", "Ada\u200bhttps://evil.example", "call 0900123456",
          "+49 900 12 34 56"}) {
        EXPECT_EQ(shown_name(name), "") << name;
    }
}

TEST(ShownName, DotsWithinAreFollowedByABlank) {
    EXPECT_EQ(shown_name("J.R.R. Tolkien"), "J. R. R. Tolkien");
    EXPECT_EQ(shown_name("Dr.Smith"), "Dr. Smith");
}

TEST(ShownName, LongWordsAndLongNamesAreCut) {
    EXPECT_EQ(shown_name(std::string(200, 'a')), std::string(19, 'a') + "…");
    EXPECT_EQ(shown_name("one two three four five six seven eight nine ten"),
              "one two three four five six seven …");
    EXPECT_EQ(shown_name("Claim your prize now, call our friendly agents and visit evil.example"),
              "");
}

TEST(ShownName, DirectionsAndLinesDoNotTurn) {
    EXPECT_EQ(shown_name("Ada\u202e\r\nBcc: x"), "Ada Bcc: x");
}

}  // namespace
}  // namespace standby::interchange
