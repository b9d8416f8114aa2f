// Whether what may be a time is one: by what stands before and behind it. Then ranges and open
// ends.
#include "intake/reading/clock_reader.hpp"

#include <algorithm>
#include <array>

namespace standby::intake {
namespace {

using enum Meaning;
using interchange::Language;
using Strength = ClockFace::Strength;

constexpr int day_minutes = 24 * 60;
constexpr int half_day = 12 * 60;

int minutes_of(const ClockFace& face) {
    return face.hour * 60 + face.minute;
}

// Where nobody said which half of the day: few houses serve before seven.
int likely(int minutes) {
    constexpr int earliest_likely = 7 * 60;
    return minutes >= 60 && minutes < earliest_likely ? minutes + half_day : minutes;
}

// Words that stand in front of a time and of much else.
bool is_vague(const Word& word) {
    constexpr std::array<std::string_view, 13> vague = {
        "for", "from",    "around", "about", "approx", "pour", "bis",
        "auf", "environ", "des",    "de",    "circa",  "ca"};
    return std::ranges::find(vague, word.key) != vague.end();
}

}  // namespace

// A number of something: people, days, money.
bool ClockReader::is_counted(std::size_t end) const {
    if (end >= line_.size()) {
        return false;
    }
    const Word& word = line_.at(end);
    if (word.kind == Word::Kind::Mark) {
        constexpr std::array<std::string_view, 9> marks = {"%", "€", "$", "£", "/",
                                                           "º", "+", "=", "#"};
        return std::ranges::find(marks, word.key) != marks.end() ||
               (word.is_glued && (word.is(":") || word.is(".") || word.is(",")) &&
                line_.is_digits(end + 1) && line_.is_glued(end + 1));
    }
    return line_.find(end, {People, Day, Week, MonthUnit, Year, Minute, Kin, KinMany, Weekend,
                            Suffix, Measure}) != nullptr &&
           line_.find(end, {Small, Part, And}) == nullptr;
}

// Behind a plain number that shall be a time: nothing that it could count.
bool ClockReader::may_follow(std::size_t end) const {
    if (end >= line_.size()) {
        return true;
    }
    const Word& word = line_.at(end);
    if (word.is_digits()) {
        return false;
    }
    if (!word.is_letters()) {
        return true;
    }
    if (word.is_glued && line_.at(end - 1).is_digits()) {
        return false;
    }
    return line_.find(end, {Small,        Part,    BarePart, This,  Next,   At,
                            On,           From,    Until,    After, Before, RelativeDay,
                            RelativePart, Weekday, And,      Or,    Of,     Article,
                            Correction,   Not,     Holiday,  Hence, Month,  Coming}) != nullptr;
}

std::optional<PartOfDay> ClockReader::part_before(std::size_t at) const {
    std::size_t end = at;
    if (end > 0 && line_.is(end - 1, ",")) {
        --end;
    }
    for (int steps = 0; steps < 2; ++steps) {
        if (end < at && is_vague(line_.at(at - 1))) {
            break;
        }
        if (const auto part = line_.before(end, {Part, BarePart, RelativePart})) {
            const int value = part->term.meaning == RelativePart ? ((part->term.value % 8) + 8) % 8
                                                                 : part->term.value;
            return static_cast<PartOfDay>(value);
        }
        const auto between = line_.before(end, {At, About});
        if (!between) {
            break;
        }
        end = between->first;
    }
    return std::nullopt;
}

bool ClockReader::is_time(std::size_t at, const ClockFace& face, bool is_beside_day) const {
    if (is_counted(face.end)) {
        return false;
    }
    if (face.strength == Strength::Sure) {
        return true;
    }
    const bool has_part = part_before(at).has_value();
    if (face.strength == Strength::Likely) {
        // "dix-neuf trente" counts nothing.
        const bool is_spelled_late = face.minute >= 10 && !line_.is_digits(at) &&
                                     !line_.is_digits(face.end - 1) &&
                                     (face.hour > 12 || may_follow(face.end));
        // "Un soin de 2 heures" takes two.
        const bool may_be_length =
            line_.find(face.end - 1, Hour) != nullptr && at > 0 && is_vague(line_.at(at - 1));
        return has_part || is_beside_day || is_spelled_late ||
               (!may_be_length && line_.is_behind(at, {At, After, Before, From, Between, About})) ||
               (line_.is_digits(at) && line_.is(at + 1, ".") == false &&
                line_.is_behind(at, {Weekday, RelativeDay, Month}));
    }
    if (line_.is_behind(at, {Part, BarePart}) && !line_.is_behind(at, {RelativeDay})) {
        return true;
    }
    if (!may_follow(face.end) || line_.find(face.end, Month) != nullptr) {
        return false;
    }
    if (has_part) {
        return true;
    }
    const auto led = line_.before(at, {At});
    const bool is_open = line_.is_behind(at, {After, Before});
    if (!led && !is_open) {
        return false;
    }
    const bool is_date_word = line_.is_behind(at, {On});
    const Word& leader = line_.at(at - 1);
    return !is_vague(leader) && !(is_date_word && !led) && !leader.is("@");
}

std::optional<ClockMention> ClockReader::range(std::size_t at, const ClockFace& first,
                                               bool is_behind_day) const {
    const Term* until = line_.find(first.end, Until);
    std::size_t second = 0;
    const bool is_dash = line_.is(first.end, "-");
    if (is_dash) {
        second = first.end + 1;
    } else if (until != nullptr) {
        second = until->end;
    } else {
        return std::nullopt;
    }
    const bool is_led = line_.is_behind(at, {From, Between});
    if (!is_dash && line_.find(first.end, And) != nullptr && !line_.is_behind(at, {Between})) {
        return std::nullopt;
    }
    // "le 9 à 15h" is a day and a time.
    if (!is_dash && !is_led && first.strength == Strength::Number && line_.is_behind(at, {On})) {
        return std::nullopt;
    }
    second = line_.skip(second, {At, About});
    const auto last = face(second);
    if (!last || is_counted(last->end)) {
        return std::nullopt;
    }
    const bool is_sure = first.strength == Strength::Sure || last->strength == Strength::Sure;
    // "6-8 next Monday", "Monday 12-4"
    const bool is_late = first.hour > 12 && last->hour > 12 && may_follow(last->end);
    const bool is_beside_day =
        is_dash && (line_.find(last->end, {This, Next, RelativeDay, Coming}) != nullptr ||
                    line_.is_behind(at, {Weekday, RelativeDay}) ||
                    (at > 0 && line_.is(at - 1, ",") && line_.is_behind(at - 1, {Weekday})) ||
                    (first.strength == Strength::Likely && last->strength == Strength::Likely));
    const bool may_be = is_sure || is_late || (is_behind_day && may_follow(last->end)) ||
                        is_beside_day || line_.is_behind(at, {At}) ||
                        (is_led && may_follow(last->end)) || part_before(at).has_value();
    if (!may_be || (!is_sure && line_.find(last->end, Of) != nullptr && !is_led)) {
        return std::nullopt;
    }
    ClockMention found{.is_range = true, .first = at, .end = last->end};
    int from = minutes_of(first);
    int to = minutes_of(*last);
    found.is_half_known = first.is_half_known || last->is_half_known;
    if (!first.is_half_known && last->is_half_known) {
        const int afternoon = from % half_day + half_day;
        const int morning = from;
        from = to > half_day || to == 0
                   ? (afternoon <= (to == 0 ? day_minutes : to) ? afternoon : morning)
                   : (morning <= to ? morning : afternoon);
    } else if (first.is_half_known && !last->is_half_known) {
        to = to < from && to + half_day > from ? to + half_day : to;
    } else if (!found.is_half_known) {
        from = likely(from);
        to = likely(to);
        to = to < from && to < half_day ? to + half_day : to;
    }
    found.from = from;
    found.to = to;
    return found;
}

// What stands in front may make it one end of the time that suits.
ClockMention ClockReader::bounded(ClockMention found) const {
    if (found.is_range) {
        return found;
    }
    std::size_t at = found.first;
    const auto bound = line_.before(at, {Before, After});
    if (bound && bound->term.meaning == Before) {
        // German "bis" and Spanish "hasta" are both At and Before.
        found.is_open_begin = true;
        return found;
    }
    if (const auto at_word = line_.before(at, {About}); at_word && !line_.is_behind(at, {After})) {
        at = at_word->first;
    }
    found.is_open_end = line_.is_behind(at, {After}) && !line_.is_behind(at, {Between});
    return found;
}

std::optional<ClockMention> ClockReader::read(std::size_t at, bool is_beside_day) const {
    auto first = face(at);
    if (!first) {
        return std::nullopt;
    }
    if (!first->is_half_known) {
        if (const auto part = part_before(at)) {
            set_part(*first, *part);
        }
    }
    if (const auto both = range(at, *first, is_beside_day)) {
        return both;
    }
    if (!is_time(at, *first, is_beside_day)) {
        return std::nullopt;
    }
    const int minutes = minutes_of(*first);
    return bounded(ClockMention{.from = minutes,
                                .to = minutes,
                                .is_half_known = first->is_half_known,
                                .first = at,
                                .end = first->end});
}

const Term* ClockReader::part_at(std::size_t at) const {
    if (const Term* part = line_.find(at, {Part, RelativePart})) {
        return part;
    }
    const Term* bare = line_.find(at, BarePart);
    if (bare == nullptr) {
        return nullptr;
    }
    const bool is_beside_day = line_.is_behind(at, {RelativeDay, Weekday, This, Next}) ||
                               line_.find(at, Weekday) != nullptr;
    return is_beside_day ? bare : nullptr;
}

}  // namespace standby::intake
