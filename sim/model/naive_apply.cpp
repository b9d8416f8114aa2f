// How each event changes the naive memory of the resource, its places, its offers and openings.
// Entries are in naive_apply_entry.cpp.
#include "base/assert.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <limits>
#include <variant>

namespace standby::sim {

void NaiveResource::apply(const Event& event) {
    ASSERT(event.number == state_.last_number + 1);
    state_.last_number = event.number;
    state_.last_at = event.at;
    std::visit([&](const auto& body) { apply_body(event, body); }, event.body);
    hear_from_guest(event);
    forget_tries();
}

void NaiveResource::apply_body(const Event& event, const core::ResourceCreated& body) {
    state_.settings = body.settings;
    state_.rules = body.rules;
    state_.draw_seed = body.draw_seed;
    state_.rules_version = 1;
    state_.idle_reported = limit();
    state_.status = static_cast<ResourceStatus>(event.to);
}

void NaiveResource::apply_body(const Event& event, const core::SettingsChanged& body) {
    const std::uint64_t limit_before = limit();
    state_.settings = body.settings;
    if (limit() > limit_before) {
        ++state_.releases;
    }
    reconsider_cutoff(event.at);
}

void NaiveResource::apply_body(const Event& event, const core::RulesChanged& body) {
    state_.rules = body.rules;
    state_.draw_seed = body.draw_seed;
    ++state_.rules_version;
    reconsider_cutoff(event.at);
}

// A cutoff that was moved into the future will be reached once more.
void NaiveResource::reconsider_cutoff(Time now) {
    const std::optional<Time> cutoff = place_of(nullptr).cutoff;
    if (!cutoff || *cutoff > now) {
        state_.cutoff_recorded = false;
    }
}

void NaiveResource::apply_body(const Event& event, const core::StatusChanged&) {
    state_.status = static_cast<ResourceStatus>(event.to);
}

void NaiveResource::apply_body(const Event&, const core::CutoffReached&) {
    state_.cutoff_recorded = true;
    nobody_stands_for({});
}

void NaiveResource::apply_body(const Event&, const core::LotteryDrawn&) {
    state_.drawn = true;
    for (NaiveEntry& entry : state_.entries) {
        entry.in_draw = core::is_active(entry.state) && entry.state != EntryState::Unverified;
    }
}

void NaiveResource::apply_body(const Event&, const core::PlacesReleased& body) {
    state_.released_places += body.quantity;
    ++state_.releases;
    if (body.event != EventKey{}) {
        state_.events_seen.push_back(body.event);
        state_.event_openings.emplace_back();
    }
}

void NaiveResource::apply_body(const Event&, const core::PlacesRevoked& body) {
    state_.released_places -= body.quantity;
    state_.events_seen.push_back(body.event);
    state_.event_openings.emplace_back();
}

void NaiveResource::apply_body(const Event&, const core::PlacesIdled& body) {
    state_.idle_reported += body.places;
}

void NaiveResource::apply_body(const Event& event, const core::OfferMade& body) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.state = static_cast<EntryState>(event.to);
    entry.offer = event.offer;
    entry.opening = event.opening;
    for (const Ticket passed : body.passed) {
        ++entry_ref(passed).passes;
    }
    state_.offers.push_back({.number = event.offer,
                             .state = OfferState::Live,
                             .entry = event.entry,
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
                             .yes_by = body.yes_by});
    std::erase(entry.standing, event.opening);
    const bool by_hand = event.reason == Reason::Manual;
    if (event.opening != OpeningNumber{}) {
        NaiveOpening& opening = opening_ref(event.opening);
        opening.state = OpeningState::Offering;
        opening.asks_newcomers = false;
        opening.offer = event.offer;
        opening.offers_made += body.late_yes ? 0 : 1;
        const bool is_known =
            std::ranges::find(entry.offered, event.opening) != entry.offered.end();
        if (!body.late_yes || !is_known) {
            entry.offered.push_back(event.opening);
        }
    } else {
        const bool all = by_hand || body.late_yes || state_.rules.max_offers == 0;
        take_tries(body.places,
                   all ? std::numeric_limits<std::uint32_t>::max() : state_.rules.max_offers);
    }
    if (!by_hand && !body.late_yes && state_.rules.wave_size > 0) {
        const bool is_over = !state_.wave_started || state_.wave_offers == 0 ||
                             event.at >= *state_.wave_started + state_.rules.wave_interval;
        state_.wave_offers = is_over ? 1 : state_.wave_offers + 1;
        state_.wave_started = is_over ? event.at : *state_.wave_started;
    }
}

void NaiveResource::apply_body(const Event& event, const core::OfferSent& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    offer.sent_at = body.sent_at;
    offer.expires_at = body.expires_at;
    offer.unreached = core::Undeliverable::None;
    offer.patience_until.reset();
    plan_reminder(offer);
}

void NaiveResource::apply_body(const Event& event, const core::OfferUnreached& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    if (offer.unreached == core::Undeliverable::None) {
        offer.deadline_before = offer.expires_at;
    }
    if (body.cause == core::Undeliverable::None) {
        offer.sent_at.reset();
    }
    offer.unreached = body.cause;
    offer.patience_until = body.patience_until;
    offer.expires_at = body.expires_at;
    plan_reminder(offer);
}

void NaiveResource::apply_body(const Event& event, const core::OfferExtended& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    offer.expires_at = body.expires_at;
    plan_reminder(offer);
}

// By the rules that hold when the message leaves or the deadline moves.
void NaiveResource::plan_reminder(NaiveOffer& offer) const {
    offer.remind_at.reset();
    if (!offer.reminded && offer.sent_at && offer.unreached == core::Undeliverable::None &&
        state_.rules.reminder_after > Duration{0} &&
        *offer.sent_at + state_.rules.reminder_after < offer.expires_at) {
        offer.remind_at = *offer.sent_at + state_.rules.reminder_after;
    }
}

