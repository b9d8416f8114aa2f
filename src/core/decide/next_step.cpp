// Who is next. Given a settled or unsettled resource, the one move the engine makes now: an offer
// to the first eligible entry in order, or word that nobody fits, or the place handed back.
#include "base/probe.hpp"
#include "core/decide/choose.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/eligibility.hpp"
#include "core/decide/going_on.hpp"
#include "core/decide/late_yes.hpp"
#include "core/decide/make_offer.hpp"
#include "core/decide/outcomes.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Why an offer is made to this entry, if it is not because of those before it.
Reason reason_for(const ResourceState& state, Ticket entry, Reason usual) {
    const auto& renewed = state.recheck.renewed;
    const bool is_renewed = std::ranges::find(renewed, entry) != renewed.end();
    return is_renewed ? Reason::TermsChanged : usual;
}

Reason roll_on_reason(OfferState last_outcome) {
    return last_outcome == OfferState::Declined ? Reason::PreviousDeclined
                                                : Reason::PreviousExpired;
}

// Those who said yes to a place after their offer had expired get it before anybody is asked. It is
// no try, and takes no room in a wave.
void answer_standing(EventBuilder& builder) {
    const ResourceState& state = builder.state();
    if (!state.rules.late_yes || state.standing.empty()) {
        return;
    }
    const auto offer = [&](Ticket entry, OpeningNumber opening, const Vacancy& vacancy,
                           std::uint32_t places, std::uint32_t tries) {
        Evaluation evaluation{state, vacancy, builder.context()};
        make_offer(
            builder, evaluation, entry, opening, reason_for(state, entry, Reason::LateYes),
            OfferMade{.move = Move::RollOn, .places = places, .tries = tries, .late_yes = true});
    };
    for (const OpeningNumber number : state.awaited) {
        const Opening& opening = state.openings.at(number);
        const bool is_free = opening.offer == OfferNumber{} && opening.holder == 0;
        const Ticket ready = is_free ? first_ready(state, opening, builder.context()) : 0;
        if (ready != 0) {
            offer(ready, number, vacancy_of(state, opening), 0, opening.offers_made + 1);
            return;
        }
    }
    if (counts_places(state)) {
        if (const Ticket ready = first_ready(state, state.places, builder.context()); ready != 0) {
            const std::uint32_t party = state.entries.party_size(ready);
            offer(ready, OpeningNumber{}, vacancy_of_places(state), party,
                  state.places.tries_for(party, 0));
        }
    }
}

// One opening: true when something was decided about it.
bool move_opening(EventBuilder& builder, OpeningNumber number, const Opening& opening) {
    const ResourceState& state = builder.state();
    const auto hand_back = [&](Reason reason) {
        hand_back_opening(builder, number, opening, reason);
        return true;
    };
    if (builder.now() >= cutoff_of(state, opening)) {
        return hand_back(cutoff_reason(opening));
    }
    if (state.rules.max_offers != 0 && opening.offers_made >= state.rules.max_offers) {
        PROBE("an opening is handed back after max_offers");
        return hand_back(Reason::MaxOffers);
    }
    const bool is_reported = opening.state != OpeningState::Offering;
    const bool known_unfit = is_reported && !state.recheck.all;
    if ((known_unfit && state.recheck.candidates.empty()) || wave_is_full(state, builder.now())) {
        return false;
    }
    const Vacancy vacancy = vacancy_of(state, opening);
    Evaluation evaluation{state, vacancy, builder.context()};
    const auto find_next = [&](Aside aside) {
        return known_unfit ? first_eligible_of(state, evaluation, state.recheck.candidates, aside)
                           : first_eligible(state, evaluation, aside);
    };
    Ticket next = find_next(Aside::Left);
    if (next == 0 && !opening.aside.empty()) {
        next = find_next(Aside::Asked);
    }
    if (next != 0) {
        const bool first = opening.offers_made == 0;
        make_offer(builder, evaluation, next, number,
                   reason_for(state, next,
                              first ? Reason::FirstInLine : roll_on_reason(opening.last_outcome)),
                   OfferMade{.move = first ? Move::Offer : Move::RollOn,
                             .places = 0,
                             .tries = opening.offers_made + 1});
        return true;
    }
    if (is_reported) {
        return false;
    }
    if (opening.offers_made > 0) {
        PROBE("an opening is handed back, and newcomers are still asked");
        builder.opening(number, opening.state, OpeningState::HandedBack, Reason::ListExhausted,
                        OpeningMoved{.move = Move::HandBack, .asks_newcomers = true});
        return true;
    }
    builder.opening(number, opening.state, OpeningState::Open, Reason::NobodyEligible,
                    OpeningMoved{Move::NoFit});
    return true;
}

bool somebody_could_fit(const ResourceState& state, std::uint64_t available) {
    const std::uint64_t largest =
        std::min<std::uint64_t>(available, state.waiting_by_party.size() - 1);
    return std::any_of(state.waiting_by_party.begin(),
                       state.waiting_by_party.begin() + static_cast<std::ptrdiff_t>(largest) + 1,
                       [](std::uint64_t waiting) { return waiting > 0; });
}

// A party that may not be passed any more: places gather for it once it is its turn.
bool somebody_was_passed_enough(const ResourceState& state) {
    const std::uint32_t enough = state.rules.max_passes;
    return enough == 0 || std::ranges::any_of(state.marks, [&](const auto& marked) {
               return marked.second.passes >= enough;
           });
}

void report_idle(EventBuilder& builder, Move move, Reason reason) {
    const ResourceState& state = builder.state();
    const std::uint64_t free = state.places.free(state.settings);
    if (free > state.places.idle()) {
        const auto places = static_cast<std::uint32_t>(free - state.places.idle());
        builder.resource(reason, PlacesIdled{places, move});
    }
}

