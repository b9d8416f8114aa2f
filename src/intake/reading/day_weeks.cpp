// Weekdays, weeks, weekends and months. Weeks begin on Monday. "Next" is of the week after this
// one, "coming" is the nearest.
#include "base/civil.hpp"
#include "intake/reading/day_reader.hpp"

#include <algorithm>
#include <array>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;

constexpr int sunday = 6;

std::int64_t nearest_weekday(std::int64_t from, int weekday) {
    return from + (weekday - weekday_of(from) + 7) % 7;
}

// Words in front of which a weekend is this one, and no wish for a nice one.
bool is_article(const Word& word) {
    constexpr std::array<std::string_view, 14> articles = {"the", "my",   "am", "das", "dieses",
                                                           "le",  "ce",   "du", "el",  "este",
                                                           "al",  "over", "at", "on"};
    return std::ranges::find(articles, word.key) != articles.end();
}

}  // namespace

// Short ones are other words, too ("sun", "so"): a date or its like must stand beside them.
const Term* DayReader::weekday_term(std::size_t at) const {
    if (const Term* whole = line_.find(at, Weekday)) {
        return whole;
    }
    const Term* brief = line_.find(at, ShortWeekday);
    if (brief == nullptr) {
        return nullptr;
    }
    std::size_t next = brief->end;
    const bool has_dot = line_.is(next, ".") && line_.is_glued(next);
    while (line_.is(next, ".") || line_.is(next, ",")) {
        ++next;
    }
    const bool has_number =
        line_.is_digits(next) && (next > brief->end || line_.at(next).number <= 31);
    const bool is_on = at > 0 && (line_.at(at - 1).is("on") || line_.at(at - 1).is("am") ||
                                  line_.at(at - 1).is("el") || line_.at(at - 1).is("le"));
    const bool is_led = line_.is_behind(at, {This, Next, Coming}) || is_on ||
                        (line_.is_behind(at, {Until}) && at + 1 >= line_.size());
    const bool is_closed = has_dot && line_.find(next, {At, Small, Part}) != nullptr;
    // In German these are the commonest of words, and write small.
    const bool may_be = line_.language() != Language::German || line_.at(at).is_capital || has_dot;
    return may_be && ((has_number && (has_dot || next > brief->end || line_.at(at).is_capital)) ||
                      is_led || is_closed)
               ? brief
               : nullptr;
}

std::optional<DayReader::WeekRef> DayReader::week_ref(std::size_t at) const {
    at = line_.skip(at, {Of});
    const std::int64_t monday = this_monday();
    if (const Term* which = line_.find(at, {This, Next, Coming, AfterNext, Previous})) {
        const Term* week = line_.find(which->end, Week);
        if (week != nullptr && week->value == 7) {
            const int weeks = which->meaning == This        ? 0
                              : which->meaning == AfterNext ? 2
                              : which->meaning == Previous  ? -1
                                                            : 1;
            return WeekRef{monday + weeks * 7, week->end};
        }
        return std::nullopt;
    }
    const std::size_t begin = line_.skip(at, {Article});
    if (const Term* week = line_.find(begin, Week); week != nullptr && week->value == 7) {
        if (const Term* which =
                line_.find(week->end, {AfterNext, Next, NextButBare, Previous, This})) {
            if (line_.language() == Language::English && which->meaning != AfterNext) {
                return std::nullopt;  // "the third week next year"
            }
            const int weeks = which->meaning == AfterNext  ? 2
                              : which->meaning == Previous ? -1
                              : which->meaning == This     ? 0
                                                           : 1;
            return WeekRef{monday + weeks * 7, which->end};
        }
    }
    if (const Term* in = line_.find(at, In)) {
        const auto count = parts_.count(in->end);
        const Term* week = count ? line_.find(count->end, Week) : nullptr;
        if (week != nullptr) {
            return WeekRef{monday + static_cast<std::int64_t>(count->value) * week->value,
                           week->end};
        }
    }
    return std::nullopt;
}

