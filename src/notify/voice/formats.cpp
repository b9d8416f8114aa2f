// Everything is computed from the local reading of the clock in the reader's zone.
#include "notify/voice/formats.hpp"

#include "base/assert.hpp"
#include "base/civil.hpp"
#include "base/currency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace standby::notify {
namespace {

constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;
// A date further away than this is ambiguous without its year.
constexpr std::int64_t near_days = 300;

struct Moment {
    std::int64_t days = 0;  // since 1970-01-01, local
    CivilDate date{};
    std::size_t weekday = 0;  // from Sunday
    unsigned hour = 0;
    unsigned minute = 0;
};

Moment moment_of(const Reader& reader, Time time) {
    ASSERT(reader.zone != nullptr);
    const std::int64_t local_ms = reader.zone->to_local(time).time_since_epoch().count();
    Moment moment;
    moment.days = floor_divide(local_ms, day_ms);
    moment.date = civil_from_days(moment.days);
    // 1970-01-01 was a Thursday.
    moment.weekday = static_cast<std::size_t>(((moment.days + 4) % 7 + 7) % 7);
    // The remainder, because the day before the first one begins out of range.
    const std::int64_t since_midnight_ms = (local_ms % day_ms + day_ms) % day_ms;
    const auto minutes = static_cast<unsigned>(since_midnight_ms / 60'000);
    moment.hour = minutes / 60;
    moment.minute = minutes % 60;
    return moment;
}

std::string day_and_month(Language language, const Moment& moment) {
    const CalendarWords& words = words_of(language).calendar;
    const std::string_view weekday = words.weekdays[moment.weekday];
    const std::string_view month = words.months[moment.date.month - 1];
    const unsigned day = moment.date.day;
    switch (language) {
    case Language::German:
        return fmt::format("{}, {}. {}", weekday, day, month);
    case Language::French:
        return fmt::format("{} {}{} {}", weekday, day, day == 1 ? "er" : "", month);
    case Language::Spanish:
        return fmt::format("{} {} de {}", weekday, day, month);
    default:
        return fmt::format("{} {} {}", weekday, day, month);
    }
}

std::string short_day_and_month(Language language, const Moment& moment) {
    const CalendarWords& words = words_of(language).calendar;
    const std::string_view weekday = words.weekdays_short[moment.weekday];
    const auto [year, month, day] = moment.date;
    switch (language) {
    case Language::German:
        return fmt::format("{} {}.{}.", weekday, day, month);
    case Language::French:
    case Language::Spanish:
        return fmt::format("{} {}/{}", weekday, day, month);
    default:
        return fmt::format("{} {} {}", weekday, day, words.months[month - 1].substr(0, 3));
    }
}

std::string_view year_separator(Language language, DateStyle style) {
    if (style == DateStyle::Full) {
        return language == Language::Spanish ? " de " : " ";
    }
    switch (language) {
    case Language::German:
        return "";
    case Language::French:
    case Language::Spanish:
        return "/";
    default:
        return " ";
    }
}

std::string write_date(const Reader& reader, const Moment& moment) {
    std::string text = reader.style == DateStyle::Full
                           ? day_and_month(reader.language, moment)
                           : short_day_and_month(reader.language, moment);
    const std::int64_t today = moment_of(reader, reader.now).days;
    if (std::max(moment.days, today) - std::min(moment.days, today) > near_days) {
        text += year_separator(reader.language, reader.style);
        text += std::to_string(moment.date.year);
    }
    return text;
}

std::string write_clock(Language language, const Moment& moment) {
    if (language == Language::English) {
        const unsigned hour = moment.hour % 12 == 0 ? 12 : moment.hour % 12;
        return fmt::format("{}:{:02} {}", hour, moment.minute, moment.hour < 12 ? "am" : "pm");
    }
    return fmt::format("{:02}:{:02}", moment.hour, moment.minute);
}

// Spanish has one article for one o'clock and another for all later hours.
std::string_view spanish_article(const Moment& moment) {
    return moment.hour == 1 ? "la" : "las";
}

std::string write_when(const Reader& reader, const Moment& moment) {
    const std::string date = write_date(reader, moment);
    const std::string clock = write_clock(reader.language, moment);
    switch (reader.language) {
    case Language::French:
        return fmt::format("{} à {}", date, clock);
    case Language::Spanish:
        return reader.style == DateStyle::Short
                   ? fmt::format("{}, {}", date, clock)
                   : fmt::format("{} a {} {}", date, spanish_article(moment), clock);
    default:
        return fmt::format("{}, {}", date, clock);
    }
}

std::string grouped(Language language, std::uint64_t number) {
    std::string digits = std::to_string(number);
    // Spanish leaves numbers of four digits alone.
    if (language == Language::Spanish && digits.size() == 4) {
        return digits;
    }
    const char separator = language == Language::English  ? ','
                           : language == Language::French ? ' '
                                                          : '.';
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, 1, separator);
    }
    return digits;
}

