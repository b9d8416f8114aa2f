// One table answers almost everything: the transitions of the file, continued with those that the
// rule gives up to the year 2100. Beyond it the rule is evaluated directly.
#include "base/zone.hpp"

#include "base/assert.hpp"
#include "base/civil.hpp"
#include "base/zone_file.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace standby {
namespace {

constexpr std::int64_t time_min_ms = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t time_max_ms = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t day_ms = 24 * 60 * 60 * 1000;
// No instant is farther than this from the local readings it may have.
constexpr std::int64_t reach_ms = std::int64_t{zone_offset_max_s} * 1000;
// Where the table begins when only a rule is known, and the first year after its usual end.
constexpr std::int64_t table_year_first = 1900;
constexpr std::int64_t table_year_end = 2101;

std::int64_t saturating_add(std::int64_t left, std::int64_t right) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(left, right, &sum)) {
        return right < 0 ? time_min_ms : time_max_ms;
    }
    return sum;
}

std::int64_t saturating_ms(std::int64_t seconds) {
    std::int64_t milliseconds = 0;
    if (__builtin_mul_overflow(seconds, std::int64_t{1000}, &milliseconds)) {
        return seconds < 0 ? time_min_ms : time_max_ms;
    }
    return milliseconds;
}

std::int64_t offset_ms(std::int32_t offset_s) {
    return std::int64_t{offset_s} * 1000;
}

std::int64_t year_of_ms(std::int64_t time_ms) {
    return civil_from_days(floor_divide(time_ms, day_ms)).year;
}

std::int64_t year_start_s(std::int64_t year) {
    return days_from_civil({.year = year, .month = 1, .day = 1}) * (day_ms / 1000);
}

// How many of the ascending transitions have passed. The mask keeps the compiler from branching
// at every step, since the steps of a binary search cannot be predicted.
std::size_t count_passed(std::span<const std::int64_t> transitions_ms, std::int64_t time_ms) {
    const std::int64_t* base = transitions_ms.data();
    std::size_t size = transitions_ms.size();
    if (size == 0) {
        return 0;
    }
    while (size > 1) {
        const std::size_t half = size / 2;
        const std::size_t mask = 0 - static_cast<std::size_t>(base[half - 1] <= time_ms);
        base += half & mask;
        size -= half;
    }
    const auto before = static_cast<std::size_t>(base - transitions_ms.data());
    return before + (*base <= time_ms ? 1 : 0);
}

// A stretch of a zone's history: offsets_s[i] holds from transitions_ms[i - 1] on.
struct History {
    std::span<const std::int64_t> transitions_ms;
    std::span<const std::int32_t> offsets_s;
};

Time make_time(std::int64_t time_ms) {
    return Time(Duration(time_ms));
}

// Tries every stretch of constant offset that is near enough to show this reading.
LocalResolution resolve_in(const History& history, std::int64_t local_ms) {
    const std::size_t last = history.transitions_ms.size();
    const std::int64_t latest_ms = saturating_add(local_ms, reach_ms);
    std::size_t index = count_passed(history.transitions_ms, saturating_add(local_ms, -reach_ms));
    std::optional<std::int64_t> first_match_ms;
    std::int64_t last_match_ms = 0;
    std::optional<std::size_t> jump;
    for (; index <= last; ++index) {
        const std::int64_t begin_ms = index == 0 ? time_min_ms : history.transitions_ms[index - 1];
        if (begin_ms > latest_ms) {
            break;
        }
        const std::int64_t shift_ms = offset_ms(history.offsets_s[index]);
        const std::int64_t match_ms = saturating_add(local_ms, -shift_ms);
        const bool is_before_end = index == last || match_ms < history.transitions_ms[index];
        if (begin_ms <= match_ms && is_before_end) {
            first_match_ms = first_match_ms.value_or(match_ms);
            last_match_ms = match_ms;
        }
        if (index < last && !jump) {
            const std::int64_t at_ms = history.transitions_ms[index];
            const std::int64_t next_shift_ms = offset_ms(history.offsets_s[index + 1]);
            if (saturating_add(at_ms, shift_ms) <= local_ms &&
                local_ms < saturating_add(at_ms, next_shift_ms)) {
                jump = index;
            }
        }
    }
    if (first_match_ms) {
        return {.kind = *first_match_ms == last_match_ms ? LocalKind::Unique : LocalKind::Overlap,
                .chosen = make_time(*first_match_ms),
                .earlier = make_time(*first_match_ms),
                .later = make_time(last_match_ms)};
    }
    // Readings only grow within a stretch, so one that none shows was jumped over.
    ASSERT(jump.has_value());
    const std::int64_t shift_before_ms = offset_ms(history.offsets_s[*jump]);
    const std::int64_t shift_after_ms = offset_ms(history.offsets_s[*jump + 1]);
    return {.kind = LocalKind::Gap,
            .chosen = make_time(history.transitions_ms[*jump]),
            .earlier = make_time(saturating_add(local_ms, -shift_after_ms)),
            .later = make_time(saturating_add(local_ms, -shift_before_ms))};
}

