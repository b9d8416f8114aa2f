// Yeses that come too late, mostly of whoever was asked, at times of somebody else; and what else
// is told about entries.
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

template <>
core::ReportStep Workload::draw() {
    using enum core::OutsideStepKind;
    core::ReportStep report;
    report.step.system =
        percent(prng_, 70) ? core::OutsideSystem::Payment : core::OutsideSystem::Booking;
    report.step.kind = pick(prng_, std::array{Begun, Held, Confirmed, Released, Refunded, Expired});
    report.step.reference = "stripe:pi_" + std::to_string(prng_.below(9));
    report.step.amount = core::Money{.amount = prng_.between(0, 5'000)};
    if (percent(prng_, 70)) {
        report.offer =
            some_offer({OfferState::Confirming, OfferState::Accepted}, Awaiting::Payment);
    }
    const NaiveOffer* offer = model_->find_offer(report.offer);
    if (offer != nullptr && percent(prng_, 80)) {
        report.entry = offer->entry;
    } else if (percent(prng_, 60)) {
        report.entry = some_entry({EntryState::Accepted, EntryState::Cancelled, EntryState::Left});
    }
    if (fault(plan_->faults.bad_value)) {
        switch (prng_.below(4)) {
        case 0:
            report.step.kind = None;
            break;
        case 1:
            report.step.system = core::OutsideSystem::None;
            break;
        case 2:
            report.step.reference = std::string(256, 'x');
            break;
        default:
            report.step.amount->amount = -1;
            break;
        }
    }
    return report;
}

}  // namespace standby::sim
