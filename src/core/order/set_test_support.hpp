// For tests only: compares an ordered set with std::set, question by question, and drives both
// through the same random changes. SequenceSet and KeySet make the same promises, so they are held
// to them by the same code.
#pragma once

#include "base/prng.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::core {

// What the set answers differently from the sorted members, or an empty text.
template <class Set>
std::string disagreement(const Set& set, const std::set<typename Set::Value>& expected) {
    using Value = typename Set::Value;
    const std::vector<Value> sorted(expected.begin(), expected.end());
    const std::optional<Value> none;
    if (set.size() != sorted.size()) {
        return "size " + std::to_string(set.size());
    }
    if (set.first() != (sorted.empty() ? none : std::optional(sorted.front()))) {
        return "first";
    }
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const Value value = sorted[i];
        const std::string where = " of member " + std::to_string(value);
        if (!set.contains(value) || set.next_at_or_after(value) != value) {
            return "presence" + where;
        }
        if (set.count_below(value) != i || set.at(i) != value) {
            return "rank" + where;
        }
        if (value == std::numeric_limits<Value>::max() || expected.contains(value + 1)) {
            continue;
        }
        const auto next = i + 1 < sorted.size() ? std::optional(sorted[i + 1]) : none;
        if (set.contains(value + 1) || set.count_below(value + 1) != i + 1 ||
            set.next_at_or_after(value + 1) != next) {
            return "the gap after" + where;
        }
    }
    std::vector<Value> visited;
    set.for_each_from(0, [&](Value value) {
        visited.push_back(value);
        return true;
    });
    return visited == sorted ? "" : "the visited members";
}

struct RandomChanges {
    std::size_t steps = 0;
    std::uint64_t limit = 0;  // values are below this
    unsigned insert_percent = 50;
};

// Tosses a value each step, then inserts it if absent or erases a member at or after it.
template <class Set>
void change_randomly(Set& set, std::set<typename Set::Value>& expected, Prng& prng,
                     const RandomChanges& changes) {
    using Value = typename Set::Value;
    for (std::size_t step = 0; step < changes.steps; ++step) {
        const auto value = static_cast<Value>(prng.below(changes.limit));
        if (prng.below(100) < changes.insert_percent) {
            if (expected.insert(value).second) {
                set.insert(value);
            }
        } else if (const auto member = expected.lower_bound(value); member != expected.end()) {
            set.erase(*member);
            expected.erase(member);
        }
    }
}

}  // namespace standby::core
