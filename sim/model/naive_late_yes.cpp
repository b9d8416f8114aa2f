// A yes that came too late, and what becomes of it.
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {

void NaiveResource::apply_body(const Event& event, const core::StandingYes& body) {
    std::vector<OpeningNumber>& standing = entry_ref(event.entry).standing;
    std::erase(standing, event.opening);
    if (body.wanted) {
        standing.push_back(event.opening);
    }
}

void NaiveResource::apply_body(const Event&, const core::EntryPinged&) {}
void NaiveResource::apply_body(const Event&, const core::EntryPresence&) {}

NaiveResource::Refused NaiveResource::decide(const core::StillHere&) {
    return RefusalCode::EntryNotWaiting;
}

NaiveResource::Refused NaiveResource::decide(const core::LateYes& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    const NaiveEntry* entry = find_entry(command.entry);
    const NaiveOpening* opening = find_opening(command.opening);
    const bool is_slots = state_.settings.kind == Kind::Slots;
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (is_slots ? opening == nullptr : command.opening != OpeningNumber{}) {
        return RefusalCode::UnknownOpening;
    }
    answer_ = {.entry = command.entry, .offer = command.offer, .opening = command.opening};
    const bool stands =
        std::ranges::find(entry->standing, command.opening) != entry->standing.end();
    if (command.wanted) {
        if (const Refused refused = refuse_late_yes(*offer, *entry, opening)) {
            return refused;
        }
    }
    if (stands == command.wanted) {
        answer_.repeated = true;
        return std::nullopt;
    }
    emit_entry(core::StandingYes{.wanted = command.wanted}, Reason::Requested,
               {.entry = command.entry, .offer = command.offer, .opening = command.opening},
               entry->state);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::refuse_late_yes(const NaiveOffer& offer,
                                                      const NaiveEntry& entry,
                                                      const NaiveOpening* opening) const {
    if (offer.state == OfferState::Live || offer.state == OfferState::Confirming) {
        return RefusalCode::OfferLive;
    }
    if (offer.state != OfferState::Expired) {
        return ended_code(offer);
    }
    if (core::is_terminal(entry.state)) {
        return RefusalCode::EntryEnded;
    }
    if (entry.state == EntryState::Accepted || entry.state == EntryState::Unverified) {
        return RefusalCode::EntryNotWaiting;
    }
    if (!state_.rules.late_yes) {
        return RefusalCode::LateYesOff;
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    if (opening != nullptr && opening->state == OpeningState::Booked) {
        return RefusalCode::OpeningTaken;
    }
    if (opening != nullptr && opening->state == OpeningState::Withdrawn) {
        return RefusalCode::OpeningEnded;
    }
    if (has_begun()) {
        return RefusalCode::EventOver;
    }
    const std::optional<Time> cutoff = place_of(opening).cutoff;
    if (cutoff && now_ >= *cutoff) {
        return RefusalCode::OpeningEnded;
    }
    if (opening != nullptr) {
        const bool was_asked = std::ranges::any_of(state_.offers, [&](const NaiveOffer& made) {
            return made.entry == entry.ticket && made.opening == opening->number &&
                   made.state != OfferState::Withdrawn;
        });
        if (!was_asked) {
            return RefusalCode::UnknownOffer;
        }
    }
    const bool has_it_now = opening == nullptr ? entry.state != EntryState::Waiting
                                               : entry.opening == opening->number;
    return has_it_now ? Refused{RefusalCode::OfferLive} : std::nullopt;
}

}  // namespace standby::sim
