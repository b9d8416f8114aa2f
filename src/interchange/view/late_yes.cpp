#include "interchange/view/late_yes.hpp"

#include "core/decide/late_yes.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::interchange {
namespace {

LatePlace place_of(const core::ResourceState& state, const core::LateYes& about) {
    if (state.status == core::ResourceStatus::Paused) {
        return LatePlace::Paused;
    }
    if (core::counts_places(state)) {
        const std::uint64_t wanted = state.entries.party_size(about.entry);
        return state.places.free(state.settings) >= wanted ? LatePlace::Free : LatePlace::Offered;
    }
    const auto opening = state.openings.find(about.opening);
    const bool is_free =
        opening != state.openings.end() && opening->second.offer == core::OfferNumber{};
    return is_free ? LatePlace::Free : LatePlace::Offered;
}

}  // namespace

LateYesFacts late_yes_facts(const core::ResourceState& state, const core::LateYes& about,
                            Time now) {
    LateYesFacts facts{.stands = core::has_standing_yes(state, about.entry, about.opening),
                       .is_paid = state.rules.payment.has_value()};
    if (const auto refused = core::check_late_yes(state, about, std::max(now, state.last_at))) {
        facts.refused = refused->code;
        return facts;
    }
    facts.place = place_of(state, about);
    return facts;
}

}  // namespace standby::interchange
