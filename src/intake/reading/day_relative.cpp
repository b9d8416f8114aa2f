// Days counted from today, or from another day that is said with them.
#include "base/civil.hpp"
#include "intake/reading/day_reader.hpp"
#include "intake/reading/feast.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;

// Where a length of time that was said with a count counts whole days.
constexpr std::initializer_list<Meaning> day_units = {Day, Week, MonthUnit, Year};

}  // namespace

std::optional<std::int64_t> DayReader::added(std::int64_t day, int count, std::size_t unit) const {
    const Term* term = line_.find(unit, day_units);
    if (term == nullptr) {
        return std::nullopt;
    }
    if (term->meaning == Day || term->meaning == Week) {
        return day + static_cast<std::int64_t>(count) * term->value;
    }
    const CivilDate date = civil_from_days(day);
    const std::int64_t months =
        date.year * 12 + date.month - 1 + (term->meaning == Year ? 12 * count : count);
    const auto month = static_cast<unsigned>(months % 12 + 1);
    const unsigned last = days_in_month(months / 12, month);
    return days_from_civil({months / 12, month, std::min(date.day, last)});
}

std::optional<DayMention> DayReader::relative_day(std::size_t at) const {
    const Term* term = line_.find(at, {RelativeDay, RelativePart});
    // "Dienstag morgen" is no tomorrow.
    const bool is_part = term != nullptr && term->meaning == RelativeDay &&
                         line_.find(at, BarePart) != nullptr &&
                         line_.language() == interchange::Language::German &&
                         line_.is_behind(at, {Weekday, RelativeDay});
    if (is_part) {
        return std::nullopt;
    }
    if (term != nullptr) {
        // A part of a day is counted in eighths, downwards for days that went by.
        const std::int64_t days =
            term->meaning == RelativeDay ? term->value : floor_divide(term->value, 8);
        DayMention found{
            .earliest = now_.day + days, .latest = now_.day + days, .first = at, .end = term->end};
        // "heute in 14 Tagen"
        const auto in =
            days == 0 && term->meaning == RelativeDay ? in_some_time(term->end) : std::nullopt;
        if (in && !in->minute) {
            found.earliest = in->earliest;
            found.latest = in->latest;
            found.end = in->end;
        }
        return found;
    }
    const Term* which = line_.find(at, {This, Previous, Next});
    const Term* part = which == nullptr ? nullptr : line_.find(which->end, BarePart);
    if (which != nullptr && part == nullptr && which->meaning == This) {
        part = line_.find(which->end, Day);
    }
    if (part == nullptr) {
        return std::nullopt;
    }
    const std::int64_t days = which->meaning == This ? 0 : which->meaning == Next ? 1 : -1;
    return DayMention{
        .earliest = now_.day + days, .latest = now_.day + days, .first = at, .end = part->end};
}

std::optional<DayMention> DayReader::anchor(std::size_t at) const {
    std::optional<DayMention> found = absolute(at);
    if (const auto feast = holiday(at); feast && (!found || feast->end > found->end)) {
        found = feast;
    }
    if (const Term* day = line_.find(at, RelativeDay); day != nullptr && !found) {
        found = DayMention{.earliest = now_.day + day->value,
                           .latest = now_.day + day->value,
                           .first = at,
                           .end = day->end};
    }
    if (!found) {
        found = weekday(at);
    }
    return found && found->earliest == found->latest ? found : std::nullopt;
}

