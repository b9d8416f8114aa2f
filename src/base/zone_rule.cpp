// Reading and evaluating POSIX TZ rules. The text comes from files that may be damaged, so every
// number is bounded while it is read.
#include "base/zone_rule.hpp"

#include "base/assert.hpp"
#include "base/civil.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace standby {
namespace {

constexpr std::int64_t day_s = 24 * 60 * 60;
constexpr int offset_hour_max = 24;
constexpr int clock_hour_max = 167;
constexpr int clock_default_s = 2 * 60 * 60;

std::unexpected<std::string> refuse(std::string_view message) {
    return std::unexpected("time zone rule: " + std::string(message));
}

// Reads a rule from the left.
struct RuleReader {
    std::string_view rest;

    bool skip(char wanted) {
        if (!rest.starts_with(wanted)) {
            return false;
        }
        rest.remove_prefix(1);
        return true;
    }

    Result<int, std::string> number(int lowest, int highest) {
        int value = 0;
        std::size_t size = 0;
        while (size < rest.size() && size < 4 && is_digit(rest[size])) {
            value = value * 10 + (rest[size] - '0');
            ++size;
        }
        if (size == 0 || value < lowest || value > highest) {
            return refuse("expected a number from " + std::to_string(lowest) + " to " +
                          std::to_string(highest));
        }
        rest.remove_prefix(size);
        return value;
    }

    // A name such as `CET` or `<+0545>`. Nobody needs it, so it is only checked.
    Result<void, std::string> name() {
        const bool is_quoted = skip('<');
        std::size_t size = 0;
        while (size < rest.size() &&
               (is_letter(rest[size]) ||
                (is_quoted && (is_digit(rest[size]) || rest[size] == '+' || rest[size] == '-')))) {
            ++size;
        }
        if (size < 3) {
            return refuse("expected a name of at least three characters");
        }
        rest.remove_prefix(size);
        if (is_quoted && !skip('>')) {
            return refuse("expected > after a name");
        }
        return {};
    }

    // [+-]hh[:mm[:ss]]
    Result<int, std::string> signed_seconds(int hour_max) {
        const bool is_negative = rest.starts_with('-');
        if (!skip('-')) {
            skip('+');
        }
        int seconds = TRY(number(0, hour_max)) * 3600;
        if (skip(':')) {
            seconds += TRY(number(0, 59)) * 60;
            if (skip(':')) {
                seconds += TRY(number(0, 59));
            }
        }
        return is_negative ? -seconds : seconds;
    }

    Result<ZoneRuleDate, std::string> date() {
        ZoneRuleDate date;
        if (skip('M')) {
            date.kind = ZoneRuleDate::Kind::MonthWeekday;
            date.month = TRY(number(1, 12));
            if (!skip('.')) {
                return refuse("expected . after the month");
            }
            date.week = TRY(number(1, 5));
            if (!skip('.')) {
                return refuse("expected . after the week");
            }
            date.weekday = TRY(number(0, 6));
        } else if (skip('J')) {
            date.kind = ZoneRuleDate::Kind::DayWithoutLeap;
            date.day = TRY(number(1, 365));
        } else {
            date.kind = ZoneRuleDate::Kind::DayOfYear;
            date.day = TRY(number(0, 365));
        }
        date.clock_s = skip('/') ? TRY(signed_seconds(clock_hour_max)) : clock_default_s;
        return date;
    }
};

std::int64_t month_weekday_days(const ZoneRuleDate& date, std::int64_t year) {
    const auto month = static_cast<unsigned>(date.month);
    const std::int64_t first_days = days_from_civil({.year = year, .month = month, .day = 1});
    const std::int64_t first_weekday = first_days + 4 - 7 * floor_divide(first_days + 4, 7);
    std::int64_t day = (date.weekday - first_weekday + 7) % 7 + 7 * (date.week - 1);
    if (day >= days_in_month(year, month)) {
        day -= 7;  // Week 5 means the last one, which may be the fourth.
    }
    return first_days + day;
}

// The local clock reading of a rule's date in a year, as if local time were UTC.
std::int64_t local_seconds(const ZoneRuleDate& date, std::int64_t year) {
    const std::int64_t year_days = days_from_civil({.year = year, .month = 1, .day = 1});
    std::int64_t days = 0;
    switch (date.kind) {
    case ZoneRuleDate::Kind::MonthWeekday:
        days = month_weekday_days(date, year);
        break;
    case ZoneRuleDate::Kind::DayWithoutLeap:
        days = year_days + date.day - (date.day >= 60 && is_leap_year(year) ? 0 : 1);
        break;
    case ZoneRuleDate::Kind::DayOfYear:
        days = year_days + date.day;
        break;
    }
    return days * day_s + date.clock_s;
}

}  // namespace