std::string symbol_of(std::string_view currency) {
    if (currency == "EUR") {
        return "€";
    }
    if (currency == "USD") {
        return "$";
    }
    if (currency == "GBP") {
        return "£";
    }
    return std::string(currency);
}

}  // namespace

std::string format_date(const Reader& reader, Time time) {
    return write_date(reader, moment_of(reader, time));
}

std::string format_clock(const Reader& reader, Time time) {
    return write_clock(reader.language, moment_of(reader, time));
}

std::string format_when(const Reader& reader, Time time) {
    return write_when(reader, moment_of(reader, time));
}

std::string format_deadline(const Reader& reader, Time time) {
    const Moment moment = moment_of(reader, time);
    const bool is_today = moment.days == moment_of(reader, reader.now).days;
    const std::string text =
        is_today ? write_clock(reader.language, moment) : write_when(reader, moment);
    if (reader.language == Language::Spanish) {
        return fmt::format("{} {}", is_today ? spanish_article(moment) : "el", text);
    }
    return reader.language == Language::French && !is_today ? "le " + text : text;
}

std::string format_month(Language language, int year, unsigned month) {
    const std::size_t index = std::clamp(month, 1U, 12U) - 1;
    return fmt::format("{}{}{}", words_of(language).calendar.months[index],
                       year_separator(language, DateStyle::Full), year);
}

std::string format_span(Language language, Duration duration) {
    const CalendarWords& words = words_of(language).calendar;
    const auto write = [](std::int64_t count, const UnitWords& unit) {
        return fmt::format("{} {}", count, count == 1 ? unit.one : unit.many);
    };
    const std::int64_t minutes = std::max<std::int64_t>(1, duration.count() / 60'000);
    const std::int64_t hours = minutes / 60;
    if (hours >= 48) {
        return write(hours / 24, words.days);
    }
    if (hours == 0) {
        return write(minutes, words.minutes);
    }
    std::string text = write(hours, words.hours);
    if (minutes % 60 != 0) {
        text += ' ';
        text += write(minutes % 60, words.minutes);
    }
    return text;
}

std::string format_money(Language language, const core::Money& money) {
    std::string currency(money.currency.begin(), money.currency.end());
    const bool is_known_form =
        std::ranges::all_of(currency, [](char one) { return one >= 'A' && one <= 'Z'; });
    currency = is_known_form ? symbol_of(currency) : "";
    const unsigned digits =
        currency_decimals(std::string_view(money.currency.data(), money.currency.size()));
    std::uint64_t factor = 1;
    for (unsigned digit = 0; digit < digits; ++digit) {
        factor *= 10;
    }
    const bool is_negative = money.amount < 0;
    const auto amount = static_cast<std::uint64_t>(money.amount);
    const std::uint64_t minor = is_negative ? 0 - amount : amount;
    std::string number = grouped(language, minor / factor);
    if (digits > 0) {
        number += fmt::format("{}{:0{}}", language == Language::English ? '.' : ',', minor % factor,
                              digits);
    }
    const std::string_view sign = is_negative ? "-" : "";
    if (currency.empty()) {
        return fmt::format("{}{}", sign, number);
    }
    if (language != Language::English) {
        return fmt::format("{}{} {}", sign, number, currency);
    }
    const bool is_code = currency.size() == 3 && currency.front() <= 'Z' && currency.front() >= 'A';
    return fmt::format("{}{}{}{}", sign, currency, is_code ? " " : "", number);
}

std::string format_number(Language language, std::uint64_t number) {
    return grouped(language, number);
}

std::string format_share(Language language, std::uint64_t part, std::uint64_t whole) {
    ASSERT(whole > 0);
    const auto percent = static_cast<std::uint64_t>(static_cast<long double>(part) * 100 /
                                                    static_cast<long double>(whole));
    return fmt::format("{}{}%", percent, language == Language::English ? "" : " ");
}

}  // namespace standby::notify
