// English, for now the language of all server-rendered pages.
#include "http/pages/wording.hpp"

#include "base/civil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace standby::http {
namespace {

constexpr std::array<std::string_view, 7> weekdays = {"Thursday", "Friday",  "Saturday", "Sunday",
                                                      "Monday",   "Tuesday", "Wednesday"};
constexpr std::array<std::string_view, 12> months = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

unsigned decimals_of(std::string_view currency) {
    constexpr std::array<std::string_view, 15> without = {"BIF", "CLP", "DJF", "GNF", "ISK",
                                                          "JPY", "KMF", "KRW", "PYG", "RWF",
                                                          "UGX", "VND", "VUV", "XAF", "XOF"};
    constexpr std::array<std::string_view, 7> with_three = {"BHD", "IQD", "JOD", "KWD",
                                                            "LYD", "OMR", "TND"};
    if (std::ranges::find(without, currency) != without.end()) {
        return 0;
    }
    return std::ranges::find(with_three, currency) != with_three.end() ? 3 : 2;
}

std::string counted(std::int64_t count, std::string_view unit) {
    return fmt::format("{} {}{}", count, unit, count == 1 ? "" : "s");
}

}  // namespace

std::string describe_time(Time time, const Zone& zone) {
    const LocalTime local = zone.to_local(time);
    const auto midnight = std::chrono::floor<std::chrono::days>(local);
    const std::int64_t days = midnight.time_since_epoch().count();
    const CivilDate date = civil_from_days(days);
    const auto minutes = std::chrono::floor<std::chrono::minutes>(local - midnight);
    // 1970-01-01 was a Thursday.
    const auto weekday = static_cast<std::size_t>(days - 7 * floor_divide(days, 7));
    return fmt::format("{}, {} {} {}, {} ({})", weekdays[weekday], date.day, months[date.month - 1],
                       date.year, format_time_of_day(minutes), zone.name());
}

std::string describe_length(Duration length) {
    const std::int64_t minutes =
        std::max<std::int64_t>(std::chrono::floor<std::chrono::minutes>(length).count(), 0);
    if (minutes == 0) {
        return "less than a minute";
    }
    const std::int64_t days = minutes / (24 * 60);
    const std::int64_t hours = minutes / 60 % 24;
    const std::int64_t rest = minutes % 60;
    std::string text;
    const auto add = [&text](std::int64_t count, std::string_view unit) {
        if (count > 0) {
            text += text.empty() ? "" : " ";
            text += counted(count, unit);
        }
    };
    add(days, "day");
    add(hours, "hour");
    if (days == 0) {
        add(rest, "minute");
    }
    return text;
}

std::string describe_money(const core::Money& money) {
    const std::string_view currency(money.currency.data(), money.currency.size());
    const unsigned decimals = decimals_of(currency);
    std::string digits = std::to_string(money.amount < 0 ? -money.amount : money.amount);
    if (decimals > 0) {
        if (digits.size() <= decimals) {
            digits.insert(0, decimals + 1 - digits.size(), '0');
        }
        digits.insert(digits.size() - decimals, 1, '.');
    }
    return fmt::format("{}{} {}", money.amount < 0 ? "-" : "", digits, currency);
}

}  // namespace standby::http
