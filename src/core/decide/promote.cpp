// An offer by hand: staff put an entry ahead of the line, on record as such.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/eligibility.hpp"
#include "core/decide/make_offer.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

bool is_unclaimed(const Opening& opening) {
    return opening.offer == OfferNumber{} && opening.holder == 0;
}

Result<OpeningNumber, Refusal> named_opening(const ResourceState& state, const Promote& command,
                                             const Context& context) {
    if (command.opening.value() >= state.opening_states.size()) {
        return refuse(RefusalCode::UnknownOpening, "There is no such opening.");
    }
    const auto found = state.openings.find(command.opening);
    if (found == state.openings.end() || is_over(found->second, context.now)) {
        return refuse(RefusalCode::OpeningEnded, "The opening has ended.");
    }
    if (!is_unclaimed(found->second)) {
        return refuse(RefusalCode::OpeningTaken, "The slot is already offered or booked.");
    }
    if (found->second.slot.starts_at <= context.now) {
        return refuse(RefusalCode::NoTimeLeft, "The slot has already started.");
    }
    const Vacancy vacancy = vacancy_of(state, found->second);
    if (!Evaluation{state, vacancy, context}.party_fits(command.entry)) {
        return refuse(RefusalCode::NoFreePlace, "The slot is not for a party of this size.");
    }
    return command.opening;
}

Result<OpeningNumber, Refusal> oldest_suitable(const ResourceState& state, Ticket entry,
                                               const Context& context) {
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    for (const auto& [number, opening] : state.openings) {
        if (!is_unclaimed(opening) || opening.slot.starts_at <= context.now) {
            continue;
        }
        const Vacancy vacancy = vacancy_of(state, opening);
        const Evaluation evaluation{state, vacancy, context};
        if (evaluation.party_fits(entry) && evaluation.check_description(profile) == Check::None &&
            evaluation.check_price(profile) == Check::None) {
            return number;
        }
    }
    return refuse(RefusalCode::NoFreePlace, "No unclaimed slot matches this entry.");
}

}  // namespace

Decided decide_on(const ResourceState& state, const Promote& command, const Context& context) {
    const EntryState at = state.entries.state(command.entry);
    if (at == EntryState::None) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    if (is_terminal(at)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (at != EntryState::Waiting) {
        return refuse(RefusalCode::EntryNotWaiting, "The entry is not waiting.");
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed.");
    }
    if (command.note.size() > limits::note_length_max) {
        return bad_field("reason", "must be at most 2000 bytes");
    }
    const std::uint32_t party = state.entries.party_size(command.entry);
    OpeningNumber opening;
    Vacancy vacancy = vacancy_of_places(state);
    OfferMade made{.move = Move::Offer, .places = 0, .send_at = context.now, .plain_clock = true};
    if (!counts_places(state)) {
        opening = TRY(command.opening != OpeningNumber{}
                          ? named_opening(state, command, context)
                          : oldest_suitable(state, command.entry, context));
        vacancy = vacancy_of(state, state.openings.at(opening));
        made.tries = state.openings.at(opening).offers_made + 1;
    } else {
        if (state.places.free(state.settings) < party) {
            return refuse(RefusalCode::NoFreePlace, "No place is free.");
        }
        made.places = party;
        made.tries = state.places.tries_for(party, 0);
    }
    if (Evaluation{state, vacancy, context}.check_group(command.entry) != Check::None) {
        return refuse(RefusalCode::GroupHoldsPlace,
                      "Another entry of the group has an offer or a place.");
    }
    made.note = command.note;
    made.instant = command.accepts && !state.rules.payment;
    EventBuilder builder{state, context};
    if (has_auto_window(state)) {
        Evaluation evaluation{state, vacancy, context};
        share_window(builder, evaluation, command.entry, *vacancy.starts_at, made);
    }
    made.expires_at =
        context.now + (made.window > Duration{0}
                           ? made.window
                           : long_enough_to_pay(state.rules, state.rules.claim_window));
    if (vacancy.starts_at) {
        made.expires_at = std::min(made.expires_at, *vacancy.starts_at);
    }
    if (made.expires_at <= context.now) {
        return refuse(RefusalCode::NoTimeLeft, "It has already started.");
    }
    PROBE("staff promote by hand");
    Event& event = builder.entry(command.entry, at, EntryState::Offered, Reason::Manual, made);
    event.offer = OfferNumber{static_cast<std::uint32_t>(state.offer_states.size())};
    event.opening = opening;
    const Answer answer{.entry = command.entry, .offer = event.offer, .opening = opening};
    return done(builder, answer);
}

}  // namespace standby::core
