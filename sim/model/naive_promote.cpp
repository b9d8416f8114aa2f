// Offering by hand, ahead of the line.
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {
namespace {

bool is_unclaimed(const NaiveOpening& opening) {
    return opening.state == OpeningState::Open || opening.state == OpeningState::HandedBack ||
           opening.state == OpeningState::WalkIn ||
           (opening.state == OpeningState::Offering && opening.offer == OfferNumber{});
}

// Nobody took it, and now it is over.
bool is_over(const NaiveOpening& opening, Time now) {
    return now >= opening.slot.starts_at + opening.slot.duration;
}

bool fits(const NaiveEntry& entry, const Slot& slot) {
    return entry.party_size >= slot.size_min && entry.party_size <= slot.size_max;
}

}  // namespace

// Staff need not mind the notice or the time left to answer, only what the guest asked for.
bool NaiveResource::suits(const NaiveEntry& entry, const NaiveOpening& opening) const {
    NaiveEntry patient = entry;
    patient.wants.min_notice = Duration{0};
    const std::string_view failed = failed_wish(patient, place_of(&opening), now_);
    return failed.empty() || failed == "time_to_answer";
}

bool NaiveResource::group_forbids(const NaiveEntry& entry, const NaivePlace& place) const {
    const std::string_view failed = failed_group(entry, place);
    return failed == "group_has_offer" || failed == "group_holds_place";
}

NaiveResource::Refused NaiveResource::choose_slot(const NaiveEntry& entry, OpeningNumber named,
                                                  NextMove& move) const {
    const NaiveOpening* chosen = find_opening(named);
    if (named == OpeningNumber{}) {
        for (const NaiveOpening& opening : state_.openings) {
            if (chosen == nullptr && is_unclaimed(opening) && opening.slot.starts_at > now_ &&
                fits(entry, opening.slot) && suits(entry, opening)) {
                chosen = &opening;
            }
        }
        if (chosen == nullptr) {
            return RefusalCode::NoFreePlace;
        }
    }
    if (chosen == nullptr) {
        return RefusalCode::UnknownOpening;
    }
    if (chosen->offer != OfferNumber{} || is_held(*chosen)) {
        return RefusalCode::OpeningTaken;
    }
    if (!is_unclaimed(*chosen) || is_over(*chosen, now_)) {
        return RefusalCode::OpeningEnded;
    }
    if (chosen->slot.starts_at <= now_) {
        return RefusalCode::NoTimeLeft;
    }
    if (!fits(entry, chosen->slot)) {
        return RefusalCode::NoFreePlace;
    }
    move.opening = chosen->number;
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::Promote& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    if (entry->state != EntryState::Waiting) {
        return RefusalCode::EntryNotWaiting;
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    NextMove move{.what = NextMove::What::OfferSeats, .entry = entry->ticket, .move = Move::Offer};
    move.accepts = command.accepts;
    if (state_.settings.kind == Kind::Slots) {
        move.what = NextMove::What::OfferSlot;
        if (const Refused refused = choose_slot(*entry, command.opening, move)) {
            return refused;
        }
    } else {
        move.places = entry->party_size;
        if (free_places() < entry->party_size) {
            return RefusalCode::NoFreePlace;
        }
        if (group_forbids(*entry, place_of(nullptr))) {
            return RefusalCode::GroupHoldsPlace;
        }
        if (state_.settings.starts_at && *state_.settings.starts_at <= now_) {
            return RefusalCode::NoTimeLeft;
        }
    }
    if (group_forbids(*entry, place_of(find_opening(move.opening)))) {
        return RefusalCode::GroupHoldsPlace;
    }
    answer_.entry = command.entry;
    answer_.opening = move.opening;
    answer_.offer = OfferNumber{static_cast<std::uint32_t>(state_.offers.size()) + 1};
    make_offer(*entry, move, OfferedBy::Hand);
    return std::nullopt;
}

}  // namespace standby::sim
