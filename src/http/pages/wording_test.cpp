// Tests of the words in which guests read times, lengths, prices and numbers.
#include "http/pages/wording.hpp"

#include "http/pages/words/words.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using enum PageLanguage;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Wording, TellsTimesInTheGivenZoneAndLanguage) {
    const Time time = parse_time("2026-11-30T23:30:00Z").value();
    const Zone berlin = Zone::fixed("Europe/Berlin", hours(1));
    EXPECT_EQ(describe_time(time, Zone::utc(), English), "Monday, 30 November 2026, 11:30 pm");
    EXPECT_EQ(describe_time(time, berlin, English), "Tuesday, 1 December 2026, 12:30 am");
    EXPECT_EQ(describe_time(time, berlin, German), "Dienstag, 1. Dezember 2026, 0:30 Uhr");
    EXPECT_EQ(describe_time(time, berlin, French), "mardi 1er décembre 2026 à 0:30");
    EXPECT_EQ(describe_time(time, berlin, Spanish), "martes, 1 de diciembre de 2026, 0:30");
    EXPECT_EQ(describe_time(Time{} - seconds(1), Zone::utc(), English),
              "Wednesday, 31 December 1969, 11:59 pm");
    EXPECT_EQ(date_value(time, berlin), "2026-12-01");
}

TEST(Wording, TellsLengthsInTwoUnits) {
    EXPECT_EQ(describe_length(minutes(90), English), "1 hour 30 minutes");
    EXPECT_EQ(describe_length(minutes(61), German), "1 Stunde 1 Minute");
    EXPECT_EQ(describe_length(minutes(45), French), "45 minutes");
    EXPECT_EQ(describe_length(hours(49) + minutes(5), Spanish), "2 días 1 hora");
    EXPECT_EQ(describe_length(hours(24) + minutes(5), English), "1 day");
    EXPECT_EQ(describe_length(seconds(59), English), "59 seconds");
    EXPECT_EQ(describe_length(-hours(1), English), "0 seconds");
    EXPECT_EQ(describe_length(-hours(1), French), "0 seconde");
}

TEST(Wording, WritesMoneyAsEachLanguageDoes) {
    const core::Money money{123'456, {'E', 'U', 'R'}};
    EXPECT_EQ(describe_money(money, English), "€1,234.56");
    EXPECT_EQ(describe_money(money, German), "1.234,56\u00a0€");
    EXPECT_EQ(describe_money(money, French), "1\u202f234,56\u00a0€");
    EXPECT_EQ(describe_money(money, Spanish), "1234,56\u00a0€");
    EXPECT_EQ(describe_money({5, {'U', 'S', 'D'}}, English), "$0.05");
    EXPECT_EQ(describe_money({1200, {'J', 'P', 'Y'}}, English), "1,200\u00a0JPY");
    EXPECT_EQ(describe_money({1500, {'K', 'W', 'D'}}, English), "1.500\u00a0KWD");
}

TEST(Wording, GroupsDigits) {
    EXPECT_EQ(describe_number(1'234'567, English), "1,234,567");
    EXPECT_EQ(describe_number(1'234'567, German), "1.234.567");
    EXPECT_EQ(describe_number(1'234, Spanish), "1234");
    EXPECT_EQ(describe_number(999, French), "999");
}

TEST(Words, ChooseTheFormThatANumberNeeds) {
    EXPECT_EQ(words_in(English).join.waiting.with(English, 1), "One person is waiting.");
    EXPECT_EQ(words_in(English).join.waiting.with(English, 1200), "1,200 people are waiting.");
    EXPECT_EQ(words_in(German).join.waiting.with(German, 2), "2 Personen warten.");
    // French counts nought as one, the others as many.
    EXPECT_EQ(words_in(French).join.free.with(French, 0), "0 place est libre en ce moment.");
    EXPECT_EQ(words_in(French).join.free.with(French, 2), "2 places sont libres en ce moment.");
    EXPECT_EQ(words_in(Spanish).calendar.days.with(Spanish, 0), "0 días");
}

TEST(Words, FillInValuesOnlyWhereTheTextHasAPlace) {
    EXPECT_EQ(words_in(English).offer.standing_rank.with(std::string_view{"{0}<b>"}),
              "You are still in line, at place {0}<b>.");
}

// That no language lacks a text is seen to by the compiler; here, that none was left in English.
TEST(Words, AreNotLeftInEnglish) {
    for (const PageLanguage language : {German, French, Spanish}) {
        const PageWords& words = words_in(language);
        EXPECT_NE(words.entry.waiting.title.text(), english_page.entry.waiting.title.text());
        EXPECT_NE(words.offer.claim.text(), english_page.offer.claim.text());
        EXPECT_NE(words.join.submit.text(), english_page.join.submit.text());
        EXPECT_NE(words.notices.busy.text(), english_page.notices.busy.text());
        EXPECT_NE(words.unsubscribe.stop.text(), english_page.unsubscribe.stop.text());
        EXPECT_NE(words.messages.dead_link.text.text(),
                  english_page.messages.dead_link.text.text());
    }
}

}  // namespace
}  // namespace standby::http