LocalResolution resolve_by_rule(const ZoneRule& rule, std::int64_t local_ms) {
    const std::array<ZoneTransition, 10> around = rule.transitions_around(year_of_ms(local_ms));
    std::array<std::int64_t, 10> transitions_ms;
    std::array<std::int32_t, 11> offsets_s;
    // What holds before the first transition, about two years back, does not matter.
    offsets_s[0] = around[0].offset_s;
    for (std::size_t index = 0; index < around.size(); ++index) {
        transitions_ms[index] = saturating_ms(around[index].at_s);
        offsets_s[index + 1] = around[index].offset_s;
    }
    return resolve_in({.transitions_ms = transitions_ms, .offsets_s = offsets_s}, local_ms);
}

}  // namespace

Zone::Zone(std::string name, std::int32_t offset_s)
    : name_(std::move(name)), offsets_s_{offset_s} {}

Zone Zone::utc() {
    return fixed("UTC", std::chrono::seconds(0));
}

Zone Zone::fixed(std::string name, std::chrono::seconds offset) {
    ASSERT(-zone_offset_max_s <= offset.count() && offset.count() <= zone_offset_max_s);
    return {std::move(name), static_cast<std::int32_t>(offset.count())};
}

Result<Zone, std::string> Zone::parse(std::string name, std::span<const std::byte> tzif_bytes) {
    ZoneFile file = TRY(parse_zone_file(tzif_bytes));
    Zone zone(std::move(name), file.first_offset_s);
    if (!file.rule.empty()) {
        const ZoneRule rule = TRY(ZoneRule::parse(file.rule));
        if (!file.transitions.empty()) {
            const ZoneTransition& last = file.transitions.back();
            if (rule.offset_at(last.at_s) != last.offset_s) {
                return std::unexpected("time zone file: its rule contradicts its last transition");
            }
        } else {
            file.first_offset_s = rule.offset_at(year_start_s(table_year_first));
        }
        if (rule.has_summer()) {
            zone.rule_ = rule;
            zone.add_rule(file.transitions);
        }
    }
    zone.build_table(file.first_offset_s, file.transitions);
    return zone;
}

// Continues the transitions with those of the rule and sets the limits of the table. It ends at
// least a year after the last transition of the file, so that the rule alone decides there.
void Zone::add_rule(std::vector<ZoneTransition>& transitions) {
    std::int64_t after_s = year_start_s(table_year_first);
    std::int64_t year_first = table_year_first;
    std::int64_t year_end = table_year_end;
    if (transitions.empty()) {
        table_begin_ms_ = after_s * 1000;
    } else {
        after_s = transitions.back().at_s;
        year_first = year_of_ms(after_s * 1000);
        year_end = std::max(year_end, year_first + 2);
    }
    const std::int64_t end_s = year_start_s(year_end);
    table_end_ms_ = end_s * 1000;
    std::vector<ZoneTransition> generated;
    for (std::int64_t year = year_first - 1; year <= year_end; ++year) {
        std::ranges::copy(rule_->transitions_in(year), std::back_inserter(generated));
    }
    sort_transitions(generated);
    std::ranges::copy_if(generated, std::back_inserter(transitions),
                         [&](const ZoneTransition& transition) {
                             return after_s < transition.at_s && transition.at_s < end_s;
                         });
}

// Leaves out transitions that change nothing, such as a new name for the same offset.
void Zone::build_table(std::int32_t first_offset_s,
                       const std::vector<ZoneTransition>& transitions) {
    transitions_ms_.clear();
    offsets_s_ = {first_offset_s};
    for (std::size_t index = 0; index < transitions.size(); ++index) {
        const ZoneTransition& transition = transitions[index];
        const bool is_overridden =
            index + 1 < transitions.size() && transitions[index + 1].at_s == transition.at_s;
        if (!is_overridden && transition.offset_s != offsets_s_.back()) {
            transitions_ms_.push_back(transition.at_s * 1000);
            offsets_s_.push_back(transition.offset_s);
        }
    }
}

bool Zone::needs_rule(std::int64_t time_ms) const noexcept {
    return rule_.has_value() && (time_ms < table_begin_ms_ || time_ms >= table_end_ms_);
}

std::chrono::seconds Zone::offset_at(Time time) const {
    const std::int64_t time_ms = time.time_since_epoch().count();
    if (needs_rule(time_ms)) [[unlikely]] {
        return std::chrono::seconds(rule_->offset_at(floor_divide(time_ms, 1000)));
    }
    return std::chrono::seconds(offsets_s_[count_passed(transitions_ms_, time_ms)]);
}

LocalTime Zone::to_local(Time time) const {
    const std::int64_t shift_ms = Duration(offset_at(time)).count();
    return LocalTime(Duration(saturating_add(time.time_since_epoch().count(), shift_ms)));
}

Time Zone::to_utc(LocalTime local) const {
    return resolve(local).chosen;
}

LocalResolution Zone::resolve(LocalTime local) const {
    const std::int64_t local_ms = local.time_since_epoch().count();
    // Near its ends the table does not hold every transition within reach, but the rule does.
    if (needs_rule(saturating_add(local_ms, -2 * day_ms)) ||
        needs_rule(saturating_add(local_ms, 2 * day_ms))) [[unlikely]] {
        return resolve_by_rule(*rule_, local_ms);
    }
    return resolve_in({.transitions_ms = transitions_ms_, .offsets_s = offsets_s_}, local_ms);
}

}  // namespace standby