void move_places(EventBuilder& builder) {
    const ResourceState& state = builder.state();
    const std::optional<Time> cutoff = cutoff_of(state);
    if (cutoff && builder.now() >= *cutoff) {
        report_idle(builder, Move::HandBack, Reason::Cutoff);
        return;
    }
    const std::uint64_t available = state.places.available(state.settings, state.rules);
    if (available == 0) {
        report_idle(builder, Move::HandBack, Reason::MaxOffers);
        return;
    }
    if (wave_is_full(state, builder.now())) {
        return;
    }
    if (state.lines.whole.empty()) {
        report_idle(builder, Move::NoFit, Reason::NobodyEligible);
        return;
    }
    // Under `fit`, a line of nothing but large parties is passed over without a look at each.
    const bool look = state.rules.party == PartyPolicy::Strict ||
                      somebody_could_fit(state, available) || somebody_was_passed_enough(state);
    const Vacancy vacancy = vacancy_of_places(state);
    Evaluation evaluation{state, vacancy, builder.context()};
    Chosen chosen;
    if (look) {
        chosen = choose_party(state, evaluation, available);
    }
    if (chosen.blocked_by != 0) {
        PROBE("places gather for a party");
        return;
    }
    if (chosen.entry == 0) {
        report_idle(builder, Move::NoFit, Reason::NobodyEligible);
        return;
    }
    const std::uint32_t party = state.entries.party_size(chosen.entry);
    const std::uint32_t tries = state.places.tries_for(party, state.rules.max_offers);
    make_offer(builder, evaluation, chosen.entry, OpeningNumber{},
               reason_for(state, chosen.entry,
                          tries == 1 ? Reason::FirstInLine : roll_on_reason(state.last_outcome)),
               OfferMade{.move = tries == 1 ? Move::Offer : Move::RollOn,
                         .places = party,
                         .tries = tries,
                         .passed = std::move(chosen.passed)});
}

// When a party that blocks the line loses its turn by time alone. Notice and the time to answer
// only ever run out, so the moment can be searched for.
Time lapse_of(const ResourceState& state, const Vacancy& vacancy, Ticket blocking,
              const Context& context) {
    const ProfileNumber profile = state.entries.profile(blocking);
    Time eligible = context.now;
    Time too_late = *vacancy.cutoff;
    while (too_late - eligible > Duration{1}) {
        const Time middle = eligible + (too_late - eligible) / 2;
        Context then = context;
        then.now = middle;
        const bool still = Evaluation{state, vacancy, then}.check_profile(profile) == Check::None;
        (still ? eligible : too_late) = middle;
    }
    return too_late;
}

// The yes that came before the offer, or with it.
std::vector<Event> claim_pending(const ResourceState& state, const Context& context) {
    const Offer& pending = state.offers.at(state.instant_pending);
    if (pending.by_hand) {
        PROBE("staff bring the yes");
        EventBuilder builder{state, context};
        claim(builder, state.instant_pending, Reason::Manual);
        return builder.take();
    }
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    if (pending.late_yes) {
        PROBE("a late yes is taken");
    } else {
        PROBE("an instant yes is taken");
    }
    claim(builder, state.instant_pending, pending.late_yes ? Reason::LateYes : Reason::InstantYes);
    return builder.take();
}

}  // namespace

std::vector<Event> next_step(const ResourceState& state, const Context& context) {
    if (state.instant_pending != OfferNumber{}) {
        return claim_pending(state, context);
    }
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    if (state.status != ResourceStatus::Active || draw_pending(state)) {
        return {};
    }
    answer_standing(builder);
    if (!builder.empty()) {
        return builder.take();
    }
    if (counts_places(state)) {
        move_places(builder);
    } else {
        for (const OpeningNumber number : state.unclaimed) {
            if (move_opening(builder, number, state.openings.at(number))) {
                break;
            }
        }
    }
    if (builder.empty()) {
        go_on(builder);
    }
    return builder.take();
}

std::optional<Time> blocked_until(const ResourceState& state, const Context& context) {
    if (!counts_places(state) || state.status != ResourceStatus::Active || draw_pending(state) ||
        state.lines.whole.empty() || !state.settings.starts_at) {
        return std::nullopt;
    }
    const Vacancy vacancy = vacancy_of_places(state);
    // Those who said yes before take no part in waves.
    const bool is_full = wave_is_full(state, context.now);
    if (context.now >= *vacancy.cutoff || (is_full && state.standing.empty())) {
        return std::nullopt;
    }
    Evaluation evaluation{state, vacancy, context};
    std::optional<Time> until;
    const auto consider = [&](Ticket blocking) {
        if (blocking != 0) {
            const Time lapse = lapse_of(state, vacancy, blocking, context);
            until = until ? std::min(*until, lapse) : lapse;
        }
    };
    if (const std::uint64_t free = state.places.available(state.settings, state.rules); free > 0) {
        consider(choose_party(state, evaluation, free).blocked_by);
    }
    // A party may also keep others from the places of those who cannot be told.
    const std::vector<OfferNumber> over = patience_over(state, context.now);
    if (const std::uint64_t places =
            over.empty() ? 0 : places_without(state, over).available(state.settings, state.rules);
        places > 0) {
        consider(choose_party(state, evaluation, places, Aside::Left).blocked_by);
    }
    if (!state.standing.empty()) {
        for (const Places& places :
             {state.places, places_without(state, all_over(state, context.now))}) {
            std::ranges::for_each(held_back_by(state, places, context), consider);
        }
    }
    return until;
}

bool blocked_by_wave(const ResourceState& state, Time now) {
    return state.status == ResourceStatus::Active && !draw_pending(state) &&
           wave_is_full(state, now);
}

}  // namespace standby::core
