// Events of an offer's life.
#include "base/assert.hpp"
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"
#include "core/state/rows.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Offers that staff make by hand are no part of a wave, nor are those for a standing yes.
void count_wave(ResourceState& state, const Event& event, const OfferMade& body) {
    if (state.rules.wave_size == 0 || event.reason == Reason::Manual || body.late_yes) {
        return;
    }
    if (state.wave_offers == 0 || event.at >= state.wave_started + state.rules.wave_interval) {
        state.wave_started = event.at;
        state.wave_offers = 0;
    }
    ++state.wave_offers;
}

// An offer that is made anew does not take two places of its wave.
void uncount_wave(ResourceState& state, const Offer& offer) {
    if (!offer.by_hand && !offer.late_yes && state.wave_offers > 0 &&
        offer.made_at >= state.wave_started) {
        --state.wave_offers;
    }
}

Offer& edit_offer(ResourceState& state, OfferNumber number) {
    state.changes.note(number);
    return state.offers.at(number);
}

// Somebody has heard of it after all, or it is nobody's fault.
void forget_unreached(Offer& offer) {
    offer.unreached = Undeliverable::None;
    offer.patience_until.reset();
    offer.deadline_before.reset();
}

// Takes a live offer out of memory and returns what it was.
Offer finish(ResourceState& state, OfferNumber number, OfferState outcome) {
    const auto found = state.offers.find(number);
    ASSERT(found != state.offers.end());
    clear_offer_timers(state, number, found->second);
    Offer offer = found->second;
    offer.state = outcome;
    const RowName name{RowName::Of::Offer, number.value()};
    state.changes.last_offers.push_back({.number = number.value(),
                                         .state = static_cast<std::uint8_t>(outcome),
                                         .data = encode_row(offer, later_of(state, name))});
    forget_later(state, name);
    state.offers.erase(found);
    state.offer_states[number.value()] = outcome;
    if (state.instant_pending == number) {
        state.instant_pending = OfferNumber{};
    }
    return offer;
}

// Whoever could not be told of this opening may be asked again, after all others.
void step_aside(Opening& opening, Ticket entry) {
    std::erase(opening.tried, entry);
    if (std::ranges::find(opening.aside, entry) == opening.aside.end()) {
        opening.aside.push_back(entry);
    }
}

void free_held_place(ResourceState& state, const Event& event, const Offer& offer,
                     const OfferEnded& body) {
    const OfferState outcome = body.outcome;
    const bool gone = event.reason == Reason::BookingConflict;
    const bool is_renewed = event.reason == Reason::TermsChanged;
    if (counts_places(state)) {
        const bool counts = outcome != OfferState::Withdrawn && !offer.late_yes;
        // A place that is gone takes its tries along.
        state.places.give_back(offer.places, gone ? 0 : counts ? offer.tries : offer.tries - 1);
        if (gone) {
            state.places.lose(offer.places);
        }
        state.last_outcome = is_renewed ? state.last_outcome : outcome;
        return;
    }
    Opening& opening = state.openings.at(offer.opening);
    opening.offer = OfferNumber{};
    if (is_renewed && !offer.late_yes) {
        // As if it had not been made: it is asked about again under other terms.
        if (!opening.tried.empty()) {
            opening.tried.pop_back();
        }
        opening.offers_made -= opening.offers_made > 0 ? 1U : 0U;
    } else if (!is_renewed) {
        opening.last_outcome = outcome;
        opening.untold = body.steps_aside;
    }
    if (body.steps_aside) {
        step_aside(opening, event.entry);
    }
    if (gone) {
        state.opening_states[offer.opening.value()] = OpeningState::Withdrawn;
        drop_opening(state, offer.opening);
    } else {
        state.changes.note(offer.opening);
        leave_unclaimed(state, offer.opening, opening);
    }
}

}  // namespace

void apply_body(ResourceState& state, const Event& event, const OfferMade& body) {
    const OfferNumber number = event.offer;
    ASSERT(number.value() == state.offer_states.size());
    ASSERT(state.entries.state(event.entry) == EntryState::Waiting);
    leave_line(state, event.entry);
    state.entries.set_state(event.entry, EntryState::Offered);
    Mark& mark = edit_mark(state, event.entry);
    ASSERT(mark.offer == OfferNumber{});
    mark.offer = number;
    mark.opening = event.opening;
    for (const Ticket passed : body.passed) {
        ++edit_mark(state, passed).passes;
    }
    count_wave(state, event, body);
    state.offer_states.push_back(OfferState::Live);
    state.changes.note(number);
    Offer& offer = state.offers[number];
    offer = {.entry = event.entry,
             .opening = event.opening,
             .places = body.places,
             .tries = body.tries,
             .plain_clock = body.plain_clock,
             .by_hand = event.reason == Reason::Manual,
             .made_at = event.at,
             .send_at = body.send_at,
             .expires_at = body.expires_at,
             .window = body.window,
             .late_yes = body.late_yes,
             .yes_by = body.yes_by};
    drop_standing(state, event.entry, event.opening);
    set_offer_timers(state, number, offer);
    if (body.instant) {
        state.instant_pending = number;
    }
    if (counts_places(state)) {
        const bool is_any = event.reason == Reason::Manual || body.late_yes;
        state.places.hold(body.places, is_any ? 0 : state.rules.max_offers);
        return;
    }
    Opening& opening = state.openings.at(event.opening);
    ASSERT(opening.offer == OfferNumber{} && opening.holder == 0);
    opening.offer = number;
    opening.state = OpeningState::Offering;
    opening.asks_newcomers = false;
    state.opening_states[event.opening.value()] = OpeningState::Offering;
    if (body.late_yes) {
        if (std::ranges::find(opening.tried, event.entry) == opening.tried.end()) {
            opening.tried.push_back(event.entry);  // it could not be told before
        }
    } else {
        ++opening.offers_made;
        opening.tried.push_back(event.entry);
    }
    state.changes.note(event.opening);
    claim_opening(state, event.opening, opening);
}

