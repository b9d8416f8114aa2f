#include "core/decide/outcomes.hpp"

#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/decide/eligibility.hpp"
#include "core/model/limits.hpp"
#include "core/rules/window.hpp"

#include <algorithm>

namespace standby::core {
namespace {

struct Destination {
    EntryState to = EntryState::Waiting;
    bool back = false;
    bool out_of_tries = false;
};

// `times` counts how often this entry ended an offer in the same way, this time included.
Destination follow(AfterOffer rule, std::uint32_t times, EntryState out) {
    switch (rule) {
    case AfterOffer::Keep:
        return {.back = times > 1};
    case AfterOffer::Back:
        return {.back = true};
    case AfterOffer::Remove:
        return {.to = out};
    }
    UNREACHABLE();
}

Destination destination(const ResourceState& state, Ticket entry, Fate fate) {
    const Mark& mark = mark_of(state, entry);
    const Rules& rules = state.rules;
    switch (fate) {
    case Fate::Keeps:
    case Fate::Untold:
        return {};
    case Fate::Declined:
        return follow(rules.after_decline, mark.declines + 1, EntryState::Declined);
    case Fate::Missed:
        if (rules.max_misses != 0 && mark.misses + 1 >= rules.max_misses &&
            rules.after_miss != AfterOffer::Remove) {
            PROBE("an entry runs out of misses");
            return {.to = EntryState::Expired, .out_of_tries = true};
        }
        return follow(rules.after_miss, mark.misses + 1, EntryState::Expired);
    }
    UNREACHABLE();
}

void reopen(EventBuilder& builder, OpeningNumber booked, Reason reason) {
    const ResourceState& state = builder.state();
    const Opening& opening = state.openings.at(booked);
    const bool in_time = builder.now() < cutoff_of(state, opening);
    if (!in_time && builder.now() >= end_of(opening.slot)) {
        return;
    }
    const OpeningNumber number{static_cast<std::uint32_t>(state.opening_states.size())};
    Slot freed = opening.slot;
    freed.any_hour = false;  // nobody is woken for what staff once were in a hurry to fill
    builder.opening(
        number, OpeningState::None, in_time ? OpeningState::Offering : OpeningState::WalkIn, reason,
        OpeningAdded{.slot = std::move(freed), .event = EventKey{}, .previous = booked});
}

void start_confirming(EventBuilder& builder, OfferNumber number, Awaiting awaiting, Time expires_at,
                      Reason reason) {
    const Offer& offer = builder.state().offers.at(number);
    OfferClaimed claimed{.awaiting = awaiting, .expires_at = expires_at};
    if (awaiting == Awaiting::Payment) {
        claimed.price = price_of(builder.state(), offer);
    }
    builder.offer(number, offer, EntryState::Confirming, reason, std::move(claimed));
}

// The guest had said yes when the offer was made.
bool is_said_before(Reason reason) {
    return reason == Reason::InstantYes || reason == Reason::LateYes;
}

// A guest who paid, but whose booking came to nothing, gets the money back.
void refund_if_paid(EventBuilder& builder, OfferNumber number, Reason reason) {
    if (builder.state().offers.at(number).paid) {
        PROBE("a paid offer ends without a booking");
        compensate(builder, number, Compensation::Refund, reason);
    }
}

}  // namespace

std::optional<Money> price_of(const ResourceState& state, const Offer& offer) {
    if (offer.price) {
        return offer.price;
    }
    const auto opening = state.openings.find(offer.opening);
    const bool has_own = opening != state.openings.end() && opening->second.slot.price;
    return has_own ? opening->second.slot.price : state.rules.payment;
}

Duration window_of(const Rules& rules, const Offer& offer) {
    return offer.window > Duration{0} ? offer.window
                                      : long_enough_to_pay(rules, rules.claim_window);
}

std::optional<Time> end_for(const ResourceState& state, const Offer& offer) {
    if (offer.by_hand) {
        return start_for(state, offer);
    }
    const auto opening = state.openings.find(offer.opening);
    return opening == state.openings.end() ? cutoff_of(state) : cutoff_of(state, opening->second);
}

std::optional<Time> start_for(const ResourceState& state, const Offer& offer) {
    const auto opening = state.openings.find(offer.opening);
    return opening == state.openings.end() ? state.settings.starts_at
                                           : std::optional{opening->second.slot.starts_at};
}

Time window_end_from(const ResourceState& state, const Offer& offer, Time from,
                     const ZoneBook& zones) {
    const Profile& profile = state.profiles.at(state.entries.profile(offer.entry));
    const Zone& zone = zone_of(state, profile.time_zone, zones);
    return window_end(
        state.rules, zone,
        {.from = from, .plain_clock = offer.plain_clock, .length = window_of(state.rules, offer)},
        end_for(state, offer));
}

Reason cutoff_reason(const Opening& opening) {
    return opening.untold ? Reason::NeverSent : Reason::Cutoff;
}

Time deadline_if_told(const ResourceState& state, const Offer& offer, Time from,
                      const Context& context) {
    const Time counted = window_end_from(state, offer, from, *context.zones);
    const Time until = std::max(offer.deadline_before.value_or(offer.expires_at), counted);
    return until > context.now ? until : offer.expires_at;
}

void end_offer(EventBuilder& builder, OfferNumber number, OfferState outcome, Reason reason,
               Fate fate) {
    const ResourceState& state = builder.state();
    const Offer& offer = state.offers.at(number);
    const Destination destined = destination(state, offer.entry, fate);
    OfferEnded body{.outcome = outcome,
                    .counts_as_miss = fate == Fate::Missed,
                    .steps_aside = fate == Fate::Untold};
    if (destined.back) {
        PROBE("an entry goes to the back of the line");
        body.new_place = state.entries.last() + 1;
    }
    builder.offer(number, offer, destined.to, destined.out_of_tries ? Reason::MaxMisses : reason,
                  body);
    refund_if_paid(builder, number, reason);
}

void end_offer_with_entry(EventBuilder& builder, OfferNumber number, OfferState outcome,
                          Reason reason, EntryState to) {
    const Offer& offer = builder.state().offers.at(number);
    builder.offer(number, offer, to, reason, OfferEnded{.outcome = outcome});
    refund_if_paid(builder, number, reason);
}

void hand_back_opening(EventBuilder& builder, OpeningNumber number, const Opening& opening,
                       Reason reason) {
    const bool is_with_staff = opening.state == OpeningState::HandedBack;
    builder.opening(number, opening.state, OpeningState::HandedBack, reason,
                    OpeningMoved{.move = is_with_staff ? Move::None : Move::HandBack});
}

void compensate(EventBuilder& builder, OfferNumber number, Compensation compensation,
                Reason reason) {
    builder.resource(reason, CompensationDue{compensation}).offer = number;
}

void claim(EventBuilder& builder, OfferNumber number, Reason reason) {
    const ResourceState& state = builder.state();
    if (state.rules.payment) {
        const Offer& offer = state.offers.at(number);
        const bool is_unreached = offer.unreached != Undeliverable::None;
        start_confirming(builder, number, Awaiting::Payment,
                         is_unreached
                             ? deadline_if_told(state, offer, builder.now(), builder.context())
                             : offer.expires_at,
                         Reason::PaymentPending);
    } else if (state.settings.inventory == Inventory::External) {
        start_confirming(builder, number, Awaiting::Booking,
                         builder.now() + limits::booking_time_max,
                         is_said_before(reason) ? reason : Reason::BookingPending);
    } else {
        accept_offer(builder, number, reason);
    }
}

void continue_after_payment(EventBuilder& builder, OfferNumber number) {
    if (builder.state().settings.inventory == Inventory::External) {
        start_confirming(builder, number, Awaiting::Booking,
                         builder.now() + limits::booking_time_max, Reason::BookingPending);
    } else {
        accept_offer(builder, number, Reason::PaymentSucceeded);
    }
}

void accept_offer(EventBuilder& builder, OfferNumber number, Reason reason) {
    const Offer& offer = builder.state().offers.at(number);
    const bool is_paid = offer.paid || reason == Reason::PaymentSucceeded;
    builder.offer(number, offer, EntryState::Accepted, reason,
                  OfferAccepted{.paid = is_paid ? Paid::Yes : Paid::No, .yes_by = offer.yes_by});
    settle_group(builder, mark_of(builder.state(), offer.entry).group, offer.entry);
}

void settle_member(EventBuilder& builder, Ticket member) {
    const ResourceState& state = builder.state();
    const EntryState member_state = state.entries.state(member);
    if (member_state == EntryState::Accepted) {
        PROBE("moving up releases the later slot");
        end_accepted(builder, member, EntryState::Cancelled, Reason::MovedUp);
    } else if (member_state < EntryState::Offered &&
               !state.profiles.at(state.entries.profile(member)).move_up) {
        PROBE("a settled group lets the others go");
        builder.entry(member, member_state, EntryState::Left, Reason::GroupSettled, EntryEnded{});
    }
}

void settle_group(EventBuilder& builder, GroupKey group, Ticket winner) {
    const auto members = builder.state().groups.find(group);
    if (members == builder.state().groups.end()) {
        return;
    }
    for (const Ticket member : members->second) {
        if (member != winner) {
            settle_member(builder, member);
        }
    }
}

void end_accepted(EventBuilder& builder, Ticket entry, EntryState to, Reason reason) {
    const ResourceState& state = builder.state();
    const OpeningNumber held = mark_of(state, entry).opening;
    builder.entry(entry, EntryState::Accepted, to, reason, EntryEnded{});
    // With external inventory the place belongs to the booking system again.
    if (state.settings.inventory == Inventory::Internal && state.openings.contains(held)) {
        const Reason cause = to == EntryState::NoShow    ? Reason::NoShow
                             : reason == Reason::MovedUp ? Reason::MovedUp
                                                         : Reason::Cancellation;
        reopen(builder, held, cause);
    }
}

void end_attended(EventBuilder& builder, Ticket entry, Reason reason) {
    const ResourceState& state = builder.state();
    builder.entry(entry, EntryState::Accepted, EntryState::Attended, reason, EntryEnded{});
    const auto members = state.groups.find(mark_of(state, entry).group);
    if (members == state.groups.end()) {
        return;
    }
    for (const Ticket member : members->second) {
        const EntryState at = state.entries.state(member);
        if (at < EntryState::Offered && state.profiles.at(state.entries.profile(member)).move_up) {
            PROBE("there is nothing left to move up from");
            builder.entry(member, at, EntryState::Left, Reason::GroupSettled, EntryEnded{});
        }
    }
}

bool accepted_at_once(const ResourceState& state, std::uint32_t party_size, GroupKey group,
                      Ticket self) {
    if (!counts_places(state) || state.status != ResourceStatus::Active || draw_pending(state) ||
        state.settings.inventory == Inventory::External || state.rules.payment ||
        !state.lines.whole.empty() || state.places.free(state.settings) < party_size) {
        return false;
    }
    const auto members = state.groups.find(group);
    if (group == GroupKey{} || members == state.groups.end()) {
        return true;
    }
    return std::ranges::none_of(members->second, [&](Ticket member) {
        const EntryState member_state = state.entries.state(member);
        return member != self && member_state >= EntryState::Offered;
    });
}

}  // namespace standby::core
