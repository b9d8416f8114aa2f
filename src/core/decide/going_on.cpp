#include "core/decide/going_on.hpp"

#include "base/probe.hpp"
#include "core/decide/choose.hpp"
#include "core/decide/late_yes.hpp"
#include "core/decide/outcomes.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Somebody new may still be asked about the place of this offer.
bool has_tries_left(const ResourceState& state, OfferNumber number) {
    const Offer& offer = state.offers.at(number);
    const std::uint32_t tries = offer.tries - (offer.late_yes ? 1U : 0U);
    return state.rules.max_offers == 0 || tries < state.rules.max_offers;
}

// Of an opening: whether somebody else would be asked if it were free. Once that was looked at,
// only those who came since can have made a difference.
bool opening_has_another(EventBuilder& builder, const Offer& offer) {
    const ResourceState& state = builder.state();
    const Opening& opening = state.openings.at(offer.opening);
    const bool was_seen = *offer.patience_until <= state.recheck.looked_at && !state.recheck.all;
    if (builder.now() >= cutoff_of(state, opening) ||
        (was_seen && state.recheck.candidates.empty())) {
        return false;
    }
    const Vacancy vacancy = vacancy_of(state, opening);
    Evaluation evaluation{state, vacancy, builder.context()};
    const Ticket another =
        was_seen ? first_eligible_of(state, evaluation, state.recheck.candidates, Aside::Left)
                 : first_eligible(state, evaluation, Aside::Left);
    return another != 0;
}

// The same of counted places: they are alike, so those of all these offers count together, and a
// large party may need several of them.
bool places_have_another(EventBuilder& builder, const std::vector<OfferNumber>& over) {
    const ResourceState& state = builder.state();
    if (over.empty()) {
        return false;
    }
    const Vacancy vacancy = vacancy_of_places(state);
    if (state.lines.whole.empty() || (vacancy.cutoff && builder.now() >= *vacancy.cutoff)) {
        return false;
    }
    const std::uint64_t available =
        places_without(state, over).available(state.settings, state.rules);
    Evaluation evaluation{state, vacancy, builder.context()};
    return available > 0 && choose_party(state, evaluation, available, Aside::Left).entry != 0;
}

// Whoever would take it at once is asked whatever the tries and waves; then anybody who fits.
OfferNumber next_opening_offer(EventBuilder& builder, const std::vector<OfferNumber>& over) {
    const ResourceState& state = builder.state();
    const bool is_full = wave_is_full(state, builder.now());
    const auto found = std::ranges::find_if(over, [&](OfferNumber number) {
        const Offer& offer = state.offers.at(number);
        const Opening& opening = state.openings.at(offer.opening);
        return first_ready(state, opening, builder.context()) != 0 ||
               (!is_full && has_tries_left(state, number) && opening_has_another(builder, offer));
    });
    return found == over.end() ? OfferNumber{} : *found;
}

OfferNumber next_place_offer(EventBuilder& builder, const std::vector<OfferNumber>& over) {
    const ResourceState& state = builder.state();
    if (!state.standing.empty() &&
        first_ready(state, places_without(state, over), builder.context()) != 0) {
        return over.front();
    }
    if (wave_is_full(state, builder.now())) {
        return OfferNumber{};
    }
    const std::vector<OfferNumber> tried_less = patience_over(state, builder.now());
    return places_have_another(builder, tried_less) ? tried_less.front() : OfferNumber{};
}

}  // namespace

std::vector<OfferNumber> all_over(const ResourceState& state, Time now) {
    std::vector<OfferNumber> over;
    for (const auto& [until, number] : state.patience) {
        if (until > now) {
            break;
        }
        over.push_back(number);
    }
    std::ranges::sort(over);
    return over;
}

std::vector<OfferNumber> patience_over(const ResourceState& state, Time now) {
    std::vector<OfferNumber> over = all_over(state, now);
    std::erase_if(over, [&](OfferNumber number) { return !has_tries_left(state, number); });
    return over;
}

Places places_without(const ResourceState& state, const std::vector<OfferNumber>& over) {
    Places places = state.places;
    for (const OfferNumber number : over) {
        const Offer& offer = state.offers.at(number);
        places.give_back(offer.places, offer.tries - (offer.late_yes ? 1U : 0U));
    }
    places.settle(state.settings);
    return places;
}

void go_on(EventBuilder& builder) {
    const ResourceState& state = builder.state();
    if (state.patience.empty()) {
        return;
    }
    const std::vector<OfferNumber> over = all_over(state, builder.now());
    if (over.empty()) {
        return;
    }
    const OfferNumber next =
        counts_places(state) ? next_place_offer(builder, over) : next_opening_offer(builder, over);
    if (next != OfferNumber{}) {
        PROBE("an offer goes on to somebody who can be told");
        end_offer(builder, next, OfferState::Expired, Reason::NotReachable, Fate::Untold);
    }
}

}  // namespace standby::core
