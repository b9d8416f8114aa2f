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

void NaiveResource::nobody_stands_for(OpeningNumber opening) {
    for (NaiveEntry& entry : state_.entries) {
        std::erase(entry.standing, opening);
    }
}

bool NaiveResource::stands_for(OpeningNumber opening) const {
    return std::ranges::any_of(state_.entries, [&](const NaiveEntry& entry) {
        return std::ranges::find(entry.standing, opening) != entry.standing.end();
    });
}

// Nobody has it, whether or not the line still asks about it.
bool NaiveResource::is_free(const NaiveOpening& opening) const {
    return opening.offer == OfferNumber{} && opening.state != OpeningState::Booked &&
           opening.state != OpeningState::Withdrawn;
}

// The party ahead of the entry that the line would stop at, were the entry given its places: what
// gathers for it is not taken away.
const NaiveEntry* NaiveResource::gathering_ahead_of(const NaiveEntry& entry, Time now) const {
    if (state_.settings.kind == Kind::Slots || available_places() == 0) {
        return nullptr;
    }
    // Places that may not be offered any more are taken first.
    const std::uint64_t not_offered = free_places() - available_places();
    std::uint64_t left = available_places();
    for (std::uint64_t place = not_offered; place < entry.party_size; ++place) {
        --left;
    }
    const NaiveEntry* stop = line_stops_at(left, now);
    if (stop == nullptr || stop->party_size < 2) {
        return nullptr;
    }
    for (const NaiveEntry* one : line()) {
        if (one->ticket == entry.ticket) {
            return nullptr;
        }
        if (one->ticket == stop->ticket) {
            return stop;
        }
    }
    return nullptr;
}

const NaiveEntry* NaiveResource::first_standing(const NaiveOpening* opening, Time now) const {
    const NaivePlace place = place_of(opening);
    if (!state_.rules.late_yes || (place.cutoff && now >= *place.cutoff)) {
        return nullptr;
    }
    const OpeningNumber number = opening == nullptr ? OpeningNumber{} : opening->number;
    for (const NaiveEntry* entry : line()) {
        const bool stands = std::ranges::find(entry->standing, number) != entry->standing.end();
        const std::string_view wish = failed_wish(*entry, place, now);
        const bool has_time = wish != "time_to_answer" || !state_.rules.payment;
        const bool suits = wish.empty() || (wish == "time_to_answer" && has_time);
        if (stands && suits && failed_party(*entry, place).empty() &&
            failed_group(*entry, place).empty() &&
            (opening != nullptr ||
             (entry->party_size <= free_places() && gathering_ahead_of(*entry, now) == nullptr))) {
            return entry;
        }
    }
    return nullptr;
}

NaiveResource::NextMove NaiveResource::standing_move(Time now) const {
    if (state_.settings.kind != Kind::Slots) {
        const NaiveEntry* ready = first_standing(nullptr, now);
        return ready == nullptr ? NextMove{}
                                : NextMove{.what = NextMove::What::OfferSeats,
                                           .entry = ready->ticket,
                                           .move = Move::RollOn,
                                           .places = ready->party_size,
                                           .late_yes = true};
    }
    for (const NaiveOpening& opening : state_.openings) {
        const NaiveEntry* ready = is_free(opening) ? first_standing(&opening, now) : nullptr;
        if (ready != nullptr) {
            return {.what = NextMove::What::OfferSlot,
                    .entry = ready->ticket,
                    .opening = opening.number,
                    .move = Move::RollOn,
                    .places = 0,
                    .late_yes = true};
        }
    }
    return {};
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
    const bool has_it_now =
        opening == nullptr ? entry.state != EntryState::Waiting : entry.opening == opening->number;
    if (has_it_now) {
        return RefusalCode::OfferLive;
    }
    const std::optional<Time> starts_at = place_of(opening).starts_at;
    const bool is_too_soon = starts_at && *starts_at - now_ < entry.wants.min_notice;
    return is_too_soon ? Refused{RefusalCode::NoticePassed} : std::nullopt;
}

}  // namespace standby::sim
