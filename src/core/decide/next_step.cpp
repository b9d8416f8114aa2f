// Who is next. Given a settled or unsettled resource, the one move the engine makes now: an offer
// to the first eligible entry in order, or word that nobody fits, or the place handed back.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/eligibility.hpp"
#include "core/decide/outcomes.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <bit>

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

// Whether those are asked who could not be told before: only when there is nobody else.
enum class Aside : std::uint8_t { Left, Asked };
bool passes(Check check, Aside aside) {
    return check == Check::None || (check == Check::SteppedAside && aside == Aside::Asked);
}

bool wave_is_full(const ResourceState& state, Time now) {
    const Rules& rules = state.rules;
    return rules.wave_size != 0 && state.wave_offers >= rules.wave_size &&
           now < state.wave_started + rules.wave_interval;
}

// The question a scan of the line asks at each place: is its wish met, and does `accept(entry)` say
// yes. Wishes are looked up, not compared, and 64 places at a time where they stand close.
template <class Accept>
class PlaceQuestion {
public:
    PlaceQuestion(const ResourceState& state, Evaluation& evaluation, Accept& accept)
        : state_(state),
          evaluation_(evaluation),
          accept_(accept),
          known_(evaluation.known_checks()) {}

    bool operator()(Ticket place) {
        // The row of a redrawn place carries its entry's profile too.
        const ProfileNumber profile = state_.entries.profile(place);
        return evaluation_.check_profile(profile) == Check::None &&
               accept_(entry_at(state_, place));
    }

    // Keeps the places whose wish is met or was not looked at yet.
    std::uint64_t filter(Ticket first, std::uint64_t places) const {
        static_assert(EntryTable::chunk_size % 64 == 0);
        const ProfileNumber* profiles =
            state_.entries.chunk(first).profile.data() + EntryTable::offset(first);
        std::uint64_t kept = 0;
        if (places == ~std::uint64_t{0}) {
            for (unsigned bit = 0; bit < 64; ++bit) {
                kept |= std::uint64_t{may_fit(profiles[bit])} << bit;
            }
            return kept;
        }
        for (std::uint64_t rest = places; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(rest));
            kept |= std::uint64_t{may_fit(profiles[bit])} << bit;
        }
        return kept;
    }

private:
    bool may_fit(ProfileNumber profile) const {
        static_assert(static_cast<std::uint8_t>(Check::None) == 0 && Evaluation::unknown == 0xFF);
        return static_cast<std::uint8_t>(known_[profile] + 1) <= 1;
    }

    const ResourceState& state_;
    Evaluation& evaluation_;
    Accept& accept_;
    const std::uint8_t* known_;
};

template <class Accept>
std::optional<LinePlace> scan(const ResourceState& state, const Line& line, Evaluation& evaluation,
                              Accept accept) {
    return line.find_first(PlaceQuestion{state, evaluation, accept});
}

// The first eligible waiting entry for a slot: among those who want its service, and those who
// take any.
Ticket first_eligible(const ResourceState& state, Evaluation& evaluation, NameNumber service,
                      Aside aside) {
    std::optional<LinePlace> first;
    const auto consider = [&](NameNumber wanted) {
        const auto line = state.lines.by_service.find(wanted);
        if (line == state.lines.by_service.end()) {
            return;
        }
        const auto found = scan(state, line->second, evaluation, [&](Ticket entry) {
            return passes(evaluation.check_entry(entry), aside);
        });
        if (found && (!first || *found < *first)) {
            first = found;
        }
    };
    consider(Names::none);
    if (service != Names::none) {
        consider(service);
    }
    return first ? entry_at(state, first->ticket()) : 0;
}

// The same among a few candidates only.
Ticket first_eligible_of(const ResourceState& state, Evaluation& evaluation,
                         const std::vector<Ticket>& candidates, Aside aside) {
    std::optional<LinePlace> first;
    for (const Ticket entry : candidates) {
        if (state.entries.state(entry) != EntryState::Waiting ||
            !passes(evaluation.check(entry), aside)) {
            continue;
        }
        const LinePlace place = place_in_line(state, entry);
        if (!first || place < *first) {
            first = place;
        }
    }
    return first ? entry_at(state, first->ticket()) : 0;
}

