// One pass finds everything that says a day, a time or a part of the day; then what was taken back,
// what went by and what says the same twice is sorted out.
#include "intake/reading/when.hpp"

#include "base/civil.hpp"

#include <algorithm>
#include <vector>

namespace standby::intake {
namespace {

using enum Meaning;

// Of each kind. A text with more of them asks for nothing in particular.
constexpr std::size_t mentions_max = 200;

constexpr int day_minutes = 24 * 60;
constexpr int half_day = 12 * 60;

struct Hours {
    PartOfDay part;
    int from;
    int to;
};
// What a part of the day comes to where no hour was said.
constexpr Hours part_hours[] = {
    {PartOfDay::Early, 0, 6 * 60},
    {PartOfDay::Morning, 6 * 60, 12 * 60},
    {PartOfDay::Midday, 11 * 60 + 30, 14 * 60},
    {PartOfDay::Afternoon, 12 * 60, 18 * 60},
    {PartOfDay::Evening, 17 * 60, 23 * 60},
    {PartOfDay::Night, 20 * 60, 24 * 60},
};

struct PartMention {
    PartOfDay part = PartOfDay::Any;
    std::size_t first = 0;
    std::size_t end = 0;
};

struct Mentions {
    std::vector<DayMention> days;
    std::vector<ClockMention> clocks;
    std::vector<PartMention> parts;
};

class WhenReader {
public:
    WhenReader(const Line& line, const Moment& now)
        : line_(line), now_(now), days_(line, now), clocks_(line) {}

    When run() {
        scan();
        When found{.taken = std::move(taken_),
                   .says_days = !found_.days.empty(),
                   .says_times = !found_.clocks.empty(),
                   .days = {},
                   .times = {}};
        found.days = choose_days();
        found.times = choose_times();
        return found;
    }

private:
    void scan() {
        number_sentences();
        const auto has_room = [this] {
            return found_.days.size() < mentions_max && found_.clocks.size() < mentions_max &&
                   found_.parts.size() < mentions_max;
        };
        for (std::size_t at = 0; at < line_.size() && has_room();) {
            if (const Term* greeting = line_.find(at, Greeting)) {
                at = greeting->end;
                continue;
            }
            const auto day = days_.read(at);
            const bool is_beside_day = !found_.days.empty() && found_.days.back().end == at;
            const auto clock = clocks_.read(at, is_beside_day);
            const Term* part = clocks_.part_at(at);
            const std::size_t day_end = day ? day->end : 0;
            const std::size_t clock_end = clock ? clock->end : 0;
            const std::size_t part_end = part == nullptr ? 0 : part->end;
            if (part != nullptr && part_end >= clock_end) {
                add_part(*part, at);
            }
            if (day && day_end >= clock_end && (part == nullptr || day_end >= part_end)) {
                add_day(*day);
                taken_.emplace_back(day->first, day_end);
                at = day_end;
            } else if (clock && clock_end >= part_end) {
                if (!is_denied(clock->first, clock->end)) {
                    found_.clocks.push_back(*clock);
                }
                taken_.emplace_back(clock->first, clock_end);
                at = clock_end;
            } else {
                at = std::max(part_end, at + 1);
            }
        }
    }

    void add_part(const Term& part, std::size_t at) {
        const int value = part.meaning == RelativePart ? ((part.value % 8) + 8) % 8 : part.value;
        if (!is_denied(at, part.end)) {
            found_.parts.push_back({static_cast<PartOfDay>(value), at, part.end});
        }
    }

    void add_day(DayMention day) {
        if (is_denied(day.first, day.end)) {
            return;
        }
        // "Vom 5. auf den 9. verschieben": what was isn't wanted.
        if (day.earliest == day.latest && line_.is_behind(day.first, {From}) && has(Change)) {
            return;
        }
        // "Move it from the 4th to the 5th": what was, and what shall be.
        if (day.earliest != day.latest && is_changed(day.first)) {
            day.earliest = day.latest;
        }
        const std::int64_t last = day.is_open_end ? now_.day : day.latest;
        const bool is_gone = last < now_.day || (day.is_open_begin && day.latest < now_.day);
        if (!is_gone) {
            found_.days.push_back(day);
        }
        // "Más tarde" is later, and no afternoon.
        const Term* rest = line_.find(day.first, Rest);
        for (std::size_t i = rest == nullptr ? day.first : rest->end; i < day.end; ++i) {
            const Term* part = line_.find(i, BarePart);
            const Term* other = line_.find(i, {RelativeDay, RelativePart});
            const bool is_day = other != nullptr && part != nullptr && other->end >= part->end;
            if (part != nullptr && part->end <= day.end && !is_gone && !is_day &&
                (i > day.first || line_.find(i, Weekday) != nullptr)) {
                found_.parts.push_back({static_cast<PartOfDay>(part->value), i, part->end});
            }
        }
    }

