// Reading and writing instants and times of day. Strict on purpose: a text that could be
// understood in two ways is refused with a message that says what is wrong. Durations are in
// duration_text.cpp.
#include "base/time.hpp"

#include "base/assert.hpp"
#include "base/civil.hpp"
#include "base/text.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>

namespace standby {
namespace {

constexpr int year_min = 1970;
constexpr int year_max = 9999;
constexpr std::int64_t day_ms = 24 * 60 * 60 * 1000;

void append_padded(std::string& text, std::uint64_t value, std::size_t width) {
    const std::string digits = std::to_string(value);
    if (digits.size() < width) {
        text.append(width - digits.size(), '0');
    }
    text += digits;
}

// Takes a text apart from the left. Every step leaves the text untouched when it does not match.
struct Scanner {
    std::string_view rest;

    std::optional<int> digits(std::size_t count) {
        if (rest.size() < count) {
            return std::nullopt;
        }
        int value = 0;
        for (const char character : rest.substr(0, count)) {
            if (!is_digit(character)) {
                return std::nullopt;
            }
            value = value * 10 + (character - '0');
        }
        rest.remove_prefix(count);
        return value;
    }

    bool character(char wanted) {
        if (!rest.starts_with(wanted)) {
            return false;
        }
        rest.remove_prefix(1);
        return true;
    }
};

std::unexpected<std::string> refuse(std::string message) {
    return std::unexpected(std::move(message));
}

std::unexpected<std::string> refuse_range(std::string_view what, int value, int lowest,
                                          int highest) {
    return refuse(std::string(what) + " " + std::to_string(value) + " is not between " +
                  std::to_string(lowest) + " and " + std::to_string(highest));
}

Result<std::int64_t, std::string> scan_date_days(Scanner& scanner) {
    const std::optional<int> year = scanner.digits(4);
    const bool year_ends = year && scanner.character('-');
    const std::optional<int> month = year_ends ? scanner.digits(2) : std::nullopt;
    const bool month_ends = month && scanner.character('-');
    const std::optional<int> day = month_ends ? scanner.digits(2) : std::nullopt;
    if (!day) {
        return refuse("expected a date such as 2026-11-15 at the start");
    }
    if (*year < year_min || *year > year_max) {
        return refuse_range("year", *year, year_min, year_max);
    }
    if (*month < 1 || *month > 12) {
        return refuse_range("month", *month, 1, 12);
    }
    const unsigned month_number = static_cast<unsigned>(*month);
    const int day_last = static_cast<int>(days_in_month(*year, month_number));
    if (*day < 1 || *day > day_last) {
        return refuse_range("day", *day, 1, day_last);
    }
    return days_from_civil(
        {.year = *year, .month = month_number, .day = static_cast<unsigned>(*day)});
}

Result<int, std::string> scan_fraction_ms(Scanner& scanner) {
    if (!scanner.character('.')) {
        return 0;
    }
    int fraction_ms = 0;
    int weight_ms = 100;
    bool any = false;
    while (const std::optional<int> digit = scanner.digits(1)) {
        any = true;
        fraction_ms += *digit * weight_ms;
        weight_ms /= 10;
    }
    if (!any) {
        return refuse("expected a digit after the decimal point");
    }
    return fraction_ms;
}

Result<std::int64_t, std::string> scan_clock_ms(Scanner& scanner) {
    const std::optional<int> hour = scanner.digits(2);
    const bool hour_ends = hour && scanner.character(':');
    const std::optional<int> minute = hour_ends ? scanner.digits(2) : std::nullopt;
    const bool minute_ends = minute && scanner.character(':');
    const std::optional<int> second = minute_ends ? scanner.digits(2) : std::nullopt;
    if (!second) {
        return refuse("expected a time such as 14:00:00 after the date");
    }
    if (*hour > 23) {
        return refuse_range("hour", *hour, 0, 23);
    }
    if (*minute > 59) {
        return refuse_range("minute", *minute, 0, 59);
    }
    if (*second == 60) {
        return refuse("leap seconds are not supported");
    }
    if (*second > 59) {
        return refuse_range("second", *second, 0, 59);
    }
    const int fraction_ms = TRY(scan_fraction_ms(scanner));
    return ((*hour * 60 + *minute) * 60 + *second) * std::int64_t{1000} + fraction_ms;
}

Result<std::int64_t, std::string> scan_offset_ms(Scanner& scanner) {
    if (scanner.character('Z') || scanner.character('z')) {
        return 0;
    }
    const bool is_negative = scanner.rest.starts_with('-');
    const bool has_sign = scanner.character('-') || scanner.character('+');
    const std::optional<int> hour = has_sign ? scanner.digits(2) : std::nullopt;
    const bool hour_ends = hour && scanner.character(':');
    const std::optional<int> minute = hour_ends ? scanner.digits(2) : std::nullopt;
    if (!minute) {
        return refuse("expected Z or an offset such as +01:00 after the time");
    }
    if (*hour > 23) {
        return refuse_range("offset hour", *hour, 0, 23);
    }
    if (*minute > 59) {
        return refuse_range("offset minute", *minute, 0, 59);
    }
    const std::int64_t offset_ms = (*hour * 60 + *minute) * std::int64_t{60'000};
    return is_negative ? -offset_ms : offset_ms;
}

}  // namespace

std::string format_time(Time time) {
    const std::int64_t total_ms = time.time_since_epoch().count();
    const std::int64_t days = floor_divide(total_ms, day_ms);
    const CivilDate date = civil_from_days(days);
    // Not days * day_ms, which would leave the 64 bits on the first day of all.
    const std::int64_t remainder_ms = total_ms % day_ms;
    const auto in_day_ms =
        static_cast<std::uint64_t>(remainder_ms < 0 ? remainder_ms + day_ms : remainder_ms);
    std::string text;
    text.reserve(24);
    if (date.year < 0 || date.year > year_max) {
        text += date.year < 0 ? '-' : '+';
    }
    append_padded(text, static_cast<std::uint64_t>(std::abs(date.year)), 4);
    text += '-';
    append_padded(text, date.month, 2);
    text += '-';
    append_padded(text, date.day, 2);
    text += 'T';
    append_padded(text, in_day_ms / 3'600'000, 2);
    text += ':';
    append_padded(text, in_day_ms / 60'000 % 60, 2);
    text += ':';
    append_padded(text, in_day_ms / 1000 % 60, 2);
    if (in_day_ms % 1000 != 0) {
        text += '.';
        append_padded(text, in_day_ms % 1000, 3);
    }
    text += 'Z';
    return text;
}

Result<Time, std::string> parse_time(std::string_view text) {
    Scanner scanner{text};
    const std::int64_t days = TRY(scan_date_days(scanner));
    if (!scanner.character('T') && !scanner.character('t')) {
        return refuse("expected T between date and time");
    }
    const std::int64_t clock_ms = TRY(scan_clock_ms(scanner));
    const std::int64_t offset_ms = TRY(scan_offset_ms(scanner));
    if (!scanner.rest.empty()) {
        return refuse("unexpected text after the offset");
    }
    const std::int64_t total_ms = days * day_ms + clock_ms - offset_ms;
    const std::int64_t end_ms =
        days_from_civil({.year = year_max + 1, .month = 1, .day = 1}) * day_ms;
    if (total_ms < 0 || total_ms >= end_ms) {
        return refuse("the instant in UTC is not between the years 1970 and 9999");
    }
    return Time(Duration(total_ms));
}

std::string format_time_of_day(std::chrono::minutes after_midnight) {
    const std::int64_t minutes = after_midnight.count();
    ASSERT(0 <= minutes && minutes < 24 * 60);
    std::string text;
    append_padded(text, static_cast<std::uint64_t>(minutes) / 60, 2);
    text += ':';
    append_padded(text, static_cast<std::uint64_t>(minutes) % 60, 2);
    return text;
}

Result<std::chrono::minutes, std::string> parse_time_of_day(std::string_view text) {
    Scanner scanner{text};
    const std::optional<int> hour = scanner.digits(2);
    const bool hour_ends = hour && scanner.character(':');
    const std::optional<int> minute = hour_ends ? scanner.digits(2) : std::nullopt;
    if (!minute || !scanner.rest.empty()) {
        return refuse("expected a time of day such as 21:00");
    }
    if (*hour > 23) {
        return refuse_range("hour", *hour, 0, 23);
    }
    if (*minute > 59) {
        return refuse_range("minute", *minute, 0, 59);
    }
    return std::chrono::minutes(*hour * 60 + *minute);
}

}  // namespace standby