void make_offer(EventBuilder& builder, Evaluation& evaluation, Ticket entry, OpeningNumber opening,
                Reason reason, OfferMade made) {
    const ResourceState& state = builder.state();
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    const WindowPlan window = evaluation.window_for(profile);
    made.send_at = window.send_at;
    made.expires_at = window.expires_at;
    made.plain_clock = window.plain_clock;
    made.instant = evaluation.instant_yes_applies(profile);
    Event& event =
        builder.entry(entry, EntryState::Waiting, EntryState::Offered, reason, std::move(made));
    event.offer = OfferNumber{static_cast<std::uint32_t>(state.offer_states.size())};
    event.opening = opening;
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
                           : first_eligible(state, evaluation, opening.service, aside);
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

struct Chosen {
    Ticket entry = 0;
    Ticket blocked_by = 0;  // a party for which places gather
    std::vector<Ticket> passed;
};

// The first eligible party in order that fits, by the rules on parties that do not.
Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available,
                    Aside aside) {
    Chosen chosen;
    const auto found = scan(state, state.lines.whole, evaluation, [&](Ticket entry) {
        if (!passes(evaluation.check_entry(entry), aside)) {
            return false;
        }
        if (state.entries.party_size(entry) <= available) {
            return true;
        }
        if (state.rules.party == PartyPolicy::Strict ||
            mark_of(state, entry).passes >= state.rules.max_passes) {
            chosen.blocked_by = entry;
            return true;
        }
        chosen.passed.push_back(entry);
        return false;
    });
    if (found && chosen.blocked_by == 0) {
        chosen.entry = entry_at(state, found->ticket());
    }
    return chosen;
}

// The same, and if that is nobody, among those who stepped aside as well.
Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available) {
    Chosen chosen = choose_party(state, evaluation, available, Aside::Left);
    if (chosen.entry == 0 && chosen.blocked_by == 0) {
        chosen = choose_party(state, evaluation, available, Aside::Asked);
    }
    return chosen;
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

// Live offers whose guest could not be told in the time that the list has for it, by number.
std::vector<OfferNumber> patience_over(const ResourceState& state, Time now) {
    std::vector<OfferNumber> over;
    for (const auto& [until, number] : state.patience) {
        if (until > now) {
            break;
        }
        const std::uint32_t tries = state.offers.at(number).tries;
        if (state.rules.max_offers == 0 || tries < state.rules.max_offers) {
            over.push_back(number);
        }
    }
    std::ranges::sort(over);
    return over;
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
                 : first_eligible(state, evaluation, opening.service, Aside::Left);
    return another != 0;
}

// How many places could be offered if these offers were over.
std::uint64_t available_without(const ResourceState& state, const std::vector<OfferNumber>& over) {
    Places places = state.places;
    for (const OfferNumber number : over) {
        const Offer& offer = state.offers.at(number);
        places.give_back(offer.places, offer.tries);
    }
    places.settle(state.settings);
    return places.available(state.settings, state.rules);
}

// The same of counted places: they are alike, so those of all these offers count together, and a
// large party may need several of them.
bool places_have_another(EventBuilder& builder, const std::vector<OfferNumber>& over) {
    const ResourceState& state = builder.state();
    const Vacancy vacancy = vacancy_of_places(state);
    if (state.lines.whole.empty() || (vacancy.cutoff && builder.now() >= *vacancy.cutoff)) {
        return false;
    }
    const std::uint64_t available = available_without(state, over);
    Evaluation evaluation{state, vacancy, builder.context()};
    return available > 0 && choose_party(state, evaluation, available, Aside::Left).entry != 0;
}

// An offer whose guest cannot be told goes on when there is somebody to go on to.
void go_on(EventBuilder& builder) {
    const ResourceState& state = builder.state();
    if (state.patience.empty() || wave_is_full(state, builder.now())) {
        return;
    }
    const std::vector<OfferNumber> over = patience_over(state, builder.now());
    if (over.empty()) {
        return;
    }
    OfferNumber next;
    if (counts_places(state)) {
        next = places_have_another(builder, over) ? over.front() : OfferNumber{};
    } else {
        const auto found = std::ranges::find_if(over, [&](OfferNumber number) {
            return opening_has_another(builder, state.offers.at(number));
        });
        next = found == over.end() ? OfferNumber{} : *found;
    }
    if (next != OfferNumber{}) {
        PROBE("an offer goes on to somebody who can be told");
        end_offer(builder, next, OfferState::Expired, Reason::NotReachable, Fate::Untold);
    }
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

}  // namespace

std::vector<Event> next_step(const ResourceState& state, const Context& context) {
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    if (state.instant_pending != OfferNumber{}) {
        PROBE("an instant yes is taken");
        claim(builder, state.instant_pending, Reason::InstantYes);
        return builder.take();
    }
    if (state.status != ResourceStatus::Active || draw_pending(state)) {
        return {};
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
    if (context.now >= *vacancy.cutoff || wave_is_full(state, context.now)) {
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
    if (const std::uint64_t places = over.empty() ? 0 : available_without(state, over);
        places > 0) {
        consider(choose_party(state, evaluation, places, Aside::Left).blocked_by);
    }
    return until;
}

bool blocked_by_wave(const ResourceState& state, Time now) {
    return state.status == ResourceStatus::Active && !draw_pending(state) &&
           wave_is_full(state, now);
}

}  // namespace standby::core