    // "not the 4th", "am Freitag geht es nicht".
    [[nodiscard]] bool is_denied(std::size_t first, std::size_t end) const {
        std::size_t at = first;
        for (int steps = 0; steps < 2; ++steps) {
            if (line_.is_behind(at, {Not})) {
                return true;
            }
            const auto between = line_.before(at, {On, At, About, Article, From, After});
            if (!between) {
                break;
            }
            at = between->first;
        }
        return line_.find(end, NotBehind) != nullptr;
    }

    [[nodiscard]] bool is_changed(std::size_t first) const {
        constexpr std::size_t words_max = 8;
        for (std::size_t back = 1; back <= std::min(first, words_max); ++back) {
            if (line_.find(first - back, Change) != nullptr) {
                return true;
            }
        }
        return false;
    }

    // Whether between two mentions somebody thinks again.
    [[nodiscard]] bool is_corrected(std::size_t from, std::size_t to) const {
        for (std::size_t i = from; i < to; ++i) {
            if (line_.find(i, Correction) != nullptr) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool is_joined(std::size_t from, std::size_t to) const {
        bool has_or = false;
        for (std::size_t i = from; i < to;) {
            const Term* joint = line_.find(i, {Or, And});
            has_or = has_or || joint != nullptr;
            const std::size_t next = joint != nullptr
                                         ? joint->end
                                         : line_.skip(i, {On, At, Article, About, Part, BarePart});
            if (next == i && !line_.is(i, ",") && !line_.is(i, "/")) {
                return false;
            }
            i = std::max(next, i + 1);
        }
        return has_or;
    }

    // The second, seen beside the first; nothing where they can't both be meant.
    [[nodiscard]] std::optional<DayMention> both(const DayMention& a, DayMention b) const {
        const bool is_range = a.earliest != a.latest;
        // "next week between Wednesday and Friday"
        if (b.is_bare_weekday && b.earliest != b.latest && is_range) {
            const std::int64_t days = floor_divide(a.latest - b.earliest, 7) * 7;
            b.earliest += days;
            b.latest += days;
            b.is_doubtful = false;
        }
        if (b.is_bare_weekday && is_range && (b.earliest < a.earliest || b.earliest > a.latest)) {
            const int weekday = weekday_of(b.earliest);
            const std::int64_t moved = a.earliest + (weekday - weekday_of(a.earliest) + 7) % 7;
            if (moved <= a.latest) {
                b.earliest = b.latest = moved;
                b.is_doubtful = false;
            }
        }
        if (b.is_bare_weekday && a.earliest == a.latest &&
            weekday_of(a.earliest) == weekday_of(b.earliest)) {
            return a;
        }
        if (a.is_bare_weekday && b.earliest == b.latest &&
            weekday_of(a.earliest) == weekday_of(b.earliest)) {
            return b;
        }
        if (a.is_open_begin || a.is_open_end || b.is_open_begin || b.is_open_end) {
            return is_corrected(a.end, b.first) ? std::optional(b) : std::nullopt;
        }
        if (b.earliest >= a.earliest && b.latest <= a.latest) {
            return b;
        }
        if (a.earliest >= b.earliest && a.latest <= b.latest) {
            return a;
        }
        if (is_corrected(a.end, b.first)) {
            return b;
        }
        if (is_joined(a.end, b.first) && b.earliest == a.latest + 1) {
            DayMention joined = a;
            joined.latest = b.latest;
            joined.end = b.end;
            joined.is_bare_weekday = false;
            return joined;
        }
        return std::nullopt;
    }

    std::optional<FoundDays> choose_days() {
        if (found_.days.empty()) {
            return as_soon_as_possible();
        }
        DayMention chosen = found_.days.front();
        for (std::size_t i = 1; i < found_.days.size(); ++i) {
            const auto next = both(chosen, found_.days[i]);
            if (!next) {
                return std::nullopt;
            }
            chosen = *next;
        }
        if (chosen.is_doubtful) {
            return std::nullopt;
        }
        if (chosen.minute) {
            in_hours_ = ClockMention{.from = *chosen.minute,
                                     .to = *chosen.minute,
                                     .is_half_known = true,
                                     .first = chosen.first,
                                     .end = chosen.end};
        }
        FoundDays days{.span = line_.span(chosen.first, chosen.end)};
        if (!chosen.is_open_begin) {
            days.earliest = chosen.earliest;
        }
        if (!chosen.is_open_end) {
            days.latest = chosen.latest;
        }
        return days;
    }

    // From today on, where nobody names a day.
    [[nodiscard]] std::optional<FoundDays> as_soon_as_possible() const {
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (const Term* soon = line_.find(i, Soon)) {
                return FoundDays{now_.day, {}, line_.span(i, soon->end)};
            }
        }
        return std::nullopt;
    }

    void number_sentences() {
        std::size_t number = 0;
        sentences_.reserve(line_.size());
        for (std::size_t i = 0; i < line_.size(); ++i) {
            sentences_.push_back(number);
            const bool ends = (line_.is(i, ".") || line_.is(i, "!") || line_.is(i, "?")) &&
                              i + 1 < line_.size() && !line_.is_glued(i + 1) &&
                              line_.at(i + 1).is_capital;
            number += ends || line_.at(i).kind == Word::Kind::Break ? 1 : 0;
        }
    }

    // The half of the day that a part elsewhere in the sentence says; nothing if it says two.
    [[nodiscard]] PartOfDay part_beside(const ClockMention& clock) const {
        PartOfDay found = PartOfDay::Any;
        for (const PartMention& part : found_.parts) {
            if (sentences_[part.first] != sentences_[clock.first]) {
                continue;
            }
            if (found != PartOfDay::Any && found != part.part) {
                return PartOfDay::Any;
            }
            found = part.part;
        }
        return found;
    }

    [[nodiscard]] bool has(Meaning meaning, int* value = nullptr) const {
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (const Term* term = line_.find(i, meaning)) {
                if (value != nullptr) {
                    *value = term->value;
                }
                return true;
            }
        }
        return false;
    }

