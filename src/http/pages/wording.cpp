// Everything is computed from the local reading of the clock.
#include "http/pages/wording.hpp"

#include "base/civil.hpp"
#include "base/currency.hpp"
#include "http/pages/words/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace standby::http {
namespace {

std::string symbol_of(std::string_view currency) {
    if (currency == "EUR") {
        return "\u20ac";
    }
    if (currency == "USD") {
        return "$";
    }
    if (currency == "GBP") {
        return "\u00a3";
    }
    return std::string(currency);
}

// Between groups of three digits; French has a narrow space that does not break.
std::string_view group_mark(PageLanguage language) {
    switch (language) {
    case PageLanguage::English:
        return ",";
    case PageLanguage::French:
        return "\u202f";
    default:
        return ".";
    }
}

std::string grouped(std::string digits, PageLanguage language) {
    // Spanish leaves numbers of four digits alone.
    if (language == PageLanguage::Spanish && digits.size() == 4) {
        return digits;
    }
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, group_mark(language));
    }
    return digits;
}

std::string date_words(const CivilDate& date, std::size_t weekday, PageLanguage language) {
    const CalendarWords& words = words_in(language).calendar;
    const std::string_view day_name = words.weekdays[weekday];
    const std::string_view month = words.months[date.month - 1];
    switch (language) {
    case PageLanguage::German:
        return fmt::format("{}, {}. {} {}", day_name, date.day, month, date.year);
    case PageLanguage::French:
        return fmt::format("{} {}{} {} {}", day_name, date.day, date.day == 1 ? "er" : "", month,
                           date.year);
    case PageLanguage::Spanish:
        return fmt::format("{}, {} de {} de {}", day_name, date.day, month, date.year);
    default:
        return fmt::format("{}, {} {} {}", day_name, date.day, month, date.year);
    }
}

std::string joined(const std::string& date, const std::string& clock, PageLanguage language) {
    switch (language) {
    case PageLanguage::German:
        return fmt::format("{}, {} Uhr", date, clock);
    case PageLanguage::French:
        return fmt::format("{} \u00e0 {}", date, clock);
    default:
        return fmt::format("{}, {}", date, clock);
    }
}

}  // namespace

std::string describe_time(Time time, const Zone& zone, PageLanguage language) {
    const LocalTime local = zone.to_local(time);
    const auto midnight = std::chrono::floor<std::chrono::days>(local);
    const std::int64_t days = midnight.time_since_epoch().count();
    const auto minutes = std::chrono::floor<std::chrono::minutes>(local - midnight);
    // 1970-01-01 was a Thursday, the fifth day from Sunday.
    const auto weekday = static_cast<std::size_t>(days + 4 - 7 * floor_divide(days + 4, 7));
    return joined(date_words(civil_from_days(days), weekday, language),
                  describe_clock(static_cast<std::uint32_t>(minutes.count()), language), language);
}

std::string date_value(Time time, const Zone& zone) {
    const auto midnight = std::chrono::floor<std::chrono::days>(zone.to_local(time));
    const CivilDate date = civil_from_days(midnight.time_since_epoch().count());
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string describe_clock(std::uint32_t minute_of_day, PageLanguage language) {
    const std::uint32_t hour = minute_of_day / 60 % 24;
    const std::uint32_t minute = minute_of_day % 60;
    if (language == PageLanguage::English) {
        return fmt::format("{}:{:02} {}", hour % 12 == 0 ? 12 : hour % 12, minute,
                           hour < 12 ? "am" : "pm");
    }
    return fmt::format("{}:{:02}", hour, minute);
}

std::string describe_length(Duration length, PageLanguage language) {
    const CalendarWords& words = words_in(language).calendar;
    const auto seconds = static_cast<std::uint64_t>(
        std::max<std::int64_t>(std::chrono::floor<std::chrono::seconds>(length).count(), 0));
    if (seconds < 60) {
        return words.seconds.with(language, seconds);
    }
    const std::uint64_t minutes = seconds / 60;
    const std::uint64_t days = minutes / (24 * 60);
    std::string text;
    const auto add = [&](std::uint64_t count, const Counted& unit) {
        if (count > 0) {
            text += text.empty() ? "" : " ";
            text += unit.with(language, count);
        }
    };
    add(days, words.days);
    add(minutes / 60 % 24, words.hours);
    if (days == 0) {
        add(minutes % 60, words.minutes);
    }
    return text;
}

std::string describe_money(const core::Money& money, PageLanguage language) {
    const std::string_view currency(money.currency.data(), money.currency.size());
    const unsigned decimals = currency_decimals(currency);
    std::string digits = std::to_string(money.amount < 0 ? -money.amount : money.amount);
    if (digits.size() <= decimals) {
        digits.insert(0, decimals + 1 - digits.size(), '0');
    }
    const std::string minor = digits.substr(digits.size() - decimals);
    std::string amount = grouped(digits.substr(0, digits.size() - decimals), language);
    if (decimals > 0) {
        amount += language == PageLanguage::English ? "." : ",";
        amount += minor;
    }
    const std::string_view sign = money.amount < 0 ? "-" : "";
    const std::string symbol = symbol_of(currency);
    if (language == PageLanguage::English && symbol != currency) {
        return fmt::format("{}{}{}", sign, symbol, amount);
    }
    // A space that does not break.
    return fmt::format("{}{}\u00a0{}", sign, amount, symbol);
}

std::string describe_number(std::uint64_t number, PageLanguage language) {
    return grouped(std::to_string(number), language);
}

}  // namespace standby::http
