// Days of a month: "Friday, 4 October", "October 4th", "from 3 to 12 Sept", "the 4th".
#include "base/civil.hpp"
#include "intake/reading/day_reader.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;

bool is_joint(const Line& line, std::size_t at) {
    return line.is(at, "-") || line.is(at, "/") || line.is(at, ",") || line.is(at, ".");
}

// What goes on behind a number as a clock does.
bool is_clock_part(const Line& line, std::size_t at) {
    const bool is_digits_of_clock = line.is(at, ":") && line.is_glued(at);
    return is_digits_of_clock || line.find(at, {OClock, Am}) != nullptr;
}

}  // namespace

std::optional<DayMention> DayReader::absolute(std::size_t at) const {
    std::size_t next = at;
    const Term* weekday = weekday_term(at);
    if (weekday != nullptr) {
        next = weekday->end;
        while (line_.is(next, ".") || line_.is(next, ",") || line_.is(next, "-")) {
            ++next;
        }
        next = line_.skip(next, {On});
        if (const Term* article = line_.find(next, {Article}); article != nullptr) {
            next = article->end;
        }
    }
    const auto date = dated(next, weekday != nullptr);
    if (!date) {
        return std::nullopt;
    }
    if (weekday != nullptr) {
        auto found = on_weekday(*date, weekday->value);
        if (found) {
            found->first = at;
        }
        return found;
    }
    return DayMention{.earliest = date->day,
                      .latest = date->last,
                      .has_year = date->has_year,
                      .first = at,
                      .end = date->end};
}

// A weekday that doesn't fit is somebody's mistake, and nobody but them knows which.
std::optional<DayMention> DayReader::on_weekday(const FullDate& date, int weekday) const {
    DayMention found{
        .earliest = date.day, .latest = date.last, .has_year = date.has_year, .end = date.end};
    if (date.is_bare) {
        const int number = static_cast<int>(civil_from_days(date.day).day);
        found.earliest = parts_.next_day_of_month(number, weekday).value_or(date.day);
        found.latest = found.earliest;
    }
    found.is_doubtful = weekday_of(found.earliest) != weekday;
    return found;
}

std::optional<FullDate> DayReader::dated(std::size_t at, bool has_weekday) const {
    std::optional<FullDate> best;
    const auto consider = [&](std::optional<FullDate> found) {
        if (found && (!best || found->end > best->end)) {
            best = found;
        }
    };
    consider(year_then_month(at));
    consider(days_of_month_ref(at));
    consider(day_then_month(at));
    consider(month_then_day(at));
    consider(numeric(at));
    consider(ordinal_month(at));
    if (!best) {
        consider(bare_day(at, has_weekday));
    }
    return best;
}

// "4 October 2027", "4th of Oct", "6-jul-2018", "23-2020-September".
std::optional<FullDate> DayReader::day_then_month(std::size_t at) const {
    const auto day = parts_.day_number(at);
    if (!day) {
        return std::nullopt;
    }
    std::size_t next = day->end;
    if (is_joint(line_, next) && !(line_.is(next, ".") && !line_.is_glued(next))) {
        ++next;
    }
    if (line_.is_digits(next) && line_.at(next).digits == 4 && line_.is_glued(next)) {
        const auto year = parts_.year_number(next);
        const auto month = is_joint(line_, next + 1) ? parts_.month_name(next + 2) : std::nullopt;
        if (year && month) {
            const auto found = parts_.resolve(year->year, month->month, day->day);
            return found ? std::optional(FullDate{*found, *found, false, false, month->end})
                         : std::nullopt;
        }
    }
    // "del mes de octubre", "of the month of October"
    next = line_.skip(next, {Of});
    const auto month = parts_.month_name(next);
    if (!month) {
        return std::nullopt;
    }
    std::size_t end = month->end;
    std::optional<int> year;
    std::size_t behind = end;
    if (is_joint(line_, behind)) {
        ++behind;
    }
    behind = line_.skip(behind, {Of});
    if (const auto read = parts_.year_number(behind)) {
        year = read->year;
        end = read->end;
    } else if (line_.is_digits(behind) && line_.is_glued(behind) && line_.is_glued(behind - 1) &&
               line_.at(behind).digits == 2 && is_joint(line_, behind - 1)) {
        year = line_.at(behind).number;
        end = behind + 1;
    }
    const auto found = parts_.resolve(year, month->month, day->day);
    return found ? std::optional(FullDate{*found, *found, false, year.has_value(), end})
                 : std::nullopt;
}