    static int moved(int minutes, PartOfDay part) {
        const bool is_late = part == PartOfDay::Afternoon || part == PartOfDay::Evening ||
                             (part == PartOfDay::Night && minutes >= 5 * 60);
        const bool is_early = part == PartOfDay::Morning || part == PartOfDay::Early;
        if (is_late) {
            return minutes < half_day ? minutes + half_day : minutes;
        }
        if (is_early) {
            return minutes > half_day ? minutes - half_day : minutes;
        }
        return minutes;
    }

    // Sets what nobody said from what stands around it; false: it may be either half.
    bool settle(ClockMention& clock) const {
        if (clock.is_half_known) {
            return true;
        }
        PartOfDay part = part_beside(clock);
        int meal = 0;
        if (part == PartOfDay::Any && has(Meal, &meal)) {
            part = static_cast<PartOfDay>(meal);
        }
        if (part != PartOfDay::Any) {
            clock.from = moved(clock.from, part);
            clock.to = moved(clock.to, part);
            return true;
        }
        const bool may_be_evening = clock.from >= 6 * 60 && clock.from < 10 * 60;
        if (may_be_evening && !clock.is_range && has(Seating)) {
            return false;
        }
        if (!clock.is_range && clock.from >= 60 && clock.from < 7 * 60) {
            clock.from += half_day;
            clock.to += half_day;
        }
        return true;
    }

    [[nodiscard]] std::optional<ClockMention> both(const ClockMention& a,
                                                   const ClockMention& b) const {
        if (a.from == b.from && a.to == b.to) {
            return a;
        }
        const bool is_plain =
            !a.is_open_begin && !a.is_open_end && !b.is_open_begin && !b.is_open_end;
        if (is_plain && a.from <= b.from && b.to <= a.to) {
            return b;
        }
        if (is_plain && b.from <= a.from && a.to <= b.to) {
            return a;
        }
        if (is_corrected(a.end, b.first)) {
            return b;
        }
        // "after five and before seven"
        if (a.is_open_end && b.is_open_begin && a.from < b.to) {
            ClockMention joined = a;
            joined.to = b.to;
            joined.is_open_end = false;
            joined.is_range = true;
            joined.end = b.end;
            return joined;
        }
        if (is_plain && is_joined(a.end, b.first) && a.from < b.from) {
            ClockMention joined = a;
            joined.to = b.to;
            joined.is_range = true;
            joined.end = b.end;
            return joined;
        }
        return std::nullopt;
    }

    std::optional<FoundTimes> choose_times() {
        if (in_hours_) {
            found_.clocks.push_back(*in_hours_);
        }
        if (found_.clocks.empty()) {
            return hours_of_part();
        }
        std::optional<ClockMention> chosen;
        for (ClockMention& clock : found_.clocks) {
            if (!settle(clock)) {
                return std::nullopt;
            }
            chosen = chosen ? both(*chosen, clock) : std::optional(clock);
            if (!chosen) {
                return std::nullopt;
            }
        }
        FoundTimes times{.span = line_.span(chosen->first, chosen->end)};
        if (!chosen->is_open_begin) {
            times.from = chosen->from % day_minutes;
        }
        if (!chosen->is_open_end) {
            times.to = chosen->to > day_minutes ? chosen->to % day_minutes : chosen->to;
        }
        return times;
    }

    [[nodiscard]] std::optional<FoundTimes> hours_of_part() const {
        if (found_.parts.empty()) {
            return std::nullopt;
        }
        const PartMention& part = found_.parts.front();
        const bool is_one = std::ranges::all_of(
            found_.parts, [&part](const PartMention& each) { return each.part == part.part; });
        const auto* hours = std::ranges::find(part_hours, part.part, &Hours::part);
        if (!is_one || hours == std::end(part_hours)) {
            return std::nullopt;
        }
        return FoundTimes{hours->from, hours->to, line_.span(part.first, part.end)};
    }

    const Line& line_;
    const Moment& now_;
    DayReader days_;
    ClockReader clocks_;
    Mentions found_;
    std::vector<std::pair<std::size_t, std::size_t>> taken_;
    std::vector<std::size_t> sentences_;  // the number of each word's
    std::optional<ClockMention> in_hours_;
};

}  // namespace

When read_when(const Line& line, const Moment& now) {
    return WhenReader(line, now).run();
}

}  // namespace standby::intake
