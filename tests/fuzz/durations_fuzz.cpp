// Texts of instants, durations and times of day: what is read can be written and read again, and
// any number at all can be written.
#include "base/civil.hpp"
#include "base/json/writer.hpp"
#include "base/time.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>

namespace standby::fuzz {
namespace {

void check_texts(std::string_view text) {
    if (const auto time = parse_time(text)) {
        const std::string written = format_time(*time);
        expect(parse_time(written) == *time, "an instant is read as it is written", written);
    }
    if (const auto duration = parse_duration(text)) {
        const std::string written = format_duration(*duration);
        expect(parse_duration(written) == *duration, "a duration is read as written", written);
        expect(written.size() <= text.size(), "a duration is written in the short form", text);
        expect(*duration >= Duration{0} && *duration <= duration_max, "a duration is limited");
    }
    if (const auto minutes = parse_time_of_day(text)) {
        expect(format_time_of_day(*minutes) == text, "a time of day has one text", text);
    }
}

void check_number(std::int64_t number) {
    const Time time{Duration{number}};
    const std::string written = format_time(time);
    const auto time_back = parse_time(written);
    expect(!time_back || *time_back == time, "an instant is read as it is written", written);
    constexpr std::int64_t ten_thousand_ms = 253'402'300'800'000;  // the year 10000
    expect(time_back || number < 0 || number >= ten_thousand_ms,
           "the instants of RFC 3339 can be read", written);
    std::string json;
    JsonWriter{json}.time(time);
    expect(json == '"' + written + '"', "JSON has the same text", json);

    const std::string length = format_duration(Duration{number});
    const auto length_back = parse_duration(length);
    const bool is_readable = number >= 0 && Duration{number} <= duration_max;
    expect(length_back.has_value() == is_readable, "durations up to the limit are read", length);
    expect(!length_back || length_back->count() == number, "a duration is itself", length);

    // As far as a Time reaches, in days.
    const std::int64_t days = floor_divide(number, 86'400'000);
    const CivilDate date = civil_from_days(days);
    expect(days_from_civil(date) == days, "a date is the day that it was made from", written);
    expect(date.month >= 1 && date.month <= 12 && date.day >= 1 &&
               date.day <= days_in_month(date.year, date.month),
           "a date exists", written);
}

}  // namespace

// Eight bytes of a number, then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    check_number(static_cast<std::int64_t>(input.take_number()));
    check_texts(input.text());
    return 0;
}

}  // namespace standby::fuzz
