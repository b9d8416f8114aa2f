// What time alone brings about: deadlines, reminders, cutoffs, the draw.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Nobody can answer what they were not told: the window starts again, unless it is too late.
void end_of_unsent_window(EventBuilder& builder, OfferNumber number, const Context& context) {
    const Offer& offer = builder.state().offers.at(number);
    const Time expires_at = window_end_from(builder.state(), offer, context.now, *context.zones);
    if (expires_at <= context.now) {
        PROBE("a message has not left when it is too late");
        end_offer(builder, number, OfferState::Expired, Reason::NeverSent, Fate::Untold);
        return;
    }
    PROBE("a window ends before its message left");
    builder.offer(number, offer, EntryState::Offered, Reason::NotYetSent,
                  OfferExtended{expires_at});
}

void end_of_window(EventBuilder& builder, OfferNumber number, const Context& context) {
    const Offer& offer = builder.state().offers.at(number);
    const auto expire = [&](Reason reason, Fate fate) {
        end_offer(builder, number, OfferState::Expired, reason, fate);
    };
    switch (offer.awaiting) {
    case Awaiting::Payment:
        PROBE("a payment does not come in time");
        return expire(Reason::PaymentTimeout, Fate::Missed);
    case Awaiting::Booking:
        PROBE("a booking is never answered");
        return expire(Reason::BookingTimeout, Fate::Keeps);
    case Awaiting::Nothing:
        if (offer.unreached != Undeliverable::None) {
            PROBE("nobody could be told until it was too late");
            return expire(Reason::NotReachable, Fate::Untold);
        }
        if (!offer.sent_at) {
            return end_of_unsent_window(builder, number, context);
        }
        return expire(Reason::WindowEnded, Fate::Missed);
    }
    UNREACHABLE();
}

// Whose time to confirm an address began by then, in the order of joining; so many at once.
std::vector<Ticket> unproven_until(const ResourceState& state, Time until) {
    std::vector<Ticket> over;
    for (const auto& [from, ticket] : state.proofs_held) {
        if (from > until || over.size() == limits::passed_at_once_max) {
            break;
        }
        over.push_back(ticket);
    }
    const std::size_t held = over.size();
    for (Ticket ticket = state.first_unverified; ticket != 0 && ticket <= state.entries.last() &&
                                                 over.size() < held + limits::passed_at_once_max;
         ++ticket) {
        if (state.entries.state(ticket) != EntryState::Unverified ||
            mark_of(state, ticket).heard_at != Time{}) {
            continue;
        }
        if (state.entries.joined_at(ticket) > until) {
            break;
        }
        over.push_back(ticket);
    }
    std::ranges::sort(over);
    over.resize(std::min(over.size(), limits::passed_at_once_max));
    return over;
}

}  // namespace

std::vector<Event> next_unproven(const ResourceState& state, const Context& context) {
    const std::optional<Time> over_at = next_proof_over(state);
    if (!over_at || *over_at > context.now) {
        return {};
    }
    PROBE("nobody confirmed an address in time");
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    for (const Ticket ticket : unproven_until(state, context.now - state.rules.prove_within)) {
        builder.entry(ticket, EntryState::Unverified, EntryState::Expired, Reason::ProofTimeout,
                      EntryEnded{});
    }
    return builder.take();
}

std::vector<Event> next_timer(const ResourceState& state, const Context& context) {
    if (state.timers.empty() || state.timers.begin()->at > context.now) {
        return {};
    }
    const Timer timer = *state.timers.begin();
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    switch (timer.kind) {
    case TimerKind::Draw:
        builder.resource(Reason::DrawTime, LotteryDrawn{});
        break;
    case TimerKind::OfferDeadline:
        end_of_window(builder, OfferNumber{timer.number}, own);
        break;
    case TimerKind::Reminder: {
        const OfferNumber number{timer.number};
        builder.offer(number, state.offers.at(number), EntryState::Offered, Reason::Reminder,
                      OfferReminded{});
        break;
    }
    case TimerKind::OpeningCutoff: {
        const OpeningNumber number{timer.number};
        const Opening& opening = state.openings.at(number);
        hand_back_opening(builder, number, opening, cutoff_reason(opening));
        break;
    }
    case TimerKind::Cutoff:
        builder.resource(Reason::Cutoff, CutoffReached{});
        break;
    }
    return builder.take();
}

}  // namespace standby::core
