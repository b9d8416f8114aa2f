// Choosing whom a command is about: mostly someone it makes sense for, at times anybody, at times
// an id that does not exist.
#include "sim/world/workload.hpp"

#include <algorithm>

namespace standby::sim {

Ticket Workload::some_entry(std::initializer_list<EntryState> usual) {
    const auto& entries = model_->state().entries;
    if (entries.empty() || fault(plan_->faults.unknown_id)) {
        return static_cast<Ticket>(prng_.below(model_->state().tickets_drawn + 5));
    }
    std::vector<Ticket> fitting;
    for (const NaiveEntry& entry : entries) {
        if (std::ranges::find(usual, entry.state) != usual.end()) {
            fitting.push_back(entry.ticket);
        }
    }
    if (fitting.empty() || fault(plan_->faults.stale_id)) {
        return entries[prng_.below(entries.size())].ticket;
    }
    return fitting[prng_.below(fitting.size())];
}

OfferNumber Workload::some_offer(std::initializer_list<OfferState> usual, Awaiting awaiting) {
    const auto& offers = model_->state().offers;
    if (offers.empty() || fault(plan_->faults.unknown_id)) {
        return OfferNumber{static_cast<std::uint32_t>(prng_.below(offers.size() + 3))};
    }
    std::vector<OfferNumber> fitting;
    for (const NaiveOffer& offer : offers) {
        if (std::ranges::find(usual, offer.state) != usual.end() && offer.awaiting == awaiting) {
            fitting.push_back(offer.number);
        }
    }
    if (fitting.empty() || fault(plan_->faults.stale_id)) {
        // The latest ones: a late message is about something that ended not long ago.
        const std::uint64_t reach = std::min<std::uint64_t>(offers.size(), 4);
        return offers[offers.size() - 1 - prng_.below(reach)].number;
    }
    return fitting[prng_.below(fitting.size())];
}

OpeningNumber Workload::some_opening(std::initializer_list<OpeningState> usual) {
    const auto& openings = model_->state().openings;
    if (openings.empty() || fault(plan_->faults.unknown_id)) {
        return OpeningNumber{static_cast<std::uint32_t>(prng_.below(openings.size() + 3))};
    }
    std::vector<OpeningNumber> fitting;
    for (const NaiveOpening& opening : openings) {
        if (std::ranges::find(usual, opening.state) != usual.end()) {
            fitting.push_back(opening.number);
        }
    }
    if (fitting.empty() || fault(plan_->faults.stale_id)) {
        return openings[prng_.below(openings.size())].number;
    }
    return fitting[prng_.below(fitting.size())];
}

std::string Workload::some_event_id() {
    if (percent(prng_, 25)) {
        return {};
    }
    if (!event_ids_.empty() && fault(plan_->faults.repeated_command)) {
        return event_ids_[prng_.below(event_ids_.size())];
    }
    if (fault(plan_->faults.bad_value / 2)) {
        return std::string(201, 'x');
    }
    event_ids_.push_back("event-" + std::to_string(next_event_++));
    return event_ids_.back();
}

}  // namespace standby::sim