void sort_transitions(std::span<ZoneTransition> transitions) {
    for (std::size_t index = 1; index < transitions.size(); ++index) {
        for (std::size_t place = index; place > 0; --place) {
            // Only strictly later ones move: when summer time lasts all year, its end meets the
            // next year's start, and that start has to stay behind it.
            if (transitions[place - 1].at_s <= transitions[place].at_s) {
                break;
            }
            std::swap(transitions[place - 1], transitions[place]);
        }
    }
}

Result<ZoneRule, std::string> ZoneRule::parse(std::string_view text) {
    RuleReader reader{text};
    ZoneRule rule;
    TRY(reader.name());
    // POSIX counts westwards, everything else eastwards.
    rule.standard_offset_s_ = -TRY(reader.signed_seconds(offset_hour_max));
    if (reader.rest.empty()) {
        return rule;
    }
    Summer summer;
    TRY(reader.name());
    summer.offset_s = rule.standard_offset_s_ + 3600;
    if (!reader.rest.empty() && !reader.rest.starts_with(',')) {
        summer.offset_s = -TRY(reader.signed_seconds(offset_hour_max));
    }
    if (!reader.skip(',')) {
        return refuse("expected the start of summer time");
    }
    summer.start = TRY(reader.date());
    if (!reader.skip(',')) {
        return refuse("expected the end of summer time");
    }
    summer.end = TRY(reader.date());
    if (!reader.rest.empty()) {
        return refuse("unexpected text at the end");
    }
    rule.summer_ = summer;
    return rule;
}

std::array<ZoneTransition, 2> ZoneRule::transitions_in(std::int64_t year) const {
    ASSERT(summer_.has_value());
    std::array<ZoneTransition, 2> transitions = {{
        {.at_s = local_seconds(summer_->start, year) - standard_offset_s_,
         .offset_s = summer_->offset_s},
        {.at_s = local_seconds(summer_->end, year) - summer_->offset_s,
         .offset_s = standard_offset_s_},
    }};
    sort_transitions(transitions);  // In the southern half of the world, the end comes first.
    return transitions;
}

std::array<ZoneTransition, 10> ZoneRule::transitions_around(std::int64_t year) const {
    std::array<ZoneTransition, 10> transitions;
    for (int index = 0; index < 5; ++index) {
        const std::array<ZoneTransition, 2> pair = transitions_in(year - 2 + index);
        std::ranges::copy(pair, transitions.begin() + 2 * index);
    }
    sort_transitions(transitions);
    return transitions;
}

std::int32_t ZoneRule::offset_at(std::int64_t time_s) const {
    if (!summer_) {
        return standard_offset_s_;
    }
    const std::int64_t local_days = floor_divide(time_s + standard_offset_s_, day_s);
    const std::array<ZoneTransition, 10> transitions =
        transitions_around(civil_from_days(local_days).year);
    // The first ones lie about two years back, so at least one has passed.
    ASSERT(transitions.front().at_s <= time_s);
    std::int32_t offset_s = standard_offset_s_;
    for (const ZoneTransition& transition : transitions) {
        if (transition.at_s <= time_s) {
            offset_s = transition.offset_s;
        }
    }
    return offset_s;
}

}  // namespace standby
