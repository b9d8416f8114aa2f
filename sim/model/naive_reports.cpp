// What the relay, the booking system and the payment provider report about an offer.
#include "core/model/limits.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>

namespace standby::sim {

NaiveResource::Refused NaiveResource::decide(const core::ReportSent& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    const Time sent_at = std::clamp(command.sent_at, offer->made_at, now_);
    if (offer->state != OfferState::Live || (offer->sent_at && sent_at <= *offer->sent_at)) {
        answer_.repeated = true;
        return std::nullopt;
    }
    const Time expires_at = deadline_if_told(*offer, sent_at);
    const bool is_late =
        offer->unreached != core::Undeliverable::None || expires_at > offer->expires_at;
    emit_entry(core::OfferSent{.sent_at = sent_at, .expires_at = expires_at},
               is_late ? Reason::SentLate : Reason::Requested,
               {.entry = offer->entry, .offer = command.offer, .opening = offer->opening},
               EntryState::Offered);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ReportUndeliverable& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    if (offer->state != OfferState::Live) {
        answer_.repeated = true;
        return std::nullopt;
    }
    const bool is_over = command.asks_next && command.cause != core::Undeliverable::None &&
                         offer->patience_until.value_or(Time::max()) > now_;
    if (offer->unreached == command.cause && !is_over) {
        answer_.repeated = true;
        return std::nullopt;
    }
    core::OfferUnreached body{.cause = command.cause, .expires_at = offer->expires_at};
    if (command.cause == core::Undeliverable::None) {
        body.expires_at = deadline_if_told(*offer, now_);
    } else {
        const NaivePlace place = place_of(find_opening(offer->opening));
        const std::optional<Time> end = offer->by_hand ? place.starts_at : place.cutoff;
        const Duration most = state_.settings.kind == Kind::Slots
                                  ? Duration{std::chrono::minutes{10}}
                                  : std::chrono::hours{2};
        const Duration patience =
            state_.rules.patience.value_or(std::min(window_of(*offer) / 2, most));
        body.patience_until = is_over ? now_ : offer->patience_until.value_or(now_ + patience);
        if (offer->unreached == core::Undeliverable::None) {
            body.expires_at =
                std::max(body.expires_at, end.value_or(now_ + std::chrono::days{366}));
        }
    }
    const Reason reason = command.cause == core::Undeliverable::Bounced     ? Reason::Bounced
                          : command.cause == core::Undeliverable::Blocked   ? Reason::Blocked
                          : command.cause == core::Undeliverable::NoChannel ? Reason::NoChannel
                                                                            : Reason::NotYetSent;
    emit_entry(body, reason,
               {.entry = offer->entry, .offer = command.offer, .opening = offer->opening},
               EntryState::Offered);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ReportBooking& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    if (offer->state == OfferState::Accepted) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (core::is_terminal(offer->state)) {
        if (command.outcome == core::BookingOutcome::Confirmed && !offer->release_due) {
            emit(core::CompensationDue{.compensation = core::Compensation::Release}, Reason::Late,
                 {.offer = command.offer}, Subject::Resource,
                 static_cast<std::uint8_t>(state_.status));
        } else {
            answer_.repeated = true;
        }
        return std::nullopt;
    }
    if (offer->awaiting != Awaiting::Booking) {
        const bool is_gone = offer->state == OfferState::Live &&
                             command.outcome == core::BookingOutcome::Conflict &&
                             state_.settings.inventory == core::Inventory::External;
        if (!is_gone) {
            return RefusalCode::OfferNotConfirming;
        }
    }
    switch (command.outcome) {
    case core::BookingOutcome::Confirmed:
        claim(command.offer, Reason::BookingConfirmed);
        break;
    case core::BookingOutcome::Conflict:
        end_offer(command.offer, OfferState::Withdrawn, Reason::BookingConflict);
        break;
    case core::BookingOutcome::Unavailable:
        end_offer(command.offer, OfferState::Expired, Reason::BookingUnavailable);
        break;
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::ReportPayment& command) {
    const NaiveOffer* offer = find_offer(command.offer);
    if (offer == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    answer_.entry = offer->entry;
    answer_.offer = command.offer;
    answer_.opening = offer->opening;
    if (offer->state == OfferState::Accepted) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (core::is_terminal(offer->state)) {
        if (command.outcome == core::PaymentOutcome::Succeeded && !offer->refund_due) {
            emit(core::CompensationDue{.compensation = core::Compensation::Refund}, Reason::Late,
                 {.offer = command.offer}, Subject::Resource,
                 static_cast<std::uint8_t>(state_.status));
        } else {
            answer_.repeated = true;
        }
        return std::nullopt;
    }
    if (offer->awaiting == Awaiting::Booking) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (offer->awaiting != Awaiting::Payment) {
        return RefusalCode::OfferNotConfirming;
    }
    if (command.outcome == core::PaymentOutcome::Succeeded) {
        claim(command.offer, Reason::PaymentSucceeded);
    } else {
        end_offer(command.offer, OfferState::Expired, Reason::PaymentFailed);
    }
    return std::nullopt;
}

void NaiveResource::apply_body(const Event&, const core::OutsideStep&) {}

NaiveResource::Refused NaiveResource::decide(const core::ReportStep& command) {
    const core::OutsideStep& step = command.step;
    const std::int64_t amount = step.amount ? step.amount->amount : 0;
    if (step.system == core::OutsideSystem::None || step.kind == core::OutsideStepKind::None ||
        step.reference.size() > 255 || step.note.size() > 2000 || amount < 0 ||
        amount > 1'000'000'000'000) {
        return RefusalCode::InvalidField;
    }
    if (command.offer != OfferNumber{} && find_offer(command.offer) == nullptr) {
        return RefusalCode::UnknownOffer;
    }
    Ticket ticket = command.entry;
    for (const NaiveEntry& entry : state_.entries) {
        if (command.offer != OfferNumber{} && entry.offer == command.offer) {
            if (ticket != 0 && ticket != entry.ticket) {
                return RefusalCode::InvalidField;
            }
            ticket = entry.ticket;
        }
    }
    const NaiveEntry* entry = find_entry(ticket);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    answer_ = {.entry = ticket, .offer = command.offer};
    emit_entry(step, Reason::None, {.entry = ticket, .offer = command.offer}, entry->state);
    return std::nullopt;
}

}  // namespace standby::sim
