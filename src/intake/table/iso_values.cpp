#include "intake/table/iso_values.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <chrono>
#include <cmath>

namespace standby::intake {
namespace {

// Exactly so many digits at the beginning, which are taken away.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) {
        return std::nullopt;
    }
    const auto number = parse_number<unsigned>(text.substr(0, count));
    if (number) {
        text.remove_prefix(count);
    }
    return number;
}

bool take(std::string_view& text, char sign) {
    if (!text.starts_with(sign)) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

std::optional<Duration> take_clock(std::string_view& text) {
    const auto hour = take_digits(text, 2);
    if (!hour || *hour > 24 || !take(text, ':')) {
        return std::nullopt;
    }
    const auto minute = take_digits(text, 2);
    if (!minute || *minute > 59) {
        return std::nullopt;
    }
    Duration time = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
    if (take(text, ':')) {
        const auto second = take_digits(text, 2);
        if (!second || *second > 59) {
            return std::nullopt;
        }
        time += std::chrono::seconds(*second);
        if (take(text, '.') || take(text, ',')) {
            unsigned weight = 100;
            while (!text.empty() && is_digit(text.front())) {
                time += Duration(static_cast<unsigned>(text.front() - '0') * weight);
                weight /= 10;
                text.remove_prefix(1);
            }
        }
    }
    return time;
}

bool is_offset(std::string_view text) {
    if (text.empty() || text == "Z") {
        return true;
    }
    if (!take(text, '+') && !take(text, '-')) {
        return false;
    }
    return take_clock(text) && text.empty();
}

// PT10H10M10.5S; years and months have no length of their own and are refused.
std::optional<Duration> span_of(std::string_view text) {
    const bool is_negative = take(text, '-');
    if (!take(text, 'P')) {
        return std::nullopt;
    }
    bool in_time = false;
    double seconds = 0;
    while (!text.empty()) {
        if (take(text, 'T')) {
            in_time = true;
            continue;
        }
        const std::size_t end = text.find_first_not_of("0123456789.");
        if (end == std::string_view::npos || end == 0) {
            return std::nullopt;
        }
        const auto number = parse_number<double>(text.substr(0, end));
        const char unit = text[end];
        text.remove_prefix(end + 1);
        const double factor = unit == 'H' && in_time    ? 3'600
                              : unit == 'M' && in_time  ? 60
                              : unit == 'S' && in_time  ? 1
                              : unit == 'D' && !in_time ? 86'400
                                                        : 0;
        if (!number || factor == 0) {
            return std::nullopt;
        }
        seconds += *number * factor;
    }
    constexpr double seconds_max = 1e10;
    if (seconds > seconds_max) {
        return std::nullopt;
    }
    const auto milliseconds = Duration(std::llround(seconds * 1'000));
    return is_negative ? -milliseconds : milliseconds;
}

}  // namespace

std::optional<Cell> iso_date_cell(std::string_view text) {
    const auto year = take_digits(text, 4);
    if (!year || !take(text, '-')) {
        return std::nullopt;
    }
    const auto month = take_digits(text, 2);
    if (!month || !take(text, '-')) {
        return std::nullopt;
    }
    const auto day = take_digits(text, 2);
    if (!day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(*month), std::chrono::day(*day)};
    if (!date.ok()) {
        return std::nullopt;
    }
    const LocalTime midnight{std::chrono::local_days(date)};
    if (is_offset(text)) {
        return moment_cell(midnight, CellKind::Date);
    }
    if (!take(text, 'T') && !take(text, ' ')) {
        return std::nullopt;
    }
    const auto clock = take_clock(text);
    if (!clock || !is_offset(text)) {
        return std::nullopt;
    }
    const bool is_day = *clock == Duration::zero();  // programs write days so, too
    return moment_cell(midnight + *clock, is_day ? CellKind::Date : CellKind::DateTime);
}

std::optional<Cell> iso_time_cell(std::string_view text) {
    if (const auto span = span_of(text)) {
        return time_cell(*span);
    }
    const auto clock = take_clock(text);
    return clock && is_offset(text) ? std::optional(time_cell(*clock)) : std::nullopt;
}

}  // namespace standby::intake
