#include "http/routes/overlaps.hpp"

#include "base/name_key.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace standby::http {
namespace {

constexpr std::size_t openings_looked_at_max = 20'000;
constexpr std::size_t overlaps_max = 10;

std::set<std::string> staff_of(const core::Slot& slot) {
    std::set<std::string> keys;
    for (const std::string& name : slot.staff_names) {
        keys.insert(name_key(name));
    }
    if (!slot.staff.empty()) {
        keys.insert(name_key(slot.staff));
    }
    return keys;
}

bool has_ended(core::OpeningState state) {
    return state == core::OpeningState::Withdrawn;
}

}  // namespace

std::vector<interchange::OverlappingSlot> overlaps_of(const core::ResourceState& state,
                                                      const core::Slot& slot,
                                                      core::OpeningNumber own,
                                                      const interchange::OfferedNames& offered) {
    std::vector<interchange::OverlappingSlot> found;
    const std::set<std::string> staff = staff_of(slot);
    const auto end_of = [&](const core::Slot& one) {
        return one.starts_at + one.duration + interchange::buffer_after(offered, one);
    };
    std::size_t looked_at = 0;
    for (auto at = state.openings.rbegin();
         !staff.empty() && at != state.openings.rend() && looked_at < openings_looked_at_max &&
         found.size() < overlaps_max;
         ++at, ++looked_at) {
        const core::Slot& other = at->second.slot;
        const bool is_at_once = other.starts_at < end_of(slot) && slot.starts_at < end_of(other);
        if (at->first == own || has_ended(at->second.state) || !is_at_once) {
            continue;
        }
        const std::set<std::string> theirs = staff_of(other);
        if (std::ranges::any_of(theirs, [&](const auto& key) { return staff.contains(key); })) {
            found.push_back({.opening = at->first, .slot = other});
        }
    }
    return found;
}

}  // namespace standby::http