// "the week of the 18th", "semana que comienza el 4 de febrero".
std::optional<DayReader::WeekRef> DayReader::week_of_day(std::size_t at) const {
    const Term* week = line_.find(line_.skip(at, {Article}), Week);
    const Term* starting = week == nullptr ? nullptr : line_.find(week->end, {Starting, Of});
    if (starting == nullptr) {
        return std::nullopt;
    }
    const auto day =
        absolute(line_.find(week->end, Starting) != nullptr ? line_.find(week->end, Starting)->end
                                                            : starting->end);
    const auto feast = day ? std::nullopt : holiday(starting->end);
    if (!day && !feast) {
        return std::nullopt;
    }
    const std::int64_t found = day ? day->earliest : feast->earliest;
    return WeekRef{found - weekday_of(found), day ? day->end : feast->end};
}

std::optional<DayReader::WeekRef> DayReader::calendar_week(std::size_t at) const {
    const Term* word = line_.find(at, CalendarWeek);
    if (word == nullptr) {
        return std::nullopt;
    }
    std::size_t next = word->end;
    while (line_.is(next, ".") || line_.is(next, ":")) {
        ++next;
    }
    if (!line_.is_digits(next) || line_.at(next).number < 1 || line_.at(next).number > 53 ||
        line_.find(next + 1, {Week, Day, People, MonthUnit}) != nullptr) {
        return std::nullopt;
    }
    const int number = line_.at(next).number;
    std::size_t end = next + 1;
    const auto monday_in = [number](std::int64_t year) {
        const std::int64_t fourth = days_from_civil({year, 1, 4});
        return fourth - weekday_of(fourth) + static_cast<std::int64_t>(number - 1) * 7;
    };
    std::size_t behind = line_.skip(end, {Of});
    if (line_.is(behind, "/")) {
        ++behind;
    }
    if (const auto year = parts_.year_number(behind)) {
        return WeekRef{monday_in(year->year), year->end};
    }
    const std::int64_t this_year = civil_from_days(now_.day).year;
    const std::int64_t monday = monday_in(this_year);
    return WeekRef{monday + sunday >= now_.day ? monday : monday_in(this_year + 1), end};
}

// "the first week of October", "la última semana de julio": a week belongs to the month that its
// Thursday is in.
std::optional<DayReader::WeekRef> DayReader::week_of_month(std::size_t at) const {
    const Term* last = line_.find(at, LastOf);
    int number = 0;
    std::size_t next = at;
    if (last != nullptr) {
        next = last->end;
    } else {
        const auto ordinal = parts_.day_number(line_.skip(at, {Article, On}));
        if (!ordinal || !ordinal->is_ordinal || ordinal->day > 5) {
            return std::nullopt;
        }
        number = ordinal->day;
        next = ordinal->end;
    }
    const Term* week = line_.find(next, Week);
    const auto month = week == nullptr ? std::nullopt : parts_.month_ref(week->end);
    if (!month) {
        return std::nullopt;
    }
    const auto number_of_month = static_cast<unsigned>(month->month);
    const int year = parts_.year_of(*month);
    constexpr int thursday = 3;
    const std::int64_t first =
        nearest_weekday(days_from_civil({year, number_of_month, 1}), thursday) - thursday;
    const std::int64_t end =
        days_from_civil({year, number_of_month, 1}) + days_in_month(year, number_of_month);
    if (number > 0) {
        return WeekRef{first + static_cast<std::int64_t>(number - 1) * 7, month->end};
    }
    const std::int64_t last_day = end - 1;
    const std::int64_t last_thursday = last_day - (weekday_of(last_day) - thursday + 7) % 7;
    return WeekRef{last_thursday - thursday, month->end};
}

