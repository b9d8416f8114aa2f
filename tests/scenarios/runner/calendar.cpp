// From words to instants and back, by the zone's own rules.
#include "tests/scenarios/runner/calendar.hpp"

#include "tests/scenarios/runner/shapes.hpp"

#include <fmt/format.h>

#include <array>

namespace standby::scenarios {
namespace {

using std::chrono::days;
using std::chrono::local_days;

int number_at(std::string_view text, std::size_t at, std::size_t length) {
    int number = 0;
    for (const char digit : text.substr(at, length)) {
        number = number * 10 + (digit - '0');
    }
    return number;
}

int weekday_of(local_days day) {
    return static_cast<int>(std::chrono::weekday(day).iso_encoding()) - 1;
}

}  // namespace

Result<local_days, std::string> parse_date(std::string_view text) {
    using std::chrono::day;
    using std::chrono::month;
    using std::chrono::year;
    if (!looks_like_date(text)) {
        return std::unexpected(fmt::format("'{}' is no date like 2026-11-14", text));
    }
    const std::chrono::year_month_day date{year{number_at(text, 0, 4)},
                                           month{static_cast<unsigned>(number_at(text, 5, 2))},
                                           day{static_cast<unsigned>(number_at(text, 8, 2))}};
    if (!date.ok()) {
        return std::unexpected(fmt::format("there is no {}", text));
    }
    return local_days(date);
}

Result<std::chrono::seconds, std::string> parse_clock(std::string_view text) {
    if (!looks_like_time_of_day(text)) {
        return std::unexpected(fmt::format("'{}' is no time like 14:00", text));
    }
    const int hour = number_at(text, 0, 2);
    const int minute = number_at(text, 3, 2);
    const int second = text.size() > 5 ? number_at(text, 6, 2) : 0;
    if (hour > 23 || minute > 59 || second > 59) {
        return std::unexpected(fmt::format("no clock shows {}", text));
    }
    return std::chrono::seconds(hour * 3600 + minute * 60 + second);
}

Result<void, std::string> Calendar::live_in(std::string_view zone) {
    const Zone* found = zones_.find(zone);
    if (found == nullptr) {
        return std::unexpected(fmt::format("no time zone is called {}", zone));
    }
    zone_ = *found;
    return {};
}

Result<local_days, std::string> Calendar::day_of(const Word& word, const Zone& zone) const {
    const auto today = std::chrono::floor<days>(zone.to_local(now_));
    if (word.is("tomorrow")) {
        return today + days(1);
    }
    if (const int weekday = weekday_number(word.text); weekday >= 0) {
        return today + days((weekday - weekday_of(today) + 7) % 7);
    }
    if (looks_like_date(word.text)) {
        return parse_date(word.text);
    }
    return today;
}

Result<Time, std::string> Calendar::moment(WordSpan words) const {
    const Zone* zone = &zone_;
    if (words.size() > 2 && words[words.size() - 2].is("in")) {
        zone = zones_.find(words.back().text);
        if (zone == nullptr) {
            return std::unexpected(fmt::format("no time zone is called {}", words.back().text));
        }
        words = words.first(words.size() - 2);
    }
    const local_days day = TRY(day_of(words.front(), *zone));
    const std::chrono::seconds clock = TRY(parse_clock(words.back().text));
    const LocalResolution resolved = zone->resolve(LocalTime(day) + clock);
    if (resolved.kind == LocalKind::Gap) {
        return std::unexpected(
            fmt::format("in {} the clock skips {} on that day", zone->name(), words.back().text));
    }
    return resolved.chosen;
}

Result<Time, std::string> Calendar::day_begin(std::string_view date) const {
    return zone_.to_utc(LocalTime(TRY(parse_date(date))));
}

Result<Time, std::string> Calendar::day_end(std::string_view date) const {
    return zone_.to_utc(LocalTime(TRY(parse_date(date)) + days(1))) - Duration(1);
}

std::string Calendar::written(Time time) const {
    static constexpr auto weekdays =
        std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"});
    const LocalTime local = zone_.to_local(time);
    const auto day = std::chrono::floor<days>(local);
    const std::chrono::year_month_day date(day);
    const auto clock = local - day;
    const auto total_ms = clock.count();
    std::string text = fmt::format(
        "{} {:04}-{:02}-{:02} {:02}:{:02}", weekdays[static_cast<std::size_t>(weekday_of(day))],
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), total_ms / 3'600'000, total_ms / 60'000 % 60);
    if (total_ms % 60'000 != 0) {
        text += fmt::format(":{:02}", total_ms / 1'000 % 60);
    }
    if (total_ms % 1'000 != 0) {
        text += fmt::format(".{:03}", total_ms % 1'000);
    }
    return text;
}

}  // namespace standby::scenarios
