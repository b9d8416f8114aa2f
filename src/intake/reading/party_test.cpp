// How many people come, and what is no number of people.
#include "intake/reading/party.hpp"

#include "intake/reading/reading_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

TEST(Party, IsCountedInFourLanguages) {
    EXPECT_EQ(english("a table for four people"), "- - x4");
    EXPECT_EQ(english("We're a party of 6"), "- - x6");
    EXPECT_EQ(german("ein Tisch für 5 Personen"), "- - x5");
    EXPECT_EQ(german("Wir kommen zu viert"), "- - x4");
    EXPECT_EQ(german("für eine Person"), "- - x1");
    EXPECT_EQ(french("une table pour deux"), "- - x2");
    EXPECT_EQ(french("nous serons 7 personnes"), "- - x7");
    EXPECT_EQ(spanish("una mesa para tres personas"), "- - x3");
    EXPECT_EQ(spanish("somos 5"), "- - x5");
}

TEST(Party, IsNoHourAndNoLengthOfTime) {
    EXPECT_EQ(english("a table for 5 pm"), "- 17:00");
    EXPECT_EQ(english("a table for 2 weeks from now"), "2026-03-18 -");
    EXPECT_EQ(english("a table for 7 at 19:30"), "- 19:30 x7");
    EXPECT_EQ(english("a table for 4 on the 9th"), "2026-03-09 - x4");
    EXPECT_EQ(english("I'd like a seat"), "- -");
    EXPECT_EQ(french("Auriez-vous une place ?"), "- -");
    EXPECT_EQ(english("book us in for 3, it takes 2 hours as you told my sister last time"), "- -");
}

TEST(Party, IsTheOneThatIsCorrected) {
    EXPECT_EQ(english("not for 6, it's for 5 people"), "- - x5");
    EXPECT_EQ(english("for 4 people, sorry, 5 people"), "- - x5");
    EXPECT_EQ(english("4 people or maybe 5 people"), "- -");
    EXPECT_EQ(english("a table for 3 or 4 people"), "- -");
    EXPECT_EQ(english("we are 3, but maybe 4"), "- -");
    EXPECT_EQ(german("Tisch für 3-4 Personen"), "- -");
    EXPECT_EQ(french("on ne sera pas 4 mais 6 personnes"), "- - x6");
}

TEST(Party, AddsChildrenThatAreCounted) {
    EXPECT_EQ(english("2 adults and 3 children"), "- - x5");
    EXPECT_EQ(german("zwei Erwachsene und ein Kind"), "- - x3");
}

TEST(Party, IsThoseWhoAreNamedOneByOne) {
    EXPECT_EQ(english("a haircut for me and my daughter"), "- - x2");
    EXPECT_EQ(english("my wife, my son and I would like to come"), "- - x3");
    EXPECT_EQ(german("für mich und meine Tochter"), "- - x2");
    EXPECT_EQ(english("me and my kids"), "- -");
    EXPECT_EQ(english("me and some friends"), "- -");
}

}  // namespace
}  // namespace standby::intake