std::optional<DayMention> DayReader::weekday(std::size_t at) const {
    const Term* which = line_.find(at, {This, Next, Coming, AfterNext, Previous});
    const std::size_t begin = which == nullptr ? at : which->end;
    const Term* day = weekday_term(begin);
    if (day == nullptr) {
        // "next week on Tuesday"
        const auto week = week_ref(at);
        std::size_t behind = week ? week->end : at;
        if (line_.is(behind, ",")) {
            ++behind;
        }
        behind = line_.skip(behind, {On});
        const Term* later = week ? weekday_term(behind) : nullptr;
        if (later == nullptr) {
            return std::nullopt;
        }
        const std::int64_t found = week->monday + later->value;
        return DayMention{.earliest = found, .latest = found, .first = at, .end = later->end};
    }
    DayMention found{.first = at, .end = day->end};
    const std::int64_t monday = this_monday();
    const auto set = [&found](std::int64_t one, std::size_t end) {
        found.earliest = found.latest = one;
        found.end = end;
    };
    std::size_t behind = day->end;
    if (line_.is(behind, ".") && line_.is_glued(behind) &&
        line_.find(at, ShortWeekday) != nullptr) {
        ++behind;
    }
    // The part of the day may stand between: "Tuesday morning next week".
    const std::size_t past_part = line_.skip(behind, {BarePart, Part});
    for (const std::size_t next : {behind, past_part}) {
        if (const auto week = week_ref(next)) {
            set(week->monday + day->value, week->end);
            return found;
        }
    }
    const Term* after = line_.find(behind, {NextButBare, Previous, AfterNext, Next});
    const bool is_romance =
        line_.language() == Language::French || line_.language() == Language::Spanish;
    if (which == nullptr && after != nullptr && is_romance) {
        which = after;
        found.end = after->end;
    }
    if (which == nullptr) {
        set(nearest_weekday(now_.day, day->value), day->end);
        found.is_bare_weekday = true;
        // Whoever means today says so, mostly.
        found.is_doubtful = found.earliest == now_.day;
        return found;
    }
    switch (which->meaning) {
    case This: {
        const std::int64_t one = monday + day->value;
        set(one >= now_.day ? one : one + 7, found.end);
        return found;
    }
    case Coming:
    case NextButBare:
        set(nearest_weekday(now_.day + 1, day->value), found.end);
        return found;
    case AfterNext:
        set(monday + 14 + day->value, found.end);
        return found;
    case Previous:
        set(monday - 7 + day->value, found.end);
        return found;
    default:
        set(monday + 7 + day->value, found.end);
        return found;
    }
}

std::optional<DayMention> DayReader::week(std::size_t at) const {
    std::optional<WeekRef> best;
    const Term* edge = line_.find(at, Edge);
    const std::size_t begin = edge == nullptr ? at : edge->end;
    for (const auto& found :
         {week_of_day(begin), calendar_week(begin), week_of_month(begin), week_ref(begin)}) {
        if (found && (!best || found->end > best->end)) {
            best = found;
        }
    }
    const Term* rest = line_.find(at, Rest);
    if (rest != nullptr) {
        const std::size_t behind = line_.skip(rest->end, {This, Article});
        const Term* week = line_.find(behind, Week);
        const Term* own = line_.find(behind, {Day, MonthUnit});
        if (week != nullptr) {
            best = WeekRef{this_monday(), week->end};
        } else if (own != nullptr && own->meaning == MonthUnit) {
            const CivilDate today = civil_from_days(now_.day);
            const auto days = static_cast<std::int64_t>(days_in_month(today.year, today.month));
            return DayMention{.earliest = now_.day,
                              .latest = now_.day + days - today.day,
                              .first = at,
                              .end = own->end};
        } else if (own != nullptr && own->meaning == Day && rest->value == 0) {
            return DayMention{
                .earliest = now_.day, .latest = now_.day, .first = at, .end = own->end};
        }
    }
    // "in two weeks" is a day.
    if (!best || line_.find(at, In) != nullptr) {
        return std::nullopt;
    }
    DayMention found{
        .earliest = best->monday, .latest = best->monday + sunday, .first = at, .end = best->end};
    if (rest != nullptr) {
        found.earliest = std::max(found.earliest, now_.day);
    }
    if (edge != nullptr) {
        constexpr int first_days[] = {0, 1, 3};
        constexpr int last_days[] = {2, 3, 5};
        found.earliest = best->monday + first_days[edge->value - 1];
        found.latest = best->monday + last_days[edge->value - 1];
    }
    return found;
}

