// Dates in digits. Which of two numbers is the month depends on where they are written, unless one
// of them can't be; where that leaves two days, the house's own order decides.
#include "base/civil.hpp"
#include "intake/reading/day_reader.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;

bool is_year(const Word& word) {
    return word.digits == 4 && word.number >= 1900 && word.number <= 2199;
}

bool is_small(const Word& word) {
    return word.is_digits() && word.digits <= 2 && word.number >= 1 && word.number <= 31;
}

}  // namespace

// d/m, d/m/y and y/m/d with the same mark between them and no gaps; German writes gaps behind its
// dots.
std::optional<FullDate> DayReader::numeric(std::size_t at) const {
    if (!line_.is_digits(at) ||
        !(line_.is(at + 1, ".") || line_.is(at + 1, "/") || line_.is(at + 1, "-"))) {
        return std::nullopt;
    }
    // A piece of something longer: a number to call, a price, a version.
    if (at > 1 && line_.is_glued(at) && line_.is_glued(at - 1) && line_.is_digits(at - 2)) {
        return std::nullopt;
    }
    const std::string_view mark = line_.at(at + 1).key;
    const bool gap_may_be = mark == "." && line_.language() == Language::German;
    const std::size_t second = at + 2;
    if (!line_.is_glued(at + 1) || !line_.is_digits(second) ||
        !(line_.is_glued(second) || gap_may_be)) {
        return std::nullopt;
    }
    const Word& a = line_.at(at);
    const Word& b = line_.at(second);
    const bool has_third = (line_.is(second + 1, mark) || line_.is(second + 1, ",")) &&
                           line_.is_glued(second + 1) && line_.is_digits(second + 2) &&
                           (line_.is_glued(second + 2) || gap_may_be);
    if (is_year(a) && is_small(b) && has_third && is_small(line_.at(second + 2))) {
        const auto day = parts_.resolve(a.number, b.number, line_.at(second + 2).number);
        return day ? std::optional(FullDate{*day, *day, false, false, second + 3}) : std::nullopt;
    }
    if (!is_small(a) || !is_small(b)) {
        return std::nullopt;
    }
    if (has_third) {
        const Word& c = line_.at(second + 2);
        const bool is_clock = line_.is(second + 3, ":") && line_.is_glued(second + 3);
        const bool is_short = c.digits == 2 && line_.is_glued(second + 2) && !is_clock;
        if (is_year(c) || is_short) {
            return two_numbers(at, second, second + 3);
        }
        if (line_.is_glued(second + 2)) {
            return std::nullopt;
        }
    }
    return two_numbers(at, second, second + 1);
}

// "11/2026", "2026-11".
std::optional<DayMention> DayReader::numeric_month(std::size_t at) const {
    const bool has_mark = line_.is(at + 1, "/") || line_.is(at + 1, "-") || line_.is(at + 1, ".");
    if (!line_.is_digits(at) || !has_mark || !line_.is_digits(at + 2)) {
        return std::nullopt;
    }
    const bool is_piece =
        (at > 0 && line_.is_glued(at) && line_.at(at - 1).kind == Word::Kind::Mark) ||
        (line_.is_glued(at + 3) && line_.at(at + 3).kind == Word::Kind::Mark &&
         line_.is_digits(at + 4) && line_.is_glued(at + 4));
    const bool year_first = is_year(line_.at(at));
    const Word& year = line_.at(year_first ? at : at + 2);
    const Word& month = line_.at(year_first ? at + 2 : at);
    if (is_piece || !is_year(year) || !is_small(month) || month.number > 12 || year.number < 2000) {
        return std::nullopt;
    }
    const auto number = static_cast<unsigned>(month.number);
    const std::int64_t first = days_from_civil({year.number, number, 1});
    return DayMention{.earliest = first,
                      .latest = first + days_in_month(year.number, number) - 1,
                      .first = at,
                      .end = at + 3};
}

std::optional<FullDate> DayReader::two_numbers(std::size_t at, std::size_t second,
                                               std::size_t end) const {
    const std::string_view mark = line_.at(at + 1).key;
    const int a = line_.at(at).number;
    const int b = line_.at(second).number;
    std::optional<int> year;
    if (end == second + 3) {
        year = line_.at(second + 2).number;
    } else {
        // "2-4" and "5.30" may be anything; a date stands behind "on" or ends with a dot.
        const bool is_behind_on = line_.is_behind(at, {On});
        const bool ends_with_dot = mark == "." && line_.is(end, ".") && line_.is_glued(end) &&
                                   line_.language() == Language::German;
        const bool is_padded = line_.at(second).digits == 2 && line_.at(at).digits == 2;
        const bool may_be_date = mark == "/" || is_behind_on || ends_with_dot ||
                                 (mark == "." && is_padded && b <= 12 && a > 24);
        const bool is_clock =
            line_.find(end, {OClock, Am}) != nullptr || line_.find(end, {Hour, Minute}) != nullptr;
        const bool goes_on = (line_.is(end, ".") || line_.is(end, ",")) &&
                             line_.is_glued(end + 1) && line_.is_digits(end + 1) && !ends_with_dot;
        const bool is_cut =
            line_.is_glued(end) && (line_.is_digits(end) || line_.is(end, ":") ||
                                    line_.is(end, "/") || line_.is(end, "%") || goes_on);
        if (!may_be_date || is_clock || is_cut || (a == 24 && b == 7)) {
            return std::nullopt;
        }
        if (ends_with_dot) {
            ++end;
        }
    }
    // With dots, either order is written where months come first otherwise.
    const bool is_open = now_.order == Moment::Order::Unknown ||
                         (mark == "." && now_.order == Moment::Order::MonthFirst);
    if (is_open && a <= 12 && b <= 12 && a != b) {
        return std::nullopt;
    }
    const bool month_first = now_.order == Moment::Order::MonthFirst && mark != ".";
    const bool a_is_month = a <= 12 && (b > 12 || month_first);
    const auto day = a_is_month ? parts_.resolve(year, a, b) : parts_.resolve(year, b, a);
    if (!day) {
        return std::nullopt;
    }
    return FullDate{*day, *day, false, year.has_value(), end};
}

}  // namespace standby::intake
