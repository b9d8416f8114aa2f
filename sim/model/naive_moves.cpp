// The next move, looked for from scratch, and making it.
#include "base/assert.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <limits>

namespace standby::sim {

bool NaiveResource::draw_pending() const {
    return state_.rules.order == Order::Lottery && !state_.drawn;
}

bool NaiveResource::wave_is_full(Time now) const {
    return state_.rules.wave_size > 0 && state_.wave_started &&
           now < *state_.wave_started + state_.rules.wave_interval &&
           state_.wave_offers >= state_.rules.wave_size;
}

bool NaiveResource::has_next_move(Time now) const {
    return next_move(now).what != NextMove::What::Nothing;
}

NaiveResource::NextMove NaiveResource::next_move(Time now) const {
    if (state_.status != ResourceStatus::Active || draw_pending()) {
        return {};
    }
    const NextMove standing = standing_move(now);
    if (standing.what != NextMove::What::Nothing) {
        return standing;
    }
    const NextMove move =
        state_.settings.kind == Kind::Slots ? next_slot_move(now) : next_seat_move(now);
    return move.what == NextMove::What::Nothing ? going_on(now) : move;
}

bool NaiveResource::is_to_be_offered(const NaiveOpening& opening) {
    switch (opening.state) {
    case OpeningState::Offering:
        return opening.offer == OfferNumber{};
    case OpeningState::Open:
        return true;
    case OpeningState::HandedBack:
        return opening.asks_newcomers;
    default:
        return false;
    }
}

NaiveResource::NextMove NaiveResource::next_slot_move(Time now) const {
    const std::vector<const NaiveEntry*> waiting = line();
    for (const NaiveOpening& opening : state_.openings) {
        if (!is_to_be_offered(opening)) {
            continue;
        }
        const NaivePlace place = place_of(&opening);
        const auto hand_back = [&](Reason reason) {
            const bool is_news = opening.state != OpeningState::HandedBack;
            return NextMove{.what = NextMove::What::MoveOpening,
                            .opening = opening.number,
                            .move = is_news ? Move::HandBack : Move::None,
                            .reason = reason};
        };
        if (now >= *place.cutoff) {
            return hand_back(opening.untold ? Reason::NeverSent : Reason::Cutoff);
        }
        if (state_.rules.max_offers > 0 && opening.offers_made >= state_.rules.max_offers) {
            return hand_back(Reason::MaxOffers);
        }
        if (wave_is_full(now)) {
            continue;
        }
        auto fitting = std::ranges::find_if(waiting, [&](const NaiveEntry* entry) {
            return is_eligible(*entry, place, now, Asking::Told);
        });
        if (fitting == waiting.end()) {
            fitting = std::ranges::find_if(waiting, [&](const NaiveEntry* entry) {
                return is_eligible(*entry, place, now, Asking::Everybody);
            });
        }
        if (fitting != waiting.end()) {
            return {.what = NextMove::What::OfferSlot,
                    .entry = (*fitting)->ticket,
                    .opening = opening.number,
                    .move = opening.offers_made == 0 ? Move::Offer : Move::RollOn,
                    .places = 0};
        }
        const bool staff_know = opening.state != OpeningState::Offering;
        if (!staff_know && opening.offers_made > 0) {
            return hand_back(Reason::ListExhausted);
        }
        if (!staff_know) {
            return {.what = NextMove::What::MoveOpening,
                    .opening = opening.number,
                    .move = Move::NoFit,
                    .reason = Reason::NobodyEligible};
        }
    }
    return {};
}

NaiveResource::NextMove NaiveResource::next_seat_move(Time now) const {
    const NaivePlace place = place_of(nullptr);
    const std::uint64_t available = available_places();
    if (available == 0 || (place.cutoff && now >= *place.cutoff)) {
        return idle_move(now);
    }
    if (wave_is_full(now)) {
        return {};
    }
    for (const Asking asking : {Asking::Told, Asking::Everybody}) {
        const NextMove move = seat_offer(now, asking);
        if (move.what != NextMove::What::Nothing) {
            return move.places > 0 ? move : NextMove{};
        }
    }
    return idle_move(now);
}

NaiveResource::NextMove NaiveResource::seat_offer(Time now, Asking asking) const {
    const NaivePlace place = place_of(nullptr);
    const std::uint64_t available = available_places();
    NextMove move{.what = NextMove::What::OfferSeats};
    for (const NaiveEntry* entry : line()) {
        if (!is_eligible(*entry, place, now, asking)) {
            continue;
        }
        move.entry = entry->ticket;
        if (entry->party_size <= available) {
            const std::uint32_t below = state_.rules.max_offers > 0
                                            ? state_.rules.max_offers
                                            : std::numeric_limits<std::uint32_t>::max();
            move.places = entry->party_size;
            move.move = most_tries(move.places, below) == 0 ? Move::Offer : Move::RollOn;
            return move;
        }
        if (state_.rules.party == PartyPolicy::Strict || entry->passes >= state_.rules.max_passes) {
            return move;
        }
        move.passed.push_back(entry->ticket);
    }
    return {};
}

// The party at which the line stops, if it does.
const NaiveEntry* NaiveResource::blocking_party(Time now) const {
    if (state_.settings.kind == Kind::Slots || available_places() == 0) {
        return nullptr;
    }
    return line_stops_at(available_places(), now);
}

// The same with so many places.
const NaiveEntry* NaiveResource::line_stops_at(std::uint64_t places, Time now) const {
    for (const Asking asking : {Asking::Told, Asking::Everybody}) {
        for (const NaiveEntry* entry : line()) {
            if (!is_eligible(*entry, place_of(nullptr), now, asking)) {
                continue;
            }
            if (entry->party_size <= places) {
                return nullptr;
            }
            if (state_.rules.party == PartyPolicy::Strict ||
                entry->passes >= state_.rules.max_passes) {
                return entry;
            }
        }
    }
    return nullptr;
}

// Whether somebody else would be asked if these offers were over.
bool NaiveResource::has_another(const std::vector<OfferNumber>& offers, Time now) const {
    const NaiveOpening* opening = find_opening(find_offer(offers.front())->opening);
    const NaivePlace place = place_of(opening);
    if (place.cutoff && now >= *place.cutoff) {
        return false;
    }
    if (opening != nullptr) {
        return std::ranges::any_of(line(), [&](const NaiveEntry* entry) {
            return is_eligible(*entry, place, now, Asking::Told);
        });
    }
    const NaiveResource imagined = without(offers);
    return imagined.available_places() > 0 && imagined.seat_offer(now, Asking::Told).places > 0;
}

// The first offer that goes on because its guest could not be told, if there is one. Counted places
// are all alike, so those of all such offers count together. Whoever would take it at once is given
// it whatever the tries and the wave.
NaiveResource::NextMove NaiveResource::going_on(Time now) const {
    std::vector<OfferNumber> over;
    std::vector<OfferNumber> tried_less;
    for (const NaiveOffer& offer : state_.offers) {
        if (offer.state != OfferState::Live || !offer.patience_until ||
            *offer.patience_until > now) {
            continue;
        }
        over.push_back(offer.number);
        const std::uint32_t tries = offer.tries - (offer.late_yes ? 1 : 0);
        if (state_.rules.max_offers == 0 || tries < state_.rules.max_offers) {
            tried_less.push_back(offer.number);
        }
    }
    const bool counts = state_.settings.kind != Kind::Slots;
    if (counts && !over.empty() && without(over).first_standing(nullptr, now) != nullptr) {
        return {.what = NextMove::What::GoOn, .offer = over.front()};
    }
    for (const OfferNumber number : over) {
        const bool may_go_on =
            !wave_is_full(now) && std::ranges::find(tried_less, number) != tried_less.end();
        const NaiveOpening* opening = find_opening(find_offer(number)->opening);
        if ((opening != nullptr && first_standing(opening, now) != nullptr) ||
            (may_go_on && has_another(counts ? tried_less : std::vector{number}, now))) {
            return {.what = NextMove::What::GoOn, .offer = number};
        }
    }
    return {};
}

// As it would be if these offers were over, and nothing had moved since.
NaiveResource NaiveResource::without(const std::vector<OfferNumber>& offers) const {
    NaiveResource imagined = *this;
    for (const OfferNumber number : offers) {
        NaiveOffer& offer = imagined.offer_ref(number);
        offer.state = OfferState::Expired;
        if (offer.opening == OpeningNumber{}) {
            imagined.return_tries(offer, {.outcome = OfferState::Expired});
        }
    }
    imagined.forget_tries();
    return imagined;
}

NaiveResource::NextMove NaiveResource::idle_move(Time now) const {
    const std::uint64_t free = free_places();
    const NaivePlace place = place_of(nullptr);
    const bool is_past_cutoff = place.cutoff && now >= *place.cutoff;
    const bool is_walk_in = is_past_cutoff || (free > 0 && available_places() == 0);
    const std::uint64_t reported = state_.idle_reported;
    if (free <= reported) {
        return {};
    }
    return {.what = NextMove::What::Idle,
            .move = is_walk_in ? Move::HandBack : Move::NoFit,
            .reason = is_past_cutoff ? Reason::Cutoff
                      : is_walk_in   ? Reason::MaxOffers
                                     : Reason::NobodyEligible,
            .places = static_cast<std::uint32_t>(free - reported)};
}

void NaiveResource::make(const NextMove& move) {
    switch (move.what) {
    case NextMove::What::Nothing:
        return;
    case NextMove::What::OfferSlot:
    case NextMove::What::OfferSeats:
        make_offer(*find_entry(move.entry), move, OfferedBy::Line);
        return;
    case NextMove::What::MoveOpening: {
        const OpeningState to =
            move.move == Move::NoFit ? OpeningState::Open : OpeningState::HandedBack;
        emit(core::OpeningMoved{.move = move.move,
                                .asks_newcomers = move.reason == Reason::ListExhausted},
             move.reason, {.opening = move.opening}, Subject::Opening,
             static_cast<std::uint8_t>(to));
        return;
    }
    case NextMove::What::GoOn:
        end_offer(move.offer, OfferState::Expired, Reason::NotReachable);
        return;
    case NextMove::What::Idle:
        emit_resource(core::PlacesIdled{.places = move.places, .move = move.move}, move.reason);
        return;
    }
}

void NaiveResource::make_offer(const NaiveEntry& entry, const NextMove& move, OfferedBy by) {
    const bool by_hand = by == OfferedBy::Hand;
    const NaiveOpening* opening = find_opening(move.opening);
    const NaivePlace place = place_of(opening);
    // Staff know what they do: a place given by hand is sent at once, may be claimed up to the
    // start, and every hour counts.
    NaiveWindow window{.send_at = now_, .plain_clock = true};
    if (!by_hand) {
        window = naive_window(state_.rules, zone_of(entry), now_, place.cutoff,
                              shortest_window(entry), place.any_hour);
    }
    const std::optional<Time> end = by_hand ? place.starts_at : place.cutoff;
    core::OfferMade body;
    const Duration length = state_.rules.auto_window
                                ? share_time_left(entry, place, *end - window.send_at, body)
                                : time_to_pay(state_.rules.claim_window);
    window.expires_at = naive_deadline_from(state_.rules, zone_of(entry), window, end, length);
    const bool instant = move.late_yes || move.accepts
                             ? !state_.rules.payment
                             : !by_hand && instant_yes_applies(entry, place, now_);
    const Ticket ticket = entry.ticket;

    body.late_yes = move.late_yes;
    body.move = move.move;
    body.places = move.places;
    body.send_at = window.send_at;
    body.expires_at = window.expires_at;
    body.plain_clock = window.plain_clock;
    body.instant = instant;
    if (instant && !by_hand) {
        body.yes_by = move.late_yes ? core::YesBy::LateYes : core::YesBy::InstantYes;
    }
    body.passed = move.passed;
    if (opening != nullptr) {
        body.tries = opening->offers_made + 1;
    } else {
        const bool is_any = by_hand || move.late_yes || state_.rules.max_offers == 0;
        const std::uint32_t below =
            !is_any ? state_.rules.max_offers : std::numeric_limits<std::uint32_t>::max();
        body.tries = most_tries(move.places, below) + 1;
    }
    Reason reason = by_hand ? Reason::Manual : Reason::FirstInLine;
    if (!by_hand && move.move == Move::RollOn) {
        reason = Reason::PreviousExpired;
        if ((opening != nullptr ? opening->last_outcome : state_.last_outcome) ==
            OfferState::Declined) {
            reason = Reason::PreviousDeclined;
        }
    }
    if (move.late_yes) {
        reason = Reason::LateYes;
    }
    const bool is_renewed = std::ranges::any_of(events_, [&](const Event& event) {
        return event.entry == ticket && event.reason == Reason::TermsChanged &&
               std::holds_alternative<core::OfferEnded>(event.body);
    });
    if (is_renewed && !by_hand) {
        reason = Reason::TermsChanged;
    }
    const OfferNumber number{static_cast<std::uint32_t>(state_.offers.size()) + 1};
    emit_entry(body, reason, {.entry = ticket, .offer = number, .opening = move.opening},
               EntryState::Offered);
    if (instant) {
        claim(number, move.late_yes  ? Reason::LateYes
                      : move.accepts ? Reason::Manual
                                     : Reason::InstantYes);
    }
}

}  // namespace standby::sim