std::optional<DayMention> DayReader::weekend(std::size_t at) const {
    const Term* which = line_.find(at, {This, Next, Coming, AfterNext, Previous});
    const Term* word = line_.find(which == nullptr ? at : which->end, Weekend);
    if (word == nullptr) {
        return std::nullopt;
    }
    std::size_t end = word->end;
    if (which == nullptr) {
        which = line_.find(end, {Next, NextButBare, AfterNext, Previous});
        end = which == nullptr ? end : which->end;
    }
    const bool is_said = which != nullptr || at == 0 || is_article(line_.at(at - 1));
    if (!is_said) {
        return std::nullopt;
    }
    const Meaning meaning = which == nullptr ? This : which->meaning;
    const int weeks = meaning == Next || meaning == NextButBare ? 1
                      : meaning == AfterNext                    ? 2
                      : meaning == Previous                     ? -1
                                                                : 0;
    std::int64_t saturday = this_monday() + 5 + weeks * 7;
    if ((meaning == Coming || meaning == NextButBare) && weeks == 1 && weekday_of(now_.day) < 5) {
        saturday -= 7;
    }
    DayMention found{.earliest = saturday, .latest = saturday + 1, .first = at, .end = end};
    return found;
}

// Names of months are names of people, too, and other words: a word before or a year behind says
// that a month is meant.
std::optional<DayMention> DayReader::month(std::size_t at) const {
    if (const auto numbers = numeric_month(at)) {
        return numbers;
    }
    const Term* edge = line_.find(at, Edge);
    const std::size_t begin = edge == nullptr ? at : edge->end;
    const auto month = parts_.month_ref(begin);
    if (!month) {
        return std::nullopt;
    }
    // "sept heures", "may take" and "this may" are no months.
    bool is_weak = false;
    bool is_capital = false;
    for (std::size_t i = begin; i < month->end; ++i) {
        is_weak = is_weak || line_.find(i, WeakMonth) != nullptr;
        is_capital = line_.at(i).is_capital;
    }
    const bool is_weak_said =
        month->year.has_value() ||
        (line_.language() == Language::English &&
         (line_.find(begin, {Of, Next, Coming}) != nullptr ||
          (is_capital && line_.is_behind(at, {From, Until}) && !line_.is_behind(at, {And}))));
    const bool is_said = edge != nullptr || month->is_relative || month->year ||
                         line_.find(begin, {Of, This, Next, Coming}) != nullptr ||
                         line_.is_behind(at, {From, Until, Between, This, Next}) ||
                         (at == 0 && month->end == line_.size());
    const bool is_counted =
        parts_.day_number(month->end).has_value() && !month->is_relative && !month->year;
    if (!is_said || is_counted || (is_weak && !is_weak_said)) {
        return std::nullopt;
    }
    const int year = parts_.year_of(*month);
    const auto number = static_cast<unsigned>(month->month);
    const std::int64_t first = days_from_civil({year, number, 1});
    DayMention found{.earliest = first,
                     .latest = first + days_in_month(year, number) - 1,
                     .first = at,
                     .end = month->end};
    constexpr int third = 10;
    if (edge != nullptr) {
        found.earliest = first + (edge->value - 1) * third;
        found.latest = edge->value == 3 ? found.latest : found.earliest + third - 1;
    }
    return found;
}

// "the first Friday of July".
std::optional<DayMention> DayReader::weekday_of_month(std::size_t at) const {
    const Term* last = line_.find(at, LastOf);
    const auto ordinal =
        last == nullptr ? parts_.day_number(line_.skip(at, {Article, On})) : std::nullopt;
    if (last == nullptr && (!ordinal || !ordinal->is_ordinal || ordinal->day > 5)) {
        return std::nullopt;
    }
    const Term* day = line_.find(last == nullptr ? ordinal->end : last->end, Weekday);
    const auto month = day == nullptr ? std::nullopt : parts_.month_ref(day->end);
    if (!month) {
        return std::nullopt;
    }
    const int year = parts_.year_of(*month);
    const auto number = static_cast<unsigned>(month->month);
    const std::int64_t first = days_from_civil({year, number, 1});
    const std::int64_t end = first + days_in_month(year, number);
    const std::int64_t found = last == nullptr
                                   ? nearest_weekday(first, day->value) + (ordinal->day - 1) * 7
                                   : nearest_weekday(end - 7, day->value);
    if (found >= end) {
        return std::nullopt;
    }
    return DayMention{.earliest = found, .latest = found, .first = at, .end = month->end};
}

}  // namespace standby::intake