// "October 4th, 2027", "Oct-4", "November 19-20".
std::optional<FullDate> DayReader::month_then_day(std::size_t at) const {
    const auto month = parts_.month_name(at);
    if (!month) {
        return std::nullopt;
    }
    std::size_t next = month->end;
    if (is_joint(line_, next)) {
        ++next;
    }
    if (const auto year = parts_.year_number(next); year && is_joint(line_, year->end)) {
        const auto day = parts_.day_number(year->end + 1);
        if (day && line_.is_glued(year->end + 1)) {
            const auto found = parts_.resolve(year->year, month->month, day->day);
            return found ? std::optional(FullDate{*found, *found, false, false, day->end})
                         : std::nullopt;
        }
    }
    next = line_.skip(next, {On});
    const bool is_between = line_.find(next, Between) != nullptr;
    next = line_.skip(next, {Between});
    const auto day = parts_.day_number(next);
    if (!day || is_clock_part(line_, day->end) || line_.find(day->end, People) != nullptr) {
        return std::nullopt;
    }
    std::size_t end = day->end;
    std::optional<int> last;
    if (line_.is(end, "-") ||
        (line_.find(end, Until) != nullptr && (is_between || line_.find(end, And) == nullptr))) {
        const std::size_t second = line_.is(end, "-") ? end + 1 : line_.find(end, Until)->end;
        const auto until = parts_.day_number(second);
        if (until && until->day > day->day && !is_clock_part(line_, until->end)) {
            last = until->day;
            end = until->end;
        }
    }
    std::size_t behind = end;
    if (line_.is(behind, ",")) {
        ++behind;
    }
    behind = line_.skip(behind, {Of});
    std::optional<int> year;
    if (const auto read = parts_.year_number(behind)) {
        year = read->year;
        end = read->end;
    }
    const auto found = parts_.resolve(year, month->month, day->day);
    if (!found) {
        return std::nullopt;
    }
    return FullDate{*found, last ? *found + *last - day->day : *found, false, year.has_value(),
                    end};
}

// "2020/Sep/23", "2019-sep-1".
std::optional<FullDate> DayReader::year_then_month(std::size_t at) const {
    const auto year = parts_.year_number(at);
    if (!year || !is_joint(line_, year->end)) {
        return std::nullopt;
    }
    const std::size_t second = year->end + 1;
    if (const auto month = parts_.month_name(second); month && is_joint(line_, month->end)) {
        if (const auto day = parts_.day_number(month->end + 1)) {
            const auto found = parts_.resolve(year->year, month->month, day->day);
            return found ? std::optional(FullDate{*found, *found, false, false, day->end})
                         : std::nullopt;
        }
    }
    // "2020/23/Sep"
    const auto day = parts_.day_number(second);
    if (!day || !is_joint(line_, day->end)) {
        return std::nullopt;
    }
    const auto month = parts_.month_name(day->end + 1);
    if (!month) {
        return std::nullopt;
    }
    const auto found = parts_.resolve(year->year, month->month, day->day);
    return found ? std::optional(FullDate{*found, *found, false, false, month->end}) : std::nullopt;
}

// "the 12th of this month", "4-23 next month", "from 3 to 12 of Sept", "vom 3. bis zum 12. Mai".
std::optional<FullDate> DayReader::days_of_month_ref(std::size_t at) const {
    const auto day = parts_.day_number(at);
    if (!day) {
        return std::nullopt;
    }
    std::size_t end = day->end;
    std::optional<int> last;
    const Term* until = line_.find(end, Until);
    if (line_.is(end, "-") || until != nullptr) {
        std::size_t second = line_.is(end, "-") ? end + 1 : until->end;
        second = line_.skip(second, {On});
        const auto other = parts_.day_number(second);
        if (other && other->day > day->day) {
            last = other->day;
            end = other->end;
        }
    }
    if (line_.is(end, ",") && !last) {
        return std::nullopt;
    }
    const auto month = parts_.month_ref(end);
    if (!month || (!last && !month->is_relative)) {
        return std::nullopt;
    }
    std::size_t behind = month->end;
    std::optional<int> year = month->year;
    if (line_.is(behind, ",") && !year) {
        if (const auto read = parts_.year_number(behind + 1)) {
            year = read->year;
            behind = read->end;
        }
    }
    const auto found = parts_.resolve(year, month->month, day->day);
    const auto found_last = last ? parts_.resolve(year, month->month, *last) : found;
    if (!found || !found_last || *found_last < *found) {
        return std::nullopt;
    }
    return FullDate{*found, *found_last, false, year.has_value(), behind};
}

