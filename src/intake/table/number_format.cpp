#include "intake/table/number_format.hpp"

#include "base/text.hpp"

#include <chrono>
#include <cmath>
#include <string>

namespace standby::intake {
namespace {

constexpr double milliseconds_a_day = 86'400'000.0;

// The first of up to four codes, without what is in quotes, escaped, or only colours it.
std::string plain_code(std::string_view code, bool& is_elapsed) {
    std::string plain;
    for (std::size_t at = 0; at < code.size() && code[at] != ';'; ++at) {
        const char sign = code[at];
        if (sign == '\\' || sign == '_' || sign == '*') {
            ++at;  // the next is not meant
        } else if (sign == '"') {
            at = std::min(code.find('"', at + 1), code.size());
        } else if (sign == '[') {
            const std::size_t end = std::min(code.find(']', at + 1), code.size());
            const std::string inside = to_lower(code.substr(at + 1, end - at - 1));
            if (!inside.empty() && inside.find_first_not_of("hms") == std::string::npos) {
                is_elapsed = true;
                plain += 'h';
            }
            at = end;
        } else {
            plain += to_lower(sign);
        }
    }
    return plain;
}

// Serial numbers count from a day that programs disagree on; 1900 has a 29 February in them that
// never was.
LocalTime moment_of(double serial, Epoch epoch) {
    using std::chrono::days;
    const auto milliseconds =
        Duration(static_cast<std::int64_t>(std::llround(serial * milliseconds_a_day)));
    constexpr std::chrono::local_days from_1900{std::chrono::year{1899} / 12 / 30};
    constexpr std::chrono::local_days from_1904{std::chrono::year{1904} / 1 / 1};
    if (epoch == Epoch::From1904) {
        return LocalTime(from_1904) + milliseconds;
    }
    constexpr double not_a_day = 60;
    return LocalTime(from_1900) + milliseconds + (serial < not_a_day ? days{1} : days{0});
}

}  // namespace

NumberFormat format_of_code(std::string_view code) {
    NumberFormat format;
    const std::string plain = plain_code(code, format.is_elapsed);
    if (!plain.empty() && plain.find_first_not_of('0') == std::string::npos) {
        constexpr std::size_t digits_max = 20;
        format.zeros_filled = static_cast<std::uint8_t>(std::min(plain.size(), digits_max));
        return format;
    }
    if (plain == "general" || plain == "@" || plain.find_first_of("0#?") != std::string::npos) {
        // Digits of a second stand behind a clock's.
        if (plain.find('s') == std::string::npos || plain == "general") {
            return format;
        }
    }
    const bool has_day = plain.find_first_of("dy") != std::string::npos;
    const bool has_clock = plain.find_first_of("hs") != std::string::npos;
    const bool has_month = plain.find('m') != std::string::npos;
    if (has_day) {
        format.kind = has_clock ? CellKind::DateTime : CellKind::Date;
    } else if (has_clock) {
        format.kind = CellKind::TimeOfDay;
    } else if (has_month) {
        format.kind = CellKind::Date;
    }
    return format;
}

NumberFormat format_of_number(std::uint32_t id) {
    const auto is_within = [&](std::uint32_t first, std::uint32_t last) {
        return id >= first && id <= last;
    };
    if (id == 22) {
        return {.kind = CellKind::DateTime};
    }
    if (id == 46) {
        return {.kind = CellKind::TimeOfDay, .is_elapsed = true};
    }
    if (is_within(18, 21) || id == 45 || id == 47 || is_within(32, 35)) {
        return {.kind = CellKind::TimeOfDay};
    }
    if (is_within(14, 17) || is_within(27, 31) || id == 36 || is_within(50, 58)) {
        return {.kind = CellKind::Date};
    }
    return {};
}

Cell formatted_cell(double number, NumberFormat format, Epoch epoch) {
    constexpr double serial_max = 2'958'466;  // the year 10000
    if (!std::isfinite(number) || format.kind == CellKind::Number || number < 0 ||
        number >= serial_max) {
        Cell cell = number_cell(number);
        if (format.zeros_filled > cell.text.size() && number >= 0 &&
            cell.text.find_first_not_of("0123456789") == std::string::npos) {
            cell.text.insert(0, format.zeros_filled - cell.text.size(), '0');
        }
        return cell;
    }
    if (format.is_elapsed || (number < 1 && format.kind != CellKind::Date)) {
        return time_cell(
            Duration(static_cast<std::int64_t>(std::llround(number * milliseconds_a_day))));
    }
    if (format.kind == CellKind::TimeOfDay) {  // of a day that is not shown
        return moment_cell(moment_of(number, epoch));
    }
    // A time of day that the format hides was typed all the same.
    const LocalTime moment = moment_of(number, epoch);
    const bool is_day = moment == LocalTime(std::chrono::floor<std::chrono::days>(moment));
    return moment_cell(moment, format.kind == CellKind::Date && is_day ? CellKind::Date
                                                                       : CellKind::DateTime);
}

}  // namespace standby::intake