void apply_body(ResourceState& state, const Event& event, const OfferSent& body) {
    Offer& offer = edit_offer(state, event.offer);
    clear_offer_timers(state, event.offer, offer);
    forget_unreached(offer);
    offer.sent_at = body.sent_at;
    offer.expires_at = body.expires_at;
    set_offer_timers(state, event.offer, offer);
}

void apply_body(ResourceState& state, const Event& event, const OfferExtended& body) {
    Offer& offer = edit_offer(state, event.offer);
    clear_offer_timers(state, event.offer, offer);
    offer.expires_at = body.expires_at;
    set_offer_timers(state, event.offer, offer);
}

void apply_body(ResourceState& state, const Event& event, const OfferUnreached& body) {
    Offer& offer = edit_offer(state, event.offer);
    clear_offer_timers(state, event.offer, offer);
    if (body.cause == Undeliverable::None) {
        forget_unreached(offer);
        offer.sent_at.reset();  // whatever was sent did not arrive
    } else {
        offer.unreached = body.cause;
        offer.patience_until = body.patience_until;
        offer.deadline_before = offer.deadline_before.value_or(offer.expires_at);
    }
    offer.expires_at = body.expires_at;
    set_offer_timers(state, event.offer, offer);
    if (body.patience_until && *body.patience_until <= event.at) {
        state.recheck.all = true;  // there is none, so somebody who waits already may be asked
    }
}

void apply_body(ResourceState& state, const Event& event, const OfferReminded&) {
    Offer& offer = edit_offer(state, event.offer);
    clear_offer_timers(state, event.offer, offer);
    offer.reminded = true;
    set_offer_timers(state, event.offer, offer);
}

void apply_body(ResourceState& state, const Event& event, const OfferClaimed& body) {
    Offer& offer = edit_offer(state, event.offer);
    clear_offer_timers(state, event.offer, offer);
    forget_unreached(offer);
    offer.paid = offer.awaiting == Awaiting::Payment;
    offer.state = OfferState::Confirming;
    offer.awaiting = body.awaiting;
    offer.expires_at = body.expires_at;
    offer.price = body.price ? body.price : offer.price;
    set_offer_timers(state, event.offer, offer);
    state.offer_states[event.offer.value()] = OfferState::Confirming;
    state.entries.set_state(event.entry, EntryState::Confirming);
    state.changes.note(event.entry);
    if (state.instant_pending == event.offer) {
        state.instant_pending = OfferNumber{};
    }
}

void apply_body(ResourceState& state, const Event& event, const OfferAccepted& body) {
    const Offer offer = finish(state, event.offer, OfferState::Accepted);
    state.entries.set_state(event.entry, EntryState::Accepted);
    edit_mark(state, event.entry).paid = body.paid;
    state.changes.note(event.entry);
    ++state.accepted;
    drop_standing(state, event.entry);
    state.accepted_offers.emplace(event.offer, event.entry);
    if (mark_of(state, event.entry).group != GroupKey{}) {
        state.recheck.all = true;  // others of the group may move up from here
    }
    if (counts_places(state)) {
        state.places.accept_held(offer.places);
        return;
    }
    drop_standing(state, offer.opening);
    Opening& opening = state.openings.at(offer.opening);
    opening.offer = OfferNumber{};
    opening.holder = event.entry;
    state.booked_until.emplace(end_of(opening.slot), offer.opening);
    opening.state = OpeningState::Booked;
    state.opening_states[offer.opening.value()] = OpeningState::Booked;
    state.changes.note(offer.opening);
}

void apply_body(ResourceState& state, const Event& event, const OfferEnded& body) {
    const Offer offer = finish(state, event.offer, body.outcome);
    if (event.reason == Reason::TermsChanged) {
        uncount_wave(state, offer);
        state.recheck.renewed.push_back(event.entry);
    }
    free_held_place(state, event, offer, body);
    Mark& mark = edit_mark(state, event.entry);
    mark.misses += body.counts_as_miss ? 1U : 0U;
    mark.declines += body.outcome == OfferState::Declined ? 1U : 0U;
    const auto to = static_cast<EntryState>(event.to);
    if (to != EntryState::Waiting) {
        end_entry(state, event.entry, to, event.reason);
        return;
    }
    mark.offer = OfferNumber{};
    mark.opening = OpeningNumber{};
    if (counts_places(state)) {
        const bool let_go = body.outcome != OfferState::Withdrawn;
        const std::uint32_t next_release = state.places.releases() + 1;
        mark.sits_out = let_go && !body.steps_aside ? next_release : 0;
        mark.steps_aside = body.steps_aside ? next_release : 0;
    }
    if (mark.group != GroupKey{}) {
        state.recheck.all = true;
    }
    if (body.new_place != 0) {
        redraw_place(state, event.entry, body.new_place, event.at);
    }
    state.entries.set_state(event.entry, EntryState::Waiting);
    enter_line(state, event.entry);
    if (event.reason == Reason::TermsChanged && offer.late_yes) {
        keep_standing(state, event.entry, event.opening);  // as if it had not been made
    }
}

}  // namespace standby::core
