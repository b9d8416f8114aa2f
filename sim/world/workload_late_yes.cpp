// Yeses that come too late: mostly of whoever was asked, at times of somebody else.
#include "sim/world/workload.hpp"

#include <algorithm>

namespace standby::sim {

template <>
core::LateYes Workload::draw() {
    core::LateYes late{.offer = some_offer({OfferState::Expired}, Awaiting::Nothing),
                       .wanted = percent(prng_, 85)};
    if (const NaiveOffer* offer = model_->find_offer(late.offer)) {
        late.entry = offer->entry;
        late.opening = offer->opening;
    }
    if (fault(plan_->faults.stale_id)) {
        late.entry = some_entry({EntryState::Waiting});
    }
    if (fault(plan_->faults.unknown_id)) {
        late.opening = some_opening({OpeningState::Offering, OpeningState::HandedBack});
    }
    return late;
}

template <>
core::StillHere Workload::draw() {
    return {.entry = some_entry({EntryState::Waiting, EntryState::Offered})};
}

}  // namespace standby::sim
