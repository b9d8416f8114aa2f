// Everything is computed from the local reading of the clock in the reader's zone.
#include "interchange/wording/formats.hpp"

#include "base/assert.hpp"
#include "base/civil.hpp"
#include "base/currency.hpp"
#include "base/text.hpp"
#include "interchange/wording/calendar_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::interchange {
namespace {

constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;
// A date further away than this is ambiguous without its year.
constexpr std::int64_t near_days = 300;

struct Moment {
    std::int64_t days = 0;  // since 1970-01-01, local
    CivilDate date{};
    std::size_t weekday = 0;  // from Sunday
    std::uint32_t minute_of_day = 0;
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
    moment.minute_of_day = static_cast<std::uint32_t>(since_midnight_ms / 60'000);
    return moment;
}

std::string day_and_month(Language language, const Moment& moment) {
    const CalendarWords& words = calendar_words(language);
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
    const CalendarWords& words = calendar_words(language);
    // The GSM alphabet has no á.
    const bool is_sabado = language == Language::Spanish && moment.weekday == 6;
    const std::string_view weekday = is_sabado ? "sab" : words.weekdays_short[moment.weekday];
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

std::string_view year_separator(Language language, TextStyle style) {
    if (style == TextStyle::Full) {
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

bool is_near(const Reader& reader, const Moment& moment) {
    if (!reader.now) {
        return false;
    }
    const std::int64_t today = moment_of(reader, *reader.now).days;
    return std::max(moment.days, today) - std::min(moment.days, today) <= near_days;
}

bool is_today(const Reader& reader, const Moment& moment) {
    return reader.now && moment.days == moment_of(reader, *reader.now).days;
}

std::string write_date(const Reader& reader, const Moment& moment) {
    std::string text = reader.style == TextStyle::Full
                           ? day_and_month(reader.language, moment)
                           : short_day_and_month(reader.language, moment);
    if (!is_near(reader, moment)) {
        text += year_separator(reader.language, reader.style);
        text += std::to_string(moment.date.year);
    }
    return text;
}

// Spanish has one article for one o'clock and another for all other hours.
std::string_view spanish_article(const Moment& moment) {
    return moment.minute_of_day / 60 == 1 ? "la" : "las";
}

std::string write_when(const Reader& reader, const Moment& moment) {
    const std::string date = write_date(reader, moment);
    const std::string clock = format_clock(reader.language, moment.minute_of_day);
    const bool is_full = reader.style == TextStyle::Full;
    if (reader.language == Language::French) {
        return fmt::format("{} à {}", date, clock);
    }
    if (reader.language == Language::Spanish && is_full) {
        return fmt::format("{} a {} {}", date, spanish_article(moment), clock);
    }
    return fmt::format("{}{} {}", date,
                       reader.language == Language::English && is_full ? " at" : ",", clock);
}

// A space that does not break, where the alphabet has one.
std::string_view space(TextStyle style) {
    return style == TextStyle::Full ? "\u00a0" : " ";
}

std::string_view group_mark(Language language, TextStyle style) {
    switch (language) {
    case Language::English:
        return ",";
    case Language::French:
        return style == TextStyle::Full ? "\u202f" : " ";
    default:
        return ".";
    }
}

std::string grouped(Language language, std::string digits, TextStyle style) {
    // Spanish leaves numbers of four digits alone.
    if (language == Language::Spanish && digits.size() == 4) {
        return digits;
    }
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, group_mark(language, style));
    }
    return digits;
}

// Its sign, or its three letters; empty for what is none.
std::string_view symbol_of(std::string_view currency) {
    if (currency == "EUR") {
        return "€";
    }
    if (currency == "USD") {
        return "$";
    }
    if (currency == "GBP") {
        return "£";
    }
    return std::ranges::all_of(currency, is_upper) ? currency : std::string_view{};
}

std::string amount_of(Language language, const core::Money& money, unsigned decimals,
                      TextStyle style) {
    // The smallest number has no positive counterpart of its own type.
    const auto bits = static_cast<std::uint64_t>(money.amount);
    std::string digits = std::to_string(money.amount < 0 ? 0 - bits : bits);
    if (digits.size() <= decimals) {
        digits.insert(0, decimals + 1 - digits.size(), '0');
    }
    const std::string minor = digits.substr(digits.size() - decimals);
    std::string amount = grouped(language, digits.substr(0, digits.size() - decimals), style);
    if (decimals > 0) {
        amount += language == Language::English ? '.' : ',';
        amount += minor;
    }
    return amount;
}

}  // namespace

std::string format_date(const Reader& reader, Time time) {
    return write_date(reader, moment_of(reader, time));
}

std::string format_clock(const Reader& reader, Time time) {
    return format_clock(reader.language, moment_of(reader, time).minute_of_day);
}

std::string format_clock(Language language, std::uint32_t minute_of_day) {
    const std::uint32_t hour = minute_of_day / 60 % 24;
    const std::uint32_t minute = minute_of_day % 60;
    switch (language) {
    case Language::English:
        return fmt::format("{}:{:02} {}", hour % 12 == 0 ? 12 : hour % 12, minute,
                           hour < 12 ? "am" : "pm");
    case Language::Spanish:
        return fmt::format("{}:{:02}", hour, minute);
    default:
        return fmt::format("{:02}:{:02}", hour, minute);
    }
}

std::string format_when(const Reader& reader, Time time) {
    return write_when(reader, moment_of(reader, time));
}

std::string format_moment(const Reader& reader, Time time) {
    return format_when(reader, time) + (reader.language == Language::German ? " Uhr" : "");
}

std::string format_deadline(const Reader& reader, Time time) {
    const Moment moment = moment_of(reader, time);
    if (!is_today(reader, moment)) {
        const std::string_view article = reader.language == Language::Spanish  ? "el "
                                         : reader.language == Language::French ? "le "
                                                                               : "";
        return std::string(article) + write_when(reader, moment);
    }
    const std::string clock = format_clock(reader.language, moment.minute_of_day);
    return reader.language == Language::Spanish
               ? fmt::format("{} {}", spanish_article(moment), clock)
               : clock;
}

std::string format_month(Language language, int year, unsigned month) {
    const std::size_t index = std::clamp(month, 1U, 12U) - 1;
    return fmt::format("{}{}{}", calendar_words(language).months[index],
                       year_separator(language, TextStyle::Full), year);
}

std::string format_span(Language language, Duration duration) {
    const CalendarWords& words = calendar_words(language);
    const auto write = [language](std::int64_t count, const UnitWords& unit) {
        // French counts nought as one.
        const bool is_one = count == 1 || (count == 0 && language == Language::French);
        return fmt::format("{} {}", count, is_one ? unit.one : unit.many);
    };
    const std::int64_t seconds = std::max<std::int64_t>(duration.count() / 1000, 0);
    if (seconds < 60) {
        return write(seconds, words.seconds);
    }
    const std::int64_t minutes = seconds / 60;
    const std::int64_t hours = minutes / 60;
    std::string large;
    std::string small;
    if (hours >= 24) {
        large = write(hours / 24, words.days);
        small = hours % 24 > 0 ? write(hours % 24, words.hours) : "";
    } else {
        large = hours > 0 ? write(hours, words.hours) : "";
        small = minutes % 60 > 0 ? write(minutes % 60, words.minutes) : "";
    }
    return large + (large.empty() || small.empty() ? "" : " ") + small;
}

std::string format_money(Language language, const core::Money& money, TextStyle style) {
    const std::string_view currency(money.currency.data(), money.currency.size());
    const std::string_view symbol = symbol_of(currency);
    const std::string_view sign = money.amount < 0 ? "-" : "";
    const std::string amount = amount_of(language, money, currency_decimals(currency), style);
    if (symbol.empty()) {
        return fmt::format("{}{}", sign, amount);
    }
    if (language == Language::English) {
        return fmt::format("{}{}{}{}", sign, symbol, symbol == currency ? space(style) : "",
                           amount);
    }
    return fmt::format("{}{}{}{}", sign, amount, space(style), symbol);
}

std::string format_number(Language language, std::uint64_t number, TextStyle style) {
    return grouped(language, std::to_string(number), style);
}

std::string format_share(Language language, std::uint64_t part, std::uint64_t whole) {
    ASSERT(whole > 0);
    const auto percent = static_cast<std::uint64_t>(static_cast<long double>(part) * 100 /
                                                    static_cast<long double>(whole));
    return fmt::format("{}{}%", percent, language == Language::English ? "" : "\u00a0");
}

}  // namespace standby::interchange