// "in two weeks", "3 days from now", "two days from tomorrow", "dentro de tres días a partir de
// mañana", "in 30 Minuten".
std::optional<DayMention> DayReader::in_some_time(std::size_t at) const {
    const Term* in = line_.find(at, {In, Within});
    const bool is_in = in != nullptr && line_.find(at, In) != nullptr;
    const Term* ago = line_.find(at, Ago);
    const std::size_t begin = is_in ? line_.find(at, In)->end : ago != nullptr ? ago->end : at;
    const auto count = parts_.count(line_.skip(begin, {About}));
    if (!count) {
        return std::nullopt;
    }
    DayMention found{.first = at};
    // "2 years 21 days later": more than is read here.
    if (line_.is_behind(at, {Day, Week, MonthUnit, Year, Hour, Minute})) {
        return std::nullopt;
    }
    if (const Term* unit = line_.find(count->end, {Hour, Minute});
        unit != nullptr && (is_in || line_.find(unit->end, Hence) != nullptr)) {
        const int minutes = now_.minute + count->value * (unit->meaning == Hour ? 60 : 1);
        found.earliest = found.latest = now_.day + minutes / (24 * 60);
        found.minute = minutes % (24 * 60);
        found.end = line_.skip(unit->end, {Hence});
        return found;
    }
    const Term* unit = line_.find(count->end, day_units);
    if (unit == nullptr) {
        return std::nullopt;
    }
    std::int64_t from = now_.day;
    found.end = unit->end;
    bool is_some = is_in;
    if (const Term* gone = line_.find(unit->end, Ago); gone != nullptr || ago != nullptr) {
        found.end = gone != nullptr ? gone->end : found.end;
        const auto day = added(from, -count->value, count->end);
        found.earliest = found.latest = *day;
        return found;
    }
    if (const Term* later = line_.find(unit->end, Hence)) {
        found.end = later->end;
        is_some = true;
    }
    int sign = 1;
    for (const Meaning direction : {HenceFrom, Before}) {
        const Term* than = line_.find(unit->end, direction);
        const auto other = than == nullptr ? std::nullopt : anchor(than->end);
        if (other) {
            from = other->earliest;
            found.end = other->end;
            sign = direction == Before ? -1 : 1;
            is_some = true;
        }
    }
    const auto day = is_some ? added(from, sign * count->value, count->end) : std::nullopt;
    if (!day) {
        return std::nullopt;
    }
    found.earliest = found.latest = *day;
    // "in two weeks on Friday"
    const Term* weekday = weekday_term(line_.skip(found.end, {On}));
    if (weekday != nullptr && unit->meaning == Week) {
        found.earliest = found.latest = *day - weekday_of(*day) + weekday->value;
        found.end = weekday->end;
    }
    return found;
}

// "the next three days", "die nächsten beiden Wochen", "las 4 semanas siguientes".
std::optional<DayMention> DayReader::coming_days(std::size_t at) const {
    std::size_t next = line_.skip(at, {Within, Article});
    const Term* which = line_.find(next, {Next, Coming});
    if (which != nullptr) {
        next = which->end;
    }
    const auto count = parts_.count(next);
    if (!count || (which == nullptr && next == at)) {
        return std::nullopt;
    }
    if (const Term* hours = line_.find(count->end, Hour); hours != nullptr && which != nullptr) {
        return DayMention{.earliest = now_.day,
                          .latest = now_.day,
                          .minute = now_.minute,
                          .first = at,
                          .end = hours->end};
    }
    const Term* unit = line_.find(count->end, {Day, Week});
    if (unit == nullptr) {
        return std::nullopt;
    }
    std::size_t end = unit->end;
    if (which == nullptr) {
        const Term* after = line_.find(end, {Next, NextButBare});
        if (after == nullptr) {
            return std::nullopt;
        }
        end = after->end;
    }
    const std::int64_t last = now_.day + static_cast<std::int64_t>(count->value) * unit->value;
    return DayMention{.earliest = now_.day + 1, .latest = last, .first = at, .end = end};
}

std::optional<DayMention> DayReader::holiday(std::size_t at) const {
    const Term* term = line_.find(at, Holiday);
    if (term == nullptr) {
        // The German first of Advent is written with a dot, which parts the words.
        const auto number = parts_.day_number(at);
        if (!number || !number->is_ordinal || number->day > 4 || !line_.is_glued(number->end - 1) ||
            number->end >= line_.size() || !line_.at(number->end).is("advent")) {
            return std::nullopt;
        }
        Term made{Holiday, feast(Feast::FirstAdvent) + number->day - 1,
                  static_cast<std::uint32_t>(number->end + 1)};
        return feast_in_year(at, made);
    }
    return feast_in_year(at, *term);
}

std::optional<DayMention> DayReader::feast_in_year(std::size_t at, const Term& term) const {
    const auto which = static_cast<Feast>(term.value);
    DayMention found{.first = at, .end = term.end};
    const std::int64_t this_year = civil_from_days(now_.day).year;
    const std::size_t behind = line_.skip(term.end, {Of});
    if (const auto year = parts_.year_number(behind)) {
        found.earliest = found.latest = day_of(which, year->year);
        found.end = year->end;
        return found;
    }
    if (const Term* other = line_.find(behind, {This, Next, Previous});
        other != nullptr && line_.find(other->end, Year) != nullptr) {
        const int years = other->meaning == This ? 0 : other->meaning == Next ? 1 : -1;
        found.earliest = found.latest = day_of(which, this_year + years);
        found.end = line_.find(other->end, Year)->end;
        return found;
    }
    if (line_.is_behind(at, {Previous})) {
        found.earliest = found.latest = now_.day - 1;  // gone: it is no wish
        return found;
    }
    if (line_.find(term.end, Weekend) != nullptr) {
        return std::nullopt;  // which one, people differ
    }
    const std::int64_t day = day_of(which, this_year);
    found.earliest = found.latest = day >= now_.day ? day : day_of(which, this_year + 1);
    return found;
}

}  // namespace standby::intake
