// Tests of dates, amounts and numbers in each language.
#include "interchange/wording/formats.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

namespace standby::interchange {
namespace {

using namespace std::chrono_literals;
using enum Language;

Time at(std::string_view text) {
    return parse_time(text).value();
}

const Zone& berlin() {
    static const Zone zone = [] {
        std::ifstream file("/usr/share/zoneinfo/Europe/Berlin", std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        return Zone::parse("Europe/Berlin", std::as_bytes(std::span(text))).value();
    }();
    return zone;
}

Reader reader(Language language, TextStyle style = TextStyle::Full,
              std::string_view now = "2026-11-14T10:00:00Z") {
    return {.language = language, .zone = &berlin(), .now = at(now), .style = style};
}

TEST(FormatsTest, WritesWhenInEachLanguage) {
    const Time time = at("2026-11-14T13:00:00Z");
    EXPECT_EQ(format_when(reader(English), time), "Saturday 14 November at 2:00 pm");
    EXPECT_EQ(format_when(reader(German), time), "Samstag, 14. November, 14:00");
    EXPECT_EQ(format_when(reader(French), time), "samedi 14 novembre à 14:00");
    EXPECT_EQ(format_when(reader(Spanish), time), "sábado 14 de noviembre a las 14:00");
}

TEST(FormatsTest, WritesShortlyForTextMessages) {
    const Time time = at("2026-11-14T13:00:00Z");
    EXPECT_EQ(format_when(reader(English, TextStyle::Short), time), "Sat 14 Nov, 2:00 pm");
    EXPECT_EQ(format_when(reader(German, TextStyle::Short), time), "Sa 14.11., 14:00");
    EXPECT_EQ(format_when(reader(French, TextStyle::Short), time), "sam 14/11 à 14:00");
    EXPECT_EQ(format_when(reader(Spanish, TextStyle::Short), time), "sab 14/11, 14:00");
}

TEST(FormatsTest, UsesTheZoneOnBothSidesOfAChangeOfTheClocks) {
    // At 03:00 in Berlin the clocks go back to 02:00.
    EXPECT_EQ(format_clock(reader(German), at("2026-10-25T00:30:00Z")), "02:30");
    EXPECT_EQ(format_clock(reader(German), at("2026-10-25T01:30:00Z")), "02:30");
    EXPECT_EQ(format_clock(reader(German), at("2026-10-25T02:30:00Z")), "03:30");
    EXPECT_EQ(format_date(reader(German), at("2026-10-24T22:30:00Z")), "Sonntag, 25. Oktober");
    EXPECT_EQ(format_date(reader(German), at("2026-10-24T21:59:00Z")), "Samstag, 24. Oktober");
}

TEST(FormatsTest, CountsTheEnglishHoursFromTwelve) {
    EXPECT_EQ(format_clock(reader(English), at("2026-11-14T23:05:00Z")), "12:05 am");
    EXPECT_EQ(format_clock(reader(English), at("2026-11-14T11:05:00Z")), "12:05 pm");
    EXPECT_EQ(format_clock(reader(English), at("2026-11-14T10:59:00Z")), "11:59 am");
    EXPECT_EQ(format_clock(reader(English), at("2026-11-14T22:59:00Z")), "11:59 pm");
}

TEST(FormatsTest, KnowsTheOddCasesOfFrenchAndSpanish) {
    EXPECT_EQ(format_date(reader(French), at("2026-12-01T12:00:00Z")), "mardi 1er décembre");
    EXPECT_EQ(format_when(reader(Spanish), at("2026-11-15T00:30:00Z")),
              "domingo 15 de noviembre a la 1:30");
    EXPECT_EQ(format_deadline(reader(Spanish), at("2026-11-14T00:30:00Z")), "la 1:30");
}

TEST(FormatsTest, ADeadlineTodayIsATimeOfDay) {
    const Time today = at("2026-11-14T12:20:00Z");
    const Time tomorrow = at("2026-11-15T08:00:00Z");
    EXPECT_EQ(format_deadline(reader(English), today), "1:20 pm");
    EXPECT_EQ(format_deadline(reader(English), tomorrow), "Sunday 15 November at 9:00 am");
    EXPECT_EQ(format_deadline(reader(German), today), "13:20");
    EXPECT_EQ(format_deadline(reader(German), tomorrow), "Sonntag, 15. November, 09:00");
    EXPECT_EQ(format_deadline(reader(French), today), "13:20");
    EXPECT_EQ(format_deadline(reader(French), tomorrow), "le dimanche 15 novembre à 09:00");
    EXPECT_EQ(format_deadline(reader(Spanish), today), "las 13:20");
    EXPECT_EQ(format_deadline(reader(Spanish), tomorrow), "el domingo 15 de noviembre a las 9:00");
}

TEST(FormatsTest, TodayIsTodayInTheReadersZone) {
    // 23:30 in London is half past midnight in Berlin.
    const Reader late = reader(English, TextStyle::Full, "2026-11-14T23:30:00Z");
    EXPECT_EQ(format_deadline(late, at("2026-11-14T22:50:00Z")),
              "Saturday 14 November at 11:50 pm");
    EXPECT_EQ(format_deadline(late, at("2026-11-14T23:50:00Z")), "12:50 am");
}

TEST(FormatsTest, FarDatesHaveAYear) {
    const Time far = at("2028-02-29T12:00:00Z");
    EXPECT_EQ(format_date(reader(English), far), "Tuesday 29 February 2028");
    EXPECT_EQ(format_date(reader(German), far), "Dienstag, 29. Februar 2028");
    EXPECT_EQ(format_date(reader(Spanish), far), "martes 29 de febrero de 2028");
    EXPECT_EQ(format_date(reader(German, TextStyle::Short), far), "Di 29.2.2028");
    EXPECT_EQ(format_date(reader(French, TextStyle::Short), far), "mar 29/2/2028");
    EXPECT_EQ(format_date(reader(English), at("2027-02-01T12:00:00Z")), "Monday 1 February");
}

TEST(FormatsTest, SurvivesTimesFromADamagedRecord) {
    for (const Time time : {Time::min(), Time::max()}) {
        EXPECT_FALSE(format_when(reader(German), time).empty());
        EXPECT_FALSE(format_deadline(reader(Spanish, TextStyle::Short), time).empty());
    }
}

TEST(FormatsTest, WritesMonths) {
    EXPECT_EQ(format_month(English, 2026, 10), "October 2026");
    EXPECT_EQ(format_month(German, 2026, 3), "März 2026");
    EXPECT_EQ(format_month(French, 2026, 8), "août 2026");
    EXPECT_EQ(format_month(Spanish, 2026, 1), "enero de 2026");
}

TEST(FormatsTest, WritesSpansInTheLargestUnitsThatHelp) {
    EXPECT_EQ(format_span(English, 10min), "10 minutes");
    EXPECT_EQ(format_span(English, 1min), "1 minute");
    EXPECT_EQ(format_span(English, 59'999ms), "59 seconds");
    EXPECT_EQ(format_span(English, 1'000ms), "1 second");
    EXPECT_EQ(format_span(English, -1h), "0 seconds");
    EXPECT_EQ(format_span(French, 0ms), "0 seconde");
    EXPECT_EQ(format_span(English, 119'000ms), "1 minute");
    EXPECT_EQ(format_span(English, 2h), "2 hours");
    EXPECT_EQ(format_span(English, 90min), "1 hour 30 minutes");
    EXPECT_EQ(format_span(English, 24h + 5min), "1 day");
    EXPECT_EQ(format_span(English, 47h + 59min), "1 day 23 hours");
    EXPECT_EQ(format_span(Spanish, 49h + 5min), "2 días 1 hora");
    EXPECT_EQ(format_span(German, 61min), "1 Stunde 1 Minute");
    EXPECT_EQ(format_span(French, 72h), "3 jours");
    EXPECT_EQ(format_span(Spanish, 72h), "3 días");
}

core::Money money(std::int64_t amount, std::string_view currency) {
    return {.amount = amount, .currency = {currency[0], currency[1], currency[2]}};
}

TEST(FormatsTest, WritesMoney) {
    EXPECT_EQ(format_money(English, money(4500, "EUR")), "€45.00");
    EXPECT_EQ(format_money(German, money(4500, "EUR")), "45,00\u00a0€");
    EXPECT_EQ(format_money(French, money(123'456'789, "EUR")), "1\u202f234\u202f567,89\u00a0€");
    EXPECT_EQ(format_money(German, money(123'456'789, "EUR")), "1.234.567,89\u00a0€");
    EXPECT_EQ(format_money(Spanish, money(123'450, "EUR")), "1234,50\u00a0€");
    EXPECT_EQ(format_money(Spanish, money(1'234'500, "EUR")), "12.345,00\u00a0€");
    EXPECT_EQ(format_money(English, money(5, "USD")), "$0.05");
    EXPECT_EQ(format_money(English, money(120'000, "CHF")), "CHF\u00a01,200.00");
    EXPECT_EQ(format_money(German, money(4500, "JPY")), "4.500\u00a0JPY");
    EXPECT_EQ(format_money(English, money(4500, "KWD")), "KWD\u00a04.500");
    EXPECT_EQ(format_money(English, money(-4500, "GBP")), "-£45.00");
    EXPECT_EQ(format_money(English, money(std::numeric_limits<std::int64_t>::min(), "EUR")),
              "-€92,233,720,368,547,758.08");
    EXPECT_EQ(format_money(English, money(100, "<b>")), "1.00");
}

TEST(FormatsTest, HasOnlySpacesOfTheGsmAlphabetInTextMessages) {
    EXPECT_EQ(format_money(French, money(123'456, "EUR"), TextStyle::Short), "1 234,56 €");
    EXPECT_EQ(format_money(English, money(120'000, "CHF"), TextStyle::Short), "CHF 1,200.00");
    EXPECT_EQ(format_number(French, 1234, TextStyle::Short), "1 234");
}

TEST(FormatsTest, WritesNumbersAndShares) {
    EXPECT_EQ(format_number(English, 1'234'567), "1,234,567");
    EXPECT_EQ(format_number(French, 1234), "1\u202f234");
    EXPECT_EQ(format_number(Spanish, 1234), "1234");
    EXPECT_EQ(format_number(German, 999), "999");
    EXPECT_EQ(format_share(English, 5, 6), "83%");
    EXPECT_EQ(format_share(German, 999, 1000), "99\u00a0%");
    EXPECT_EQ(format_share(German, 7, 7), "100\u00a0%");
}

TEST(FormatsTest, SaysWhatNoSentenceGoesOnBehind) {
    const Time time = at("2026-11-30T23:30:00Z");
    const Reader anytime{.language = German, .zone = &berlin()};
    EXPECT_EQ(format_moment(anytime, time), "Dienstag, 1. Dezember 2026, 00:30 Uhr");
    EXPECT_EQ(format_moment(reader(German), time), "Dienstag, 1. Dezember, 00:30 Uhr");
    EXPECT_EQ(format_moment(reader(French), time), "mardi 1er décembre à 00:30");
    EXPECT_EQ(format_moment(reader(Spanish), time), "martes 1 de diciembre a las 0:30");
    EXPECT_EQ(format_moment(reader(English), time), "Tuesday 1 December at 12:30 am");
}

TEST(FormatsTest, TellsTheTimeOfDay) {
    EXPECT_EQ(format_clock(English, 21 * 60), "9:00 pm");
    EXPECT_EQ(format_clock(German, 9 * 60), "09:00");
    EXPECT_EQ(format_clock(French, 9 * 60), "09:00");
    EXPECT_EQ(format_clock(Spanish, 9 * 60), "9:00");
}

}  // namespace
}  // namespace standby::interchange
