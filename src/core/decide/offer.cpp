// Answers to an offer, and what is reported about its message.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/eligibility.hpp"
#include "core/decide/outcomes.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

Result<OfferState, Refusal> find_offer(const ResourceState& state, OfferNumber number) {
    if (number == OfferNumber{} || number.value() >= state.offer_states.size()) {
        return refuse(RefusalCode::UnknownOffer, "There is no such offer.");
    }
    return state.offer_states[number.value()];
}

// Why an offer that has ended cannot be answered any more.
std::unexpected<Refusal> refuse_ended(OfferState ended) {
    switch (ended) {
    case OfferState::Declined:
        return refuse(RefusalCode::OfferDeclined, "The offer was declined.");
    case OfferState::Withdrawn:
        return refuse(RefusalCode::OfferWithdrawn, "The offer was withdrawn.");
    case OfferState::Accepted:
        return refuse(RefusalCode::AlreadyClaimed, "The offer has already been claimed.");
    default:
        return refuse(RefusalCode::OfferExpired, "The offer has expired.");
    }
}

Reason reason_of(Undeliverable cause) {
    switch (cause) {
    case Undeliverable::None:
        return Reason::NotYetSent;
    case Undeliverable::Bounced:
        return Reason::Bounced;
    case Undeliverable::Blocked:
        return Reason::Blocked;
    case Undeliverable::Unsent:
        return Reason::NotYetSent;
    case Undeliverable::NoChannel:
        return Reason::NoChannel;
    }
    UNREACHABLE();
}

}  // namespace

Decided decide_on(const ResourceState& state, const Accept& command, const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer, .repeated = true};
    if (const auto holder = state.accepted_offers.find(command.offer);
        holder != state.accepted_offers.end()) {
        PROBE("an accepted offer is accepted again");
        answer.entry = holder->second;
        answer.opening = mark_of(state, holder->second).opening;
        return done(builder, answer);
    }
    if (is_terminal(at)) {
        return refuse_ended(at);
    }
    const Offer& offer = state.offers.at(command.offer);
    answer.entry = offer.entry;
    answer.opening = offer.opening;
    if (at == OfferState::Confirming) {
        return done(builder, answer);
    }
    if (context.now >= offer.expires_at) {
        return refuse_ended(OfferState::Expired);
    }
    claim(builder, command.offer, Reason::Requested);
    answer.repeated = false;
    return done(builder, answer);
}

Decided decide_on(const ResourceState& state, const Decline& command, const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer, .repeated = at == OfferState::Declined};
    if (answer.repeated) {
        return done(builder, answer);
    }
    if (is_terminal(at)) {
        return refuse_ended(at);
    }
    answer.entry = state.offers.at(command.offer).entry;
    answer.opening = state.offers.at(command.offer).opening;
    end_offer(builder, command.offer, OfferState::Declined, Reason::Requested, Fate::Declined);
    return done(builder, answer);
}

Decided decide_on(const ResourceState& state, const ExtendOffer& command, const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    if (is_terminal(at)) {
        return refuse_ended(at);
    }
    const Offer& offer = state.offers.at(command.offer);
    if (offer.awaiting == Awaiting::Booking) {
        return refuse(RefusalCode::OfferConfirming, "The booking is already in progress.");
    }
    if (command.until <= offer.expires_at) {
        return bad_field("until", "must be later than the current deadline");
    }
    const std::optional<Time> start = start_for(state, offer);
    if (start && command.until > *start) {
        return bad_field("until", "must not be after the start");
    }
    if (command.until > context.now + std::chrono::days{366}) {
        return bad_field("until", "must be within a year");
    }
    EventBuilder builder{state, context};
    builder.offer(command.offer, offer, state.entries.state(offer.entry), Reason::StaffExtended,
                  OfferExtended{command.until});
    return done(builder, {.entry = offer.entry, .offer = command.offer});
}

Decided decide_on(const ResourceState& state, const ReportSent& command, const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer, .repeated = true};
    if (at != OfferState::Live) {
        return done(builder, answer);
    }
    const Offer& offer = state.offers.at(command.offer);
    // A clock that runs ahead must not buy time, one that lags must not cost any.
    const Time sent_at = std::clamp(command.sent_at, offer.made_at, context.now);
    if (offer.sent_at && sent_at <= *offer.sent_at) {
        return done(builder, answer);
    }
    const Time expires_at = deadline_if_told(state, offer, sent_at, context);
    const bool late = offer.unreached != Undeliverable::None || expires_at > offer.expires_at;
    if (late) {
        PROBE("a late message moves the deadline");
    }
    builder.offer(command.offer, offer, EntryState::Offered,
                  late ? Reason::SentLate : Reason::Requested, OfferSent{sent_at, expires_at});
    return done(builder, {.entry = offer.entry, .offer = command.offer});
}

