// What is over: bookings whose time has passed, waiting for what has begun or was closed, and an
// event that the business cancels.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Whose slot or event is over, oldest first, and not more than end in one portion. On a list of
// seats the search goes on where it stopped the last time.
std::vector<Ticket> passed_entries(const ResourceState& state, Time now) {
    std::vector<Ticket> passed;
    if (!counts_places(state)) {
        for (const auto& [over_at, number] : state.booked_until) {
            if (over_at > now || passed.size() == limits::passed_at_once_max) {
                break;
            }
            passed.push_back(state.openings.at(number).holder);
        }
        return passed;
    }
    const auto look = [&](Ticket from, Ticket to) {
        for (Ticket ticket = from; ticket <= to; ++ticket) {
            if (passed.size() == limits::passed_at_once_max) {
                return;
            }
            if (state.entries.state(ticket) == EntryState::Accepted) {
                passed.push_back(ticket);
            }
        }
    };
    look(state.recheck.passed_until + 1, state.entries.last());
    if (passed.empty()) {
        look(1, state.recheck.passed_until);
    }
    return passed;
}

// Whose waiting is over, and who loses a place with the event: the lowest tickets first, and not
// more than end in one portion. Up to where the last portion came, there is nobody.
std::vector<Ticket> ended_entries(const ResourceState& state) {
    std::vector<Ticket> ended;
    const bool is_cancelled = state.status == ResourceStatus::Cancelled;
    for (Ticket ticket = state.recheck.ended_until + 1;
         ticket <= state.entries.last() && ended.size() < limits::passed_at_once_max; ++ticket) {
        const EntryState at = state.entries.state(ticket);
        if (at == EntryState::Waiting || at == EntryState::Unverified ||
            (is_cancelled && at == EntryState::Accepted)) {
            ended.push_back(ticket);
        }
    }
    return ended;
}

// Earlier versions did not say whether a place was paid for: where a payment is asked for, whoever
// took an offer has paid.
bool has_paid(const ResourceState& state, const Mark& mark) {
    return mark.paid == Paid::Yes ||
           (mark.paid == Paid::Unknown && state.rules.payment && mark.offer != OfferNumber{});
}

void end_with_the_list(EventBuilder& builder, Ticket entry) {
    const ResourceState& state = builder.state();
    const EntryState at = state.entries.state(entry);
    const Reason reason = state.status == ResourceStatus::Cancelled ? Reason::EventCancelled
                          : state.status == ResourceStatus::Closed  ? Reason::ListClosed
                                                                    : Reason::EventOver;
    if (at != EntryState::Accepted) {
        builder.entry(entry, at, EntryState::Expired, reason, EntryEnded{});
        return;
    }
    const Mark mark = mark_of(state, entry);
    builder.entry(entry, at, EntryState::Cancelled, reason, EntryEnded{});
    if (has_paid(state, mark) && !state.compensated.contains({mark.offer, Compensation::Refund})) {
        PROBE("a paid place of a cancelled event is refunded");
        compensate(builder, mark.offer, Compensation::Refund, reason);
    }
}

}  // namespace

std::vector<Event> next_passed(const ResourceState& state, const Context& context) {
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    const std::optional<Time> waiting_over = next_waiting_over(state);
    if (waiting_over && *waiting_over <= context.now) {
        PROBE("waiting is over");
        for (const Ticket entry : ended_entries(state)) {
            end_with_the_list(builder, entry);
        }
        return builder.take();
    }
    const std::optional<Time> over_at = next_booking_over(state);
    if (!over_at || *over_at > context.now) {
        return {};
    }
    PROBE("a booking is over");
    for (const Ticket entry : passed_entries(state, context.now)) {
        end_attended(builder, entry, Reason::TimePassed);
    }
    return builder.take();
}

// The places and those who wait follow in portions; what could still be answered ends at once.
Decided decide_on(const ResourceState& state, const CancelResource& command,
                  const Context& context) {
    if (command.note.size() > limits::note_length_max) {
        return bad_field("note", "must be at most 2000 bytes");
    }
    EventBuilder builder{state, context};
    if (state.status == ResourceStatus::Cancelled) {
        return done(builder, {.repeated = true});
    }
    PROBE("an event is cancelled");
    std::vector<OfferNumber> asked;
    for (const auto& [number, offer] : state.offers) {
        asked.push_back(number);
    }
    std::ranges::sort(asked);
    for (const OfferNumber number : asked) {
        end_offer_with_entry(builder, number, OfferState::Withdrawn, Reason::EventCancelled,
                             EntryState::Expired);
    }
    for (const auto& [number, opening] : state.openings) {
        if (opening.holder == 0 && !is_over(opening, context.now)) {
            builder.opening(number, opening.state, OpeningState::Withdrawn, Reason::EventCancelled,
                            OpeningMoved{});
        }
    }
    builder.resource(state.status, ResourceStatus::Cancelled, Reason::Requested,
                     StatusChanged{command.note});
    return done(builder);
}

}  // namespace standby::core
