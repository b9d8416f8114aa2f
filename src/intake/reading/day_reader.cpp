// Tries every form at a word and takes the longest; then looks whether it is the begin of a range,
// or only one end of what is meant.
#include "intake/reading/day_reader.hpp"

#include "base/civil.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;

}  // namespace

std::optional<DayMention> DayReader::read_single(std::size_t at) const {
    std::optional<DayMention> best;
    const auto consider = [&best](std::optional<DayMention> found) {
        if (found && (!best || found->end > best->end)) {
            best = found;
        }
    };
    consider(weekday_of_month(at));
    consider(absolute(at));
    consider(holiday(at));
    consider(relative_day(at));
    consider(weekday(at));
    consider(in_some_time(at));
    consider(coming_days(at));
    consider(week(at));
    consider(weekend(at));
    consider(month(at));
    return best;
}

std::optional<DayMention> DayReader::range_from(const DayMention& first) const {
    std::size_t next = line_.skip(first.end, {Part, BarePart});
    if (line_.is(next, ",")) {
        ++next;
    }
    const Term* until = line_.find(next, Until);
    std::size_t second = 0;
    if (line_.is(next, "-")) {
        second = next + 1;
    } else if (until != nullptr &&
               (line_.find(next, And) == nullptr || line_.is_behind(first.first, {Between}))) {
        second = until->end;
    } else {
        return std::nullopt;
    }
    second = line_.skip(second, {On});
    auto last = read_single(second);
    if (!last || last->minute) {
        return std::nullopt;
    }
    if (last->is_bare_weekday) {
        const int weekday = weekday_of(last->earliest);
        const std::int64_t begin = first.earliest;
        last->latest = begin + (weekday - weekday_of(begin) + 7) % 7;
        last->is_doubtful = false;
    }
    DayMention found = first;
    // "5/1 - 5/7, 2027": the year is of both.
    if (last->has_year && !first.has_year && !first.is_bare_weekday) {
        CivilDate begin = civil_from_days(first.earliest);
        begin.year = civil_from_days(last->latest).year;
        if (begin.day <= days_in_month(begin.year, begin.month) &&
            days_from_civil(begin) <= last->latest) {
            found.earliest = days_from_civil(begin);
        }
    }
    if (last->latest < found.earliest) {
        return std::nullopt;
    }
    found.latest = last->latest;
    found.end = last->end;
    // Its weekdays may be of another week that was said.
    found.is_bare_weekday = first.is_bare_weekday;
    // The end says by its month which of two first days was meant; its weekday may be wrong.
    found.is_doubtful = first.is_doubtful && !first.is_bare_weekday;
    return found;
}

// What stands in front may make it the end or the begin of an open range.
DayMention DayReader::with_bounds(DayMention found) const {
    if (found.minute || found.earliest != found.latest) {
        return found;
    }
    const std::size_t at = found.first;
    // "Not before" is the longer one.
    const auto bound = line_.before(at, {Before, After});
    if (bound && bound->term.meaning == Before) {
        found.is_open_begin = true;
        // "By Friday" includes it.
        found.latest -= bound->term.value == 0 ? 1 : 0;
    } else if (bound) {
        found.is_open_end = true;
    }
    return found;
}

std::optional<DayMention> DayReader::read(std::size_t at) const {
    const auto first = read_single(at);
    if (!first) {
        return std::nullopt;
    }
    if (!first->minute) {
        if (const auto range = range_from(*first)) {
            return range;
        }
    }
    return with_bounds(*first);
}

}  // namespace standby::intake
