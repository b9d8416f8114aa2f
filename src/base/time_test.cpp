// Tests of the text forms of instants, durations and times of day.
#include "base/time.hpp"

#include "base/civil.hpp"
#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace standby {
namespace {

using namespace std::chrono_literals;

Time at_ms(std::int64_t milliseconds) {
    return Time(Duration(milliseconds));
}

TEST(CivilDate, AgreesWithItselfAcrossManyYears) {
    Prng prng(3);
    for (int round = 0; round < 20'000; ++round) {
        const std::int64_t days = prng.between(-200'000'000'000, 200'000'000'000);
        const CivilDate date = civil_from_days(days);
        EXPECT_EQ(days_from_civil(date), days);
        const CivilDate later = civil_from_days(days + 146097);
        EXPECT_EQ(later, (CivilDate{date.year + 400, date.month, date.day}));
    }
}

TEST(CivilDate, KnowsLeapYears) {
    EXPECT_TRUE(is_leap_year(2000));
    EXPECT_TRUE(is_leap_year(2024));
    EXPECT_FALSE(is_leap_year(2100));
    EXPECT_FALSE(is_leap_year(-100));
    EXPECT_TRUE(is_leap_year(0));
    EXPECT_EQ(days_in_month(2024, 2), 29U);
    EXPECT_EQ(days_in_month(2100, 2), 28U);
}

TEST(FormatTime, WritesMillisecondsOnlyWhenNotZero) {
    EXPECT_EQ(format_time(at_ms(0)), "1970-01-01T00:00:00Z");
    EXPECT_EQ(format_time(at_ms(1'794'751'200'000)), "2026-11-15T14:00:00Z");
    EXPECT_EQ(format_time(at_ms(1'794'751'200'123)), "2026-11-15T14:00:00.123Z");
    EXPECT_EQ(format_time(at_ms(1'794'751'200'007)), "2026-11-15T14:00:00.007Z");
}

TEST(FormatTime, ShowsInstantsThatRfc3339CannotExpress) {
    EXPECT_EQ(format_time(at_ms(-1)), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(format_time(Time::max()), "+292278994-08-17T07:12:55.807Z");
    EXPECT_EQ(format_time(Time::min()), "-292275055-05-16T16:47:04.192Z");
}

TEST(ParseTime, ReadsBackWhatFormatTimeWrites) {
    Prng prng(4);
    for (int round = 0; round < 20'000; ++round) {
        const Time time = at_ms(prng.between(0, 253'402'300'799'999));
        EXPECT_EQ(parse_time(format_time(time)), time) << format_time(time);
    }
    EXPECT_EQ(parse_time("9999-12-31T23:59:59.999Z"), at_ms(253'402'300'799'999));
}

TEST(ParseTime, AcceptsNumericOffsets) {
    const Time expected = at_ms(1'794'751'200'000);
    EXPECT_EQ(parse_time("2026-11-15T15:00:00+01:00"), expected);
    EXPECT_EQ(parse_time("2026-11-15T08:30:00-05:30"), expected);
    EXPECT_EQ(parse_time("2026-11-15T14:00:00-00:00"), expected);
    EXPECT_EQ(parse_time("2026-11-16T13:59:00+23:59"), expected);
    EXPECT_EQ(parse_time("2026-11-15t14:00:00z"), expected);
}

TEST(ParseTime, TruncatesFractionsToMilliseconds) {
    EXPECT_EQ(parse_time("2026-11-15T14:00:00.1Z"), at_ms(1'794'751'200'100));
    EXPECT_EQ(parse_time("2026-11-15T14:00:00.12Z"), at_ms(1'794'751'200'120));
    EXPECT_EQ(parse_time("2026-11-15T14:00:00.1239999999999Z"), at_ms(1'794'751'200'123));
    EXPECT_EQ(parse_time("2026-11-15T14:00:00.999999+00:00"), at_ms(1'794'751'200'999));
}

TEST(ParseTime, AcceptsLeapDaysThatExist) {
    EXPECT_TRUE(parse_time("2024-02-29T00:00:00Z").has_value());
    EXPECT_TRUE(parse_time("2000-02-29T00:00:00Z").has_value());
    EXPECT_EQ(parse_time("2023-02-29T00:00:00Z").error(), "day 29 is not between 1 and 28");
    EXPECT_EQ(parse_time("2100-02-29T00:00:00Z").error(), "day 29 is not between 1 and 28");
}

TEST(ParseTime, SaysWhatIsWrong) {
    const std::array<std::array<std::string_view, 2>, 24> cases = {{
        {"", "expected a date such as 2026-11-15 at the start"},
        {"2026-1-15T14:00:00Z", "expected a date such as 2026-11-15 at the start"},
        {" 2026-11-15T14:00:00Z", "expected a date such as 2026-11-15 at the start"},
        {"+2026-11-15T14:00:00Z", "expected a date such as 2026-11-15 at the start"},
        {"12026-11-15T14:00:00Z", "expected a date such as 2026-11-15 at the start"},
        {"2026-02-30T14:00:00Z", "day 30 is not between 1 and 28"},
        {"2026-04-31T14:00:00Z", "day 31 is not between 1 and 30"},
        {"2026-04-00T14:00:00Z", "day 0 is not between 1 and 30"},
        {"2026-13-01T14:00:00Z", "month 13 is not between 1 and 12"},
        {"2026-00-01T14:00:00Z", "month 0 is not between 1 and 12"},
        {"1969-12-31T23:59:59Z", "year 1969 is not between 1970 and 9999"},
        {"2026-11-15 14:00:00Z", "expected T between date and time"},
        {"2026-11-15", "expected T between date and time"},
        {"2026-11-15T14:00Z", "expected a time such as 14:00:00 after the date"},
        {"2026-11-15T24:00:00Z", "hour 24 is not between 0 and 23"},
        {"2026-11-15T14:60:00Z", "minute 60 is not between 0 and 59"},
        {"2026-12-31T23:59:60Z", "leap seconds are not supported"},
        {"2026-11-15T14:00:61Z", "second 61 is not between 0 and 59"},
        {"2026-11-15T14:00:00.Z", "expected a digit after the decimal point"},
        {"2026-11-15T14:00:00", "expected Z or an offset such as +01:00 after the time"},
        {"2026-11-15T14:00:00+0100", "expected Z or an offset such as +01:00 after the time"},
        {"2026-11-15T14:00:00+24:00", "offset hour 24 is not between 0 and 23"},
        {"2026-11-15T14:00:00+01:60", "offset minute 60 is not between 0 and 59"},
        {"2026-11-15T14:00:00Z ", "unexpected text after the offset"},
    }};
    for (const auto& [text, message] : cases) {
        const Result<Time, std::string> result = parse_time(text);
        ASSERT_FALSE(result.has_value()) << text;
        EXPECT_EQ(result.error(), message) << text;
    }
}

TEST(ParseTime, RefusesInstantsOutsideTheRangeInUtc) {
    const std::string message = "the instant in UTC is not between the years 1970 and 9999";
    EXPECT_EQ(parse_time("1970-01-01T00:59:59+01:00").error(), message);
    EXPECT_EQ(parse_time("9999-12-31T23:00:00-01:00").error(), message);
    EXPECT_EQ(parse_time("1970-01-01T01:00:00+01:00"), at_ms(0));
}

TEST(ParseDuration, ReadsEveryUnit) {
    EXPECT_EQ(parse_duration("500ms"), 500ms);
    EXPECT_EQ(parse_duration("90s"), 90s);
    EXPECT_EQ(parse_duration("10m"), 10min);
    EXPECT_EQ(parse_duration("6h"), 6h);
    EXPECT_EQ(parse_duration("2d"), 48h);
    EXPECT_EQ(parse_duration("1w"), 168h);
    EXPECT_EQ(parse_duration("0s"), 0s);
}

TEST(ParseDuration, AddsUpDescendingUnits) {
    EXPECT_EQ(parse_duration("1h30m"), 90min);
    EXPECT_EQ(parse_duration("1w2d3h4m5s6ms"), 219h + 4min + 5s + 6ms);
    EXPECT_EQ(parse_duration("1m1ms"), 60'001ms);
}

TEST(ParseDuration, SaysWhatIsWrong) {
    const std::array<std::array<std::string_view, 2>, 14> cases = {{
        {"", "a duration must not be empty"},
        {"-5s", "expected a digit but found '-' in a duration such as 1h30m"},
        {"+5s", "expected a digit but found '+' in a duration such as 1h30m"},
        {" 5s", "expected a digit but found a space in a duration such as 1h30m"},
        {"5s ", "expected a digit but found a space in a duration such as 1h30m"},
        {"5 s", "expected a unit (ms, s, m, h, d or w) after the number"},
        {"1.5h", "expected a unit (ms, s, m, h, d or w) after the number"},
        {"h", "expected a digit but found 'h' in a duration such as 1h30m"},
        {"\xc3\xa9", "expected a digit but found an unprintable character in a duration such as "
                     "1h30m"},
        {"90", "expected a unit (ms, s, m, h, d or w) after the number"},
        {"5y", "unknown unit 'y', expected ms, s, m, h, d or w"},
        {"5H", "unknown unit 'H', expected ms, s, m, h, d or w"},
        {"30m1h", "unit 'h' must not follow 'm'; units go from large to small"},
        {"1h1h", "unit 'h' must not follow 'h'; units go from large to small"},
    }};
    for (const auto& [text, message] : cases) {
        const Result<Duration, std::string> result = parse_duration(text);
        ASSERT_FALSE(result.has_value()) << text;
        EXPECT_EQ(result.error(), message) << text;
    }
}

TEST(ParseDuration, RefusesMoreThanTenYears) {
    EXPECT_EQ(parse_duration("3650d"), duration_max);
    EXPECT_EQ(parse_duration("315360000000ms"), duration_max);
    for (const std::string_view text :
         {"3651d", "3650d1ms", "315360000001ms", "30500568905w", "18446744073709551616ms",
          "99999999999999999999999999999999999w", "521w3d1ms", "315360000000w"}) {
        const Result<Duration, std::string> result = parse_duration(text);
        ASSERT_FALSE(result.has_value()) << text;
        EXPECT_EQ(result.error(), "a duration may be at most 3650d") << text;
    }
}

TEST(FormatDuration, WritesTheShortestForm) {
    EXPECT_EQ(format_duration(0s), "0s");
    EXPECT_EQ(format_duration(500ms), "500ms");
    EXPECT_EQ(format_duration(90s), "90s");
    EXPECT_EQ(format_duration(90min), "90m");
    EXPECT_EQ(format_duration(24h), "1d");
    EXPECT_EQ(format_duration(168h), "1w");
    EXPECT_EQ(format_duration(240h), "10d");
    EXPECT_EQ(format_duration(24h + 5min), "1d5m");
    EXPECT_EQ(format_duration(168h + 1ms), "1w1ms");
    EXPECT_EQ(format_duration(1500ms), "1500ms");
}

TEST(FormatDuration, ShowsNegativeDurations) {
    EXPECT_EQ(format_duration(-90s), "-90s");
    EXPECT_EQ(format_duration(Duration::min()).front(), '-');
}

TEST(FormatDuration, ParsesBackExactly) {
    Prng prng(5);
    for (int round = 0; round < 5'000; ++round) {
        const std::int64_t unit_ms = std::array{1, 1000, 60'000, 3'600'000}[prng.below(4)];
        const Duration duration(prng.between(0, duration_max.count() / unit_ms) * unit_ms);
        EXPECT_EQ(parse_duration(format_duration(duration)), duration);
    }
}

TEST(ParseTimeOfDay, ReadsHoursAndMinutes) {
    EXPECT_EQ(parse_time_of_day("00:00"), 0min);
    EXPECT_EQ(parse_time_of_day("21:00"), 21h);
    EXPECT_EQ(parse_time_of_day("23:59"), 23h + 59min);
}

TEST(ParseTimeOfDay, SaysWhatIsWrong) {
    for (const std::string_view text : {"", "9:00", "21", "21:0", "21:00:00", "21:00 ", "-1:00"}) {
        const auto result = parse_time_of_day(text);
        ASSERT_FALSE(result.has_value()) << text;
        EXPECT_EQ(result.error(), "expected a time of day such as 21:00") << text;
    }
    EXPECT_EQ(parse_time_of_day("24:00").error(), "hour 24 is not between 0 and 23");
    EXPECT_EQ(parse_time_of_day("12:60").error(), "minute 60 is not between 0 and 59");
}

TEST(FormatTimeOfDay, ParsesBack) {
    for (std::chrono::minutes minutes = 0min; minutes < 24h; ++minutes) {
        EXPECT_EQ(parse_time_of_day(format_time_of_day(minutes)), minutes);
    }
    EXPECT_EQ(format_time_of_day(7h + 5min), "07:05");
}

}  // namespace
}  // namespace standby
