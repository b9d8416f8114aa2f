#include "core/state/presence.hpp"

#include "core/model/limits.hpp"

#include <algorithm>

namespace standby::core {

std::optional<Time> presence_due(const ResourceState& state, Ticket entry) {
    const Rules& rules = state.rules;
    if (rules.ping_after == Duration{0}) {
        return std::nullopt;
    }
    const Mark& mark = mark_of(state, entry);
    if (mark.set_aside) {
        return std::nullopt;
    }
    if (mark.pings >= limits::pings_max) {
        return mark.pinged_at + rules.ping_grace;
    }
    // Nobody is asked twice within a week, whatever the rules say and whether they answered or not.
    const Time rested = mark.pinged_at == Time{} ? Time{} : mark.pinged_at + limits::ping_pause_min;
    if (mark.pings > 0) {
        return std::max(mark.pinged_at + rules.ping_grace, rested);
    }
    const Time heard = mark.heard_at == Time{} ? state.entries.joined_at(entry) : mark.heard_at;
    return std::max(heard + rules.ping_after, rested);
}

bool is_set_aside(const ResourceState& state, Ticket entry) {
    const bool are_asked = state.rules.ping_after != Duration{0};
    return (are_asked && mark_of(state, entry).set_aside) || is_aside_by_wish(state, entry);
}

// Whoever didn't answer has questions that are still open; these were not asked.
bool is_aside_by_wish(const ResourceState& state, Ticket entry) {
    const Mark& mark = mark_of(state, entry);
    return mark.set_aside && mark.pings == 0;
}

}  // namespace standby::core
