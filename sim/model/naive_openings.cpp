// Openings of slots: adding, withdrawing, booking by staff, opening again after a cancellation.
#include "core/model/limits.hpp"
#include "sim/model/naive_fields.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {

NaiveResource::Refused NaiveResource::decide(const core::OpenSlot& command) {
    if (state_.settings.kind != Kind::Slots) {
        return RefusalCode::WrongKind;
    }
    const EventKey key = command.event_id.empty() ? EventKey{} : core::event_key(command.event_id);
    for (std::size_t index = 0; index < state_.events_seen.size(); ++index) {
        if (key != EventKey{} && state_.events_seen[index] == key) {
            answer_.repeated = true;
            answer_.opening = state_.event_openings[index];
            return std::nullopt;
        }
    }
    if (command.event_id.size() > core::limits::event_id_length_max ||
        naive_slot_is_bad(command.slot) || command.slot.starts_at <= now_) {
        return RefusalCode::InvalidField;
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    const OpeningNumber number{static_cast<std::uint32_t>(state_.openings.size()) + 1};
    answer_.opening = number;
    emit(core::OpeningAdded{.slot = command.slot, .event = key, .previous = {}}, command.reason,
         {.opening = number}, Subject::Opening, static_cast<std::uint8_t>(OpeningState::Offering));
    return std::nullopt;
}

// A held slot is given back: a new opening stands in for it, for the line or for walk-ins.
void NaiveResource::reopen(OpeningNumber number, Reason reason) {
    const NaiveOpening& old = *find_opening(number);
    const bool is_external = state_.settings.inventory == Inventory::External;
    if (is_external || now_ >= old.slot.starts_at + old.slot.duration) {
        return;
    }
    const bool is_late = now_ >= *place_of(&old).cutoff;
    const OpeningNumber next{static_cast<std::uint32_t>(state_.openings.size()) + 1};
    Slot slot = old.slot;
    slot.any_hour = false;
    emit(core::OpeningAdded{.slot = slot, .event = {}, .previous = number}, reason,
         {.opening = next}, Subject::Opening,
         static_cast<std::uint8_t>(is_late ? OpeningState::WalkIn : OpeningState::Offering));
}

bool NaiveResource::is_held(const NaiveOpening& opening) const {
    return std::ranges::any_of(state_.entries, [&](const NaiveEntry& entry) {
        return entry.state == EntryState::Accepted && entry.opening == opening.number;
    });
}

NaiveResource::Refused NaiveResource::decide(const core::WithdrawOpening& command) {
    OpeningNumber number = command.opening;
    for (std::size_t index = 0; index < state_.events_seen.size(); ++index) {
        const bool is_named = command.opening == OpeningNumber{} && !command.event_id.empty();
        if (is_named && state_.events_seen[index] == core::event_key(command.event_id)) {
            number = state_.event_openings[index];
        }
    }
    const NaiveOpening* opening = find_opening(number);
    if (opening == nullptr) {
        return RefusalCode::UnknownOpening;
    }
    answer_.opening = number;
    if (opening->state == OpeningState::Withdrawn) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (opening->state == OpeningState::Booked) {
        return RefusalCode::OpeningTaken;
    }
    const bool is_left =
        opening->state == OpeningState::HandedBack || opening->state == OpeningState::WalkIn;
    if (is_left && now_ >= opening->slot.starts_at + opening->slot.duration) {
        return RefusalCode::OpeningEnded;
    }
    if (opening->offer != OfferNumber{} &&
        find_offer(opening->offer)->state == OfferState::Confirming) {
        return RefusalCode::OfferConfirming;
    }
    if (opening->offer != OfferNumber{}) {
        end_offer(opening->offer, OfferState::Withdrawn, command.reason);
    }
    emit(core::OpeningMoved{}, command.reason, {.opening = number}, Subject::Opening,
         static_cast<std::uint8_t>(OpeningState::Withdrawn));
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::BookOpening& command) {
    const NaiveOpening* opening = find_opening(command.opening);
    if (opening == nullptr) {
        return RefusalCode::UnknownOpening;
    }
    answer_.opening = command.opening;
    if (opening->state == OpeningState::Booked) {
        answer_.repeated = !is_held(*opening);
        return is_held(*opening) ? Refused{RefusalCode::OpeningTaken} : std::nullopt;
    }
    if (opening->state == OpeningState::Withdrawn) {
        return RefusalCode::OpeningEnded;
    }
    const bool is_left =
        opening->state == OpeningState::HandedBack || opening->state == OpeningState::WalkIn;
    if (is_left && now_ >= opening->slot.starts_at + opening->slot.duration) {
        return RefusalCode::OpeningEnded;
    }
    if (opening->offer != OfferNumber{} &&
        find_offer(opening->offer)->state == OfferState::Confirming) {
        return RefusalCode::OfferConfirming;
    }
    if (opening->offer != OfferNumber{}) {
        end_offer(opening->offer, OfferState::Withdrawn, Reason::StaffBooked);
    }
    emit(core::OpeningMoved{}, Reason::StaffBooked, {.opening = command.opening}, Subject::Opening,
         static_cast<std::uint8_t>(OpeningState::Booked));
    return std::nullopt;
}

}  // namespace standby::sim
