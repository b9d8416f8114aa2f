// Answers to an offer, and how an offer ends.
#include "core/model/limits.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {

// The code that tells why an ended offer cannot be answered any more.
NaiveResource::Refused NaiveResource::ended_code(const NaiveOffer& offer) const {
    switch (offer.state) {
    case OfferState::Accepted:
        return RefusalCode::AlreadyClaimed;
    case OfferState::Declined:
        return RefusalCode::OfferDeclined;
    case OfferState::Expired:
        return RefusalCode::OfferExpired;
    case OfferState::Withdrawn:
        return RefusalCode::OfferWithdrawn;
    default:
        return std::nullopt;
    }
}

// The guest said yes: payment first, then the booking, then accepted.
void NaiveResource::claim(OfferNumber number, Reason reason) {
    const NaiveOffer& offer = *find_offer(number);
    const About about{.entry = offer.entry, .offer = number, .opening = offer.opening};
    if (state_.rules.payment && offer.awaiting == Awaiting::Nothing) {
        const bool is_unreached = offer.unreached != core::Undeliverable::None;
        emit_entry(core::OfferClaimed{.awaiting = Awaiting::Payment,
                                      .expires_at = is_unreached ? deadline_if_told(offer, now_)
                                                                 : offer.expires_at,
                                      .price = place_of(find_opening(offer.opening)).price},
                   reason == Reason::InstantYes ? reason : Reason::PaymentPending, about,
                   EntryState::Confirming);
    } else if (state_.settings.inventory == Inventory::External &&
               offer.awaiting != Awaiting::Booking) {
        emit_entry(core::OfferClaimed{.awaiting = Awaiting::Booking,
                                      .expires_at = now_ + core::limits::booking_time_max},
                   reason == Reason::InstantYes || reason == Reason::LateYes
                       ? reason
                       : Reason::BookingPending,
                   about, EntryState::Confirming);
    } else {
        const bool has_paid = offer.paid || offer.awaiting == Awaiting::Payment;
        emit_entry(core::OfferAccepted{.paid = has_paid ? core::Paid::Yes : core::Paid::No,
                                       .yes_by = offer.yes_by},
                   reason, about, EntryState::Accepted);
        settle_group(about.entry);
    }
}

// One wish is fulfilled: the other entries of the group have nothing left to wait for, and a later
// slot that the group held is given back.
void NaiveResource::settle_group(Ticket accepted) {
    const NaiveEntry entry = *find_entry(accepted);
    if (entry.group == GroupKey{}) {
        return;
    }
    std::vector<Ticket> others;
    for (const NaiveEntry& other : state_.entries) {
        if (other.ticket != accepted && other.group == entry.group) {
            others.push_back(other.ticket);
        }
    }
    for (const Ticket ticket : others) {
        const NaiveEntry& other = *find_entry(ticket);
        const bool only_waits =
            other.state == EntryState::Waiting || other.state == EntryState::Unverified;
        if (only_waits && !other.wants.move_up) {
            end_entry(ticket, EntryState::Left, Reason::GroupSettled);
        } else if (other.state == EntryState::Accepted) {
            end_entry(ticket, EntryState::Cancelled, Reason::MovedUp);
        }
    }
}

NaiveResource::Refused NaiveResource::decide(const core::Accept& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    const bool is_still_held = find_entry(offer->entry)->offer == offer->number;
    if (offer->state == OfferState::Confirming ||
        (offer->state == OfferState::Accepted && is_still_held)) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (const Refused code = ended_code(*offer)) {
        return code;
    }
    claim(command.offer, Reason::Requested);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::Decline& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    if (offer->state == OfferState::Declined) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (const Refused code = ended_code(*offer)) {
        return code;
    }
    end_offer(command.offer, OfferState::Declined, Reason::Requested);
    return std::nullopt;
}

// Ends an offer and decides what becomes of its entry.
void NaiveResource::end_offer(OfferNumber number, OfferState outcome, Reason reason) {
    const NaiveOffer& offer = *find_offer(number);
    const NaiveEntry& entry = *find_entry(offer.entry);
    const Rules& rules = state_.rules;
    core::OfferEnded body{.outcome = outcome};
    body.counts_as_miss = reason == Reason::WindowEnded || reason == Reason::PaymentFailed ||
                          reason == Reason::PaymentTimeout;
    body.steps_aside = reason == Reason::NotReachable || reason == Reason::NeverSent;
    EntryState to = EntryState::Waiting;
    const bool declined = outcome == OfferState::Declined;
    if (declined || body.counts_as_miss) {
        const AfterOffer after = declined ? rules.after_decline : rules.after_miss;
        const std::uint32_t earlier = declined ? entry.declines : entry.misses;
        if (after == AfterOffer::Remove) {
            to = declined ? EntryState::Declined : EntryState::Expired;
        } else if (!declined && rules.max_misses > 0 && earlier + 1 >= rules.max_misses) {
            to = EntryState::Expired;
            reason = Reason::MaxMisses;
        } else if (after == AfterOffer::Back || earlier > 0) {
            body.new_place = state_.tickets_drawn + 1;
        }
    }
    emit_entry(body, reason, {.entry = entry.ticket, .offer = number, .opening = offer.opening},
               to);
    refund_if_paid(number, reason);
}

// The payment came in, the booking did not: the money goes back at once.
void NaiveResource::refund_if_paid(OfferNumber number, Reason reason) {
    if (find_offer(number)->paid) {
        emit(core::CompensationDue{.compensation = core::Compensation::Refund}, reason,
             {.offer = number}, Subject::Resource, static_cast<std::uint8_t>(state_.status));
    }
}

// Ends an offer because its entry goes.
void NaiveResource::end_offer_and_entry(OfferNumber number, OfferState outcome, EntryState to,
                                        Reason reason) {
    const NaiveOffer& offer = *find_offer(number);
    emit_entry(core::OfferEnded{.outcome = outcome}, reason,
               {.entry = offer.entry, .offer = number, .opening = offer.opening}, to);
    refund_if_paid(number, reason);
}

NaiveResource::Refused NaiveResource::decide(const core::ExtendOffer& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    if (offer->awaiting == Awaiting::Booking) {
        return RefusalCode::OfferConfirming;
    }
    if (const Refused code = ended_code(*offer)) {
        return code;
    }
    const std::optional<Time> start = place_of(find_opening(offer->opening)).starts_at;
    if ((start && command.until > *start) || command.until <= offer->expires_at ||
        command.until > now_ + std::chrono::days{366}) {
        return RefusalCode::InvalidField;
    }
    emit_entry(core::OfferExtended{.expires_at = command.until}, Reason::StaffExtended,
               {.entry = offer->entry, .offer = command.offer, .opening = offer->opening},
               find_entry(offer->entry)->state);
    return std::nullopt;
}

}  // namespace standby::sim