void NaiveResource::apply_body(const Event& event, const core::OfferReminded&) {
    offer_ref(event.offer).remind_at.reset();
    offer_ref(event.offer).reminded = true;
}

void NaiveResource::apply_body(const Event& event, const core::OfferClaimed& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    offer.paid = offer.awaiting == Awaiting::Payment && body.awaiting == Awaiting::Booking;
    offer.state = OfferState::Confirming;
    offer.awaiting = body.awaiting;
    offer.expires_at = body.expires_at;
    offer.unreached = core::Undeliverable::None;
    offer.patience_until.reset();
    entry_ref(event.entry).state = static_cast<EntryState>(event.to);
}

void NaiveResource::apply_body(const Event& event, const core::OfferAccepted& body) {
    entry_ref(event.entry).has_paid = body.paid == core::Paid::Yes;
    NaiveOffer& offer = offer_ref(event.offer);
    offer.state = OfferState::Accepted;
    offer.awaiting = Awaiting::Nothing;
    entry_ref(event.entry).state = static_cast<EntryState>(event.to);
    entry_ref(event.entry).standing.clear();
    if (event.opening != OpeningNumber{}) {
        NaiveOpening& opening = opening_ref(event.opening);
        opening.state = OpeningState::Booked;
        opening.offer = {};
        nobody_stands_for(event.opening);
    }
}

// The places of an ended offer go back with its tries; a withdrawn offer does not count, nor does
// one that answered a standing yes.
void NaiveResource::return_tries(const NaiveOffer& offer, const core::OfferEnded& body) {
    const bool counts = body.outcome != OfferState::Withdrawn && !offer.late_yes;
    const std::uint32_t tries = counts ? offer.tries : offer.tries - 1;
    if (tries > 0) {
        state_.tries.insert(state_.tries.end(), offer.places, tries);
    }
}

void NaiveResource::apply_body(const Event& event, const core::OfferEnded& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    NaiveEntry& entry = entry_ref(event.entry);
    offer.state = body.outcome;
    offer.awaiting = Awaiting::Nothing;
    if (event.reason == Reason::TermsChanged && !offer.by_hand && !offer.late_yes &&
        state_.wave_started && offer.made_at >= *state_.wave_started && state_.wave_offers > 0) {
        --state_.wave_offers;
    }
    entry.state = static_cast<EntryState>(event.to);
    entry.offer = {};
    entry.opening = {};
    if (core::is_terminal(entry.state)) {
        entry.standing.clear();
    } else if (event.reason == Reason::TermsChanged && offer.late_yes) {
        entry.standing.push_back(event.opening);
    }
    if (body.counts_as_miss) {
        ++entry.misses;
    }
    if (body.outcome == OfferState::Declined) {
        ++entry.declines;
    }
    entry.sits_out_at.reset();
    entry.aside_at.reset();
    if (body.steps_aside && event.opening == OpeningNumber{}) {
        entry.aside_at = state_.releases;
    } else if (body.steps_aside) {
        std::erase(entry.offered, event.opening);
        entry.aside.push_back(event.opening);
    } else if (body.outcome == OfferState::Expired || body.outcome == OfferState::Declined) {
        entry.sits_out_at = state_.releases;
    }
    if (body.new_place != 0) {
        state_.tickets_drawn = body.new_place;
        state_.back_tickets.push_back(body.new_place);
        entry.place = body.new_place;
        entry.in_line_at = event.at;
        entry.went_back = true;
    }
    const bool conflict = event.reason == Reason::BookingConflict;
    if (event.opening != OpeningNumber{}) {
        NaiveOpening& opening = opening_ref(event.opening);
        opening.offer = {};
        if (event.reason == Reason::TermsChanged && !offer.late_yes) {
            // As if nobody had been asked.
            entry.offered.pop_back();
            --opening.offers_made;
        } else if (event.reason != Reason::TermsChanged) {
            opening.last_outcome = body.outcome;
            opening.untold = body.steps_aside;
        }
        if (conflict) {
            opening.state = OpeningState::Withdrawn;
            nobody_stands_for(event.opening);
        }
    } else {
        if (event.reason != Reason::TermsChanged) {
            state_.last_outcome = body.outcome;
        }
        if (conflict) {
            state_.gone_places += offer.places;
        } else {
            return_tries(offer, body);
        }
    }
}

void NaiveResource::apply_body(const Event& event, const core::CompensationDue& body) {
    NaiveOffer& offer = offer_ref(event.offer);
    if (body.compensation == core::Compensation::Refund) {
        offer.refund_due = true;
    } else {
        offer.release_due = true;
    }
}

void NaiveResource::apply_body(const Event& event, const core::OpeningAdded& body) {
    state_.openings.push_back(
        {.number = event.opening, .state = static_cast<OpeningState>(event.to), .slot = body.slot});
    if (body.event != EventKey{}) {
        state_.events_seen.push_back(body.event);
        state_.event_openings.push_back(event.opening);
    }
}

void NaiveResource::apply_body(const Event& event, const core::OpeningMoved& body) {
    opening_ref(event.opening).state = static_cast<OpeningState>(event.to);
    opening_ref(event.opening).asks_newcomers = body.asks_newcomers;
    const NaiveOpening& opening = *find_opening(event.opening);
    const bool is_free =
        opening.state == OpeningState::Open || opening.state == OpeningState::HandedBack;
    if (!is_free || event.at >= *place_of(&opening).cutoff) {
        nobody_stands_for(event.opening);
    }
}

}  // namespace standby::sim