// German says months as numbers, too: "siebter vierter", "am dritten/11."; Spanish "el 17 del 11".
std::optional<FullDate> DayReader::ordinal_month(std::size_t at) const {
    if (line_.language() == Language::Spanish && line_.is_behind(at, {On}) &&
        line_.is(at + 1, "del") && line_.is_digits(at + 2) && may_follow_bare_day(at + 3)) {
        const auto number = parts_.day_number(at);
        const int of_month = line_.at(at + 2).number;
        const auto found = number && of_month >= 1 && of_month <= 12
                               ? parts_.resolve({}, of_month, number->day)
                               : std::nullopt;
        return found ? std::optional(FullDate{*found, *found, false, false, at + 3}) : std::nullopt;
    }
    if (line_.language() != Language::German) {
        return std::nullopt;
    }
    const auto day = parts_.day_number(at);
    if (!day || !day->is_ordinal) {
        return std::nullopt;
    }
    std::size_t next = day->end;
    if (line_.is(next, "/")) {
        ++next;
    }
    const auto month = parts_.day_number(next);
    if (!month || !month->is_ordinal || month->day > 12 ||
        !(day->is_spelled || month->is_spelled)) {
        return std::nullopt;
    }
    const bool is_on = line_.is_behind(at, {On, Weekday}) || (at > 0 && line_.is(at - 1, ","));
    const auto found = is_on ? parts_.resolve({}, month->day, day->day) : std::nullopt;
    return found ? std::optional(FullDate{*found, *found, false, false, month->end}) : std::nullopt;
}

// "the 4th", "am 4.", "el 15": only where nothing behind it says that something else is counted.
std::optional<FullDate> DayReader::bare_day(std::size_t at, bool has_weekday) const {
    const auto day = parts_.day_number(at);
    if (!day || !may_follow_bare_day(day->end)) {
        return std::nullopt;
    }
    const bool is_on = line_.is_behind(at, {On});
    const bool is_english = line_.language() == Language::English;
    // "the first" may be the first of anything.
    const bool is_common = day->is_spelled && day->day <= 3;
    const bool is_german_text = line_.language() == Language::German;
    bool is_fine = has_weekday && (day->is_ordinal || !day->is_spelled);
    is_fine = is_fine || (day->is_ordinal && is_on && !is_common);
    is_fine = is_fine || (day->is_ordinal && !day->is_spelled && is_english);
    is_fine = is_fine || (is_on && !day->is_spelled && (!is_german_text || day->is_ordinal));
    is_fine = is_fine || (is_on && day->is_spelled && day->day > 3 && !is_english &&
                          !is_german_text && at > 0 && line_.find(at - 1, Day) != nullptr);
    if (!is_fine) {
        return std::nullopt;
    }
    const auto found = parts_.next_day_of_month(day->day);
    return found ? std::optional(FullDate{*found, *found, true, false, day->end}) : std::nullopt;
}

bool DayReader::may_follow_bare_day(std::size_t at) const {
    if (at >= line_.size()) {
        return true;
    }
    const Word& word = line_.at(at);
    switch (word.kind) {
    case Word::Kind::Break:
    case Word::Kind::Opaque:
        return true;
    case Word::Kind::Mark:
        if (word.is_glued && line_.is_glued(at + 1) && line_.is_digits(at + 1)) {
            return false;
        }
        return word.is(".") || word.is(",") || word.is("!") || word.is("?") || word.is(";") ||
               word.is(")") || word.is("(") || word.is("@");
    case Word::Kind::Digits:
        return line_.is(at + 1, ":") || line_.find(at + 1, {OClock, Am}) != nullptr;
    case Word::Kind::Letters:
        break;
    }
    if (word.is_glued && line_.at(at - 1).is_digits()) {
        return false;  // "4pm"
    }
    return line_.find(at, {Small, Change, Part, This, Next, At, From, Until, After, Before,
                           RelativeDay, And, Or, Noon, Midnight, About}) != nullptr &&
           line_.find(at, {OClock, Am}) == nullptr;
}

}  // namespace standby::intake