Decided decide_on(const ResourceState& state, const ReportUndeliverable& command,
                  const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer, .repeated = true};
    if (at != OfferState::Live) {
        return done(builder, answer);
    }
    const Offer& offer = state.offers.at(command.offer);
    const bool ends_patience = command.asks_next && command.cause != Undeliverable::None &&
                               (!offer.patience_until || *offer.patience_until > context.now);
    if (offer.unreached == command.cause && !ends_patience) {
        return done(builder, answer);
    }
    answer.repeated = false;
    OfferUnreached body{.cause = command.cause};
    if (command.cause == Undeliverable::None) {
        PROBE("nobody can be reached, so nothing is held against this guest");
        body.expires_at = deadline_if_told(state, offer, context.now, context);
    } else {
        const Duration patience =
            patience_of(state.rules, state.settings.kind, window_of(state.rules, offer));
        body.patience_until = offer.patience_until.value_or(context.now + patience);
        if (ends_patience) {
            PROBE("staff let the next one be asked");
            body.patience_until = context.now;
        }
        body.expires_at = offer.expires_at;
        if (!offer.patience_until) {
            const Time end = end_for(state, offer).value_or(context.now + limits::unreached_max);
            body.expires_at = std::max(offer.expires_at, end);
        }
    }
    builder.offer(command.offer, offer, EntryState::Offered, reason_of(command.cause), body);
    return done(builder, answer);
}

Decided decide_on(const ResourceState& state, const ReportBooking& command,
                  const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer};
    const auto found = state.offers.find(command.offer);
    const bool awaited = found != state.offers.end() && found->second.awaiting == Awaiting::Booking;
    if (awaited) {
        switch (command.outcome) {
        case BookingOutcome::Confirmed:
            accept_offer(builder, command.offer, Reason::BookingConfirmed);
            break;
        case BookingOutcome::Conflict:
            PROBE("the booking system says the place is gone");
            end_offer(builder, command.offer, OfferState::Withdrawn, Reason::BookingConflict,
                      Fate::Keeps);
            break;
        case BookingOutcome::Unavailable:
            end_offer(builder, command.offer, OfferState::Expired, Reason::BookingUnavailable,
                      Fate::Keeps);
            break;
        }
        return done(builder, answer);
    }
    const bool is_gone_early = at == OfferState::Live &&
                               command.outcome == BookingOutcome::Conflict &&
                               state.settings.inventory == Inventory::External;
    if (is_gone_early) {
        PROBE("the booking system gives the place away before its guest answers");
        end_offer(builder, command.offer, OfferState::Withdrawn, Reason::BookingConflict,
                  Fate::Keeps);
        return done(builder, answer);
    }
    if (at == OfferState::Live || at == OfferState::Confirming) {
        return refuse(RefusalCode::OfferNotConfirming, "No booking is under way for this offer.");
    }
    answer.repeated = true;
    if (command.outcome == BookingOutcome::Confirmed && at != OfferState::Accepted &&
        !state.compensated.contains({command.offer, Compensation::Release})) {
        PROBE("a booking succeeds too late");
        compensate(builder, command.offer, Compensation::Release, Reason::Late);
        answer.repeated = false;
    }
    return done(builder, answer);
}

Decided decide_on(const ResourceState& state, const ReportPayment& command,
                  const Context& context) {
    const OfferState at = TRY(find_offer(state, command.offer));
    EventBuilder builder{state, context};
    Answer answer{.offer = command.offer};
    const auto found = state.offers.find(command.offer);
    const bool awaited = found != state.offers.end() && found->second.awaiting == Awaiting::Payment;
    if (awaited) {
        if (command.outcome == PaymentOutcome::Succeeded) {
            continue_after_payment(builder, command.offer);
        } else {
            end_offer(builder, command.offer, OfferState::Expired, Reason::PaymentFailed,
                      Fate::Missed);
        }
        return done(builder, answer);
    }
    if (at == OfferState::Live) {
        return refuse(RefusalCode::OfferNotConfirming, "No payment is under way for this offer.");
    }
    answer.repeated = true;
    const bool settled = at == OfferState::Accepted || at == OfferState::Confirming;
    if (command.outcome == PaymentOutcome::Succeeded && !settled &&
        !state.compensated.contains({command.offer, Compensation::Refund})) {
        PROBE("a payment succeeds too late");
        compensate(builder, command.offer, Compensation::Refund, Reason::Late);
        answer.repeated = false;
    }
    return done(builder, answer);
}

}  // namespace standby::core
