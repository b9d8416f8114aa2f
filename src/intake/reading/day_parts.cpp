// Numbers first: what looks like a day's number must not be a piece of a clock, a price or a
// fraction.
#include "intake/reading/day_parts.hpp"

#include "base/civil.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;

constexpr int days_max = 31;
// Dates without a year that went by so recently are of this year: somebody tells of them.
constexpr int just_gone_days = 14;

CivilDate civil(std::int64_t day) {
    return civil_from_days(day);
}

bool exists(int year, int month, int day) {
    return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 &&
           day <= static_cast<int>(days_in_month(year, static_cast<unsigned>(month)));
}

std::int64_t day_at(int year, int month, int day) {
    return days_from_civil({year, static_cast<unsigned>(month), static_cast<unsigned>(day)});
}

}  // namespace

int weekday_of(std::int64_t day) {
    return static_cast<int>(((day + 3) % 7 + 7) % 7);
}

std::optional<DayNumber> DayParts::day_number(std::size_t at) const {
    if (at >= line_.size()) {
        return std::nullopt;
    }
    if (const Term* spelled = line_.find(at, {Ordinal, Number})) {
        if (spelled->value < 1 || spelled->value > days_max) {
            return std::nullopt;
        }
        return DayNumber{spelled->value, spelled->meaning == Ordinal, true, spelled->end};
    }
    const Word& word = line_.at(at);
    if (!word.is_digits() || word.digits > 2 || word.number < 1 || word.number > days_max) {
        return std::nullopt;
    }
    if (word.is_glued && at > 0 && (line_.is(at - 1, ":") || line_.is(at - 1, "+"))) {
        return std::nullopt;
    }
    DayNumber found{word.number, false, false, at + 1};
    if (!line_.is_glued(found.end)) {
        return found;
    }
    if (line_.is(found.end, "º")) {
        return DayNumber{word.number, true, false, found.end + 1};
    }
    if (line_.is(found.end, ".") && line_.is(found.end + 1, "º")) {
        return DayNumber{word.number, true, false, found.end + 2};
    }
    if (const Term* suffix = line_.find(found.end, Suffix)) {
        return DayNumber{word.number, true, false, suffix->end};
    }
    if (line_.is(found.end, ".") && line_.language() == interchange::Language::German &&
        !(line_.is_digits(found.end + 1) && line_.is_glued(found.end + 1))) {
        return DayNumber{word.number, true, false, found.end + 1};
    }
    return found;
}

std::optional<MonthName> DayParts::month_name(std::size_t at) const {
    const Term* month = line_.find(at, {Month, WeakMonth});
    if (month == nullptr) {
        return std::nullopt;
    }
    // The dot of "Oct." belongs to it, unless it ends the sentence.
    std::size_t end = month->end;
    if (line_.is(end, ".") && line_.is_glued(end) && line_.at(at).key.size() <= 5 &&
        end + 1 < line_.size() && line_.at(end + 1).kind != Word::Kind::Break) {
        ++end;
    }
    return MonthName{month->value, end};
}

std::optional<YearRead> DayParts::year_number(std::size_t at) const {
    if (const Term* year = line_.find(at, YearNumber)) {
        return YearRead{year->value, year->end};
    }
    if (!line_.is_digits(at)) {
        return std::nullopt;
    }
    const Word& word = line_.at(at);
    const bool is_clock = line_.is(at + 1, ":") && line_.is_glued(at + 1);
    if (word.digits == 4 && word.number >= 1900 && word.number <= 2199 && !is_clock) {
        return YearRead{word.number, at + 1};
    }
    return std::nullopt;
}

std::optional<Count> DayParts::count(std::size_t at) const {
    if (const Term* term = line_.find(at, {Number, One})) {
        return Count{term->value, term->end};
    }
    constexpr int count_max = 366;
    if (line_.is_digits(at) && line_.at(at).number >= 1 && line_.at(at).number <= count_max) {
        return Count{line_.at(at).number, at + 1};
    }
    return std::nullopt;
}

MonthRef DayParts::months_away(int months) const {
    const CivilDate today = civil(now_.day);
    const std::int64_t total = today.year * 12 + static_cast<int>(today.month) - 1 + months;
    return {.month = static_cast<int>(total % 12) + 1,
            .year = static_cast<int>(total / 12),
            .is_relative = true};
}

int DayParts::year_of(const MonthRef& month) const {
    const CivilDate today = civil(now_.day);
    const int year = static_cast<int>(today.year);
    return month.year.value_or(month.month < static_cast<int>(today.month) ? year + 1 : year);
}

std::optional<MonthRef> DayParts::month_ref(std::size_t at) const {
    at = line_.skip(at, {Of});
    const auto relative = [&](int months, std::size_t end) {
        MonthRef found = months_away(months);
        found.end = end;
        return found;
    };
    if (const Term* which = line_.find(at, {This, Next, Coming, Previous})) {
        if (const Term* unit = line_.find(which->end, MonthUnit)) {
            return relative(which->meaning == This       ? 0
                            : which->meaning == Previous ? -1
                                                         : 1,
                            unit->end);
        }
        if (which->meaning == This || which->meaning == Next || which->meaning == Coming) {
            at = which->end;
        }
    } else if (const Term* unit = line_.find(at, MonthUnit)) {
        if (const Term* after = line_.find(unit->end, {Next, NextButBare, This})) {
            return relative(after->meaning == This ? 0 : 1, after->end);
        }
        if (const Term* gone = line_.find(unit->end, Previous)) {
            return relative(-1, gone->end);
        }
        if (const Term* later = line_.find(unit->end, AfterNext)) {
            return relative(2, later->end);
        }
    }
    const auto name = month_name(at);
    if (!name) {
        return std::nullopt;
    }
    MonthRef found{.month = name->month, .year = {}, .end = name->end};
    std::size_t next = line_.skip(found.end, {Of});
    while (line_.is(next, ",") || line_.is(next, "/") || line_.is(next, "-")) {
        ++next;
    }
    if (const auto year = year_number(next)) {
        found.year = year->year;
        found.end = year->end;
    } else if (const Term* which = line_.find(found.end, {This, Next});
               which != nullptr && line_.find(which->end, Year) != nullptr) {
        found.year = static_cast<int>(civil(now_.day).year) + (which->meaning == Next ? 1 : 0);
        found.end = line_.find(which->end, Year)->end;
    }
    return found;
}

std::optional<std::int64_t> DayParts::resolve(std::optional<int> year, int month, int day) const {
    if (year) {
        if (*year < 100) {
            *year += *year < 70 ? 2000 : 1900;
        }
        return exists(*year, month, day) ? std::optional(day_at(*year, month, day)) : std::nullopt;
    }
    const int this_year = static_cast<int>(civil(now_.day).year);
    constexpr int years_max = 8;  // to the next 29th of February
    for (int y = this_year; y <= this_year + years_max; ++y) {
        if (!exists(y, month, day)) {
            if (day != 29 || month != 2) {
                return std::nullopt;
            }
            continue;
        }
        const std::int64_t found = day_at(y, month, day);
        if (found >= now_.day - just_gone_days) {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> DayParts::next_day_of_month(int day, std::optional<int> weekday) const {
    for (int months = 0; months <= 2; ++months) {
        const MonthRef month = months_away(months);
        if (exists(*month.year, month.month, day)) {
            const std::int64_t found = day_at(*month.year, month.month, day);
            if (found >= now_.day && weekday.value_or(weekday_of(found)) == weekday_of(found)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

}  // namespace standby::intake
