// Yeses that come too late: mostly of whoever was asked, at times of somebody else.
#include "sim/world/workload.hpp"

#include <algorithm>

namespace standby::sim {

// Expired, and somebody might still say yes to its place.
bool Workload::is_missed(const NaiveOffer& offer) const {
    const NaiveEntry* entry = model_->find_entry(offer.entry);
    const NaiveOpening* opening = model_->find_opening(offer.opening);
    return offer.state == OfferState::Expired &&
           (entry->state == EntryState::Waiting || entry->state == EntryState::Offered) &&
           (opening == nullptr || opening->state == OpeningState::Offering ||
            opening->state == OpeningState::HandedBack);
}

template <>
core::LateYes Workload::draw() {
    core::LateYes late{.offer = some_offer({OfferState::Expired}, Awaiting::Nothing),
                       .wanted = percent(prng_, 85)};
    std::vector<OfferNumber> missed;
    for (const NaiveOffer& offer : model_->state().offers) {
        if (is_missed(offer)) {
            missed.push_back(offer.number);
        }
    }
    if (!missed.empty() && percent(prng_, 90)) {
        late.offer = missed[prng_.below(missed.size())];
    }
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

template <>
core::SetAside Workload::draw() {
    return {.entry = some_entry({EntryState::Waiting, EntryState::Offered})};
}

template <>
core::ReportUnheard Workload::draw() {
    return {.entry =
                some_entry({EntryState::Waiting, EntryState::Offered, EntryState::Unverified})};
}

}  // namespace standby::sim
