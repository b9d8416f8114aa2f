#include "engine/history/rollup/rollup_fold.hpp"

#include "base/case_fold.hpp"

#include <algorithm>
#include <variant>

namespace standby::engine {

using core::EntryState;

namespace {

// Nothing happens to a slot any more so long after its start.
constexpr Duration over_after = std::chrono::days{1};

}  // namespace

void RollupFold::Cells::add(Figure figure, std::uint64_t detail, std::int64_t count) const {
    day.add(figure, detail, count);
    total.add(figure, detail, count);
}

void RollupFold::Cells::add_time(Figure figure, Duration duration) const {
    day.add_time(figure, duration);
    total.add_time(figure, duration);
}

void RollupFold::Cells::add_money(Figure figure, const core::Money& price,
                                  std::uint64_t count) const {
    day.add_money(figure, price, count);
    total.add_money(figure, price, count);
}

RollupFold::Cells RollupFold::cells(DayNumber day, DimensionNumber about) {
    return {days_[day][about], state_.totals[about]};
}

RollupFold::RollupFold(RollupState state, FindZone find_zone)
    : state_(std::move(state)), find_zone_(std::move(find_zone)) {
    const Zone* zone = find_zone_(state_.time_zone);
    zone_ = zone == nullptr ? Zone::utc() : *zone;
    for (DimensionNumber number = 0; number < state_.dimensions.size(); ++number) {
        const Dimension& dimension = state_.dimensions[number];
        known_dimensions_.try_emplace(
            {case_folded(dimension.service), case_folded(dimension.staff)}, number);
    }
}

void RollupFold::use(const core::Settings& settings) {
    state_.kind = settings.kind;
    state_.inventory = settings.inventory;
    state_.capacity = settings.capacity;
    state_.starts_at = settings.starts_at;
    if (settings.time_zone != state_.time_zone) {
        state_.time_zone = settings.time_zone;
        const Zone* zone = find_zone_(state_.time_zone);
        zone_ = zone == nullptr ? Zone::utc() : *zone;
    }
}

DayNumber RollupFold::day_at(Time at) const {
    return static_cast<DayNumber>(
        std::chrono::floor<std::chrono::days>(zone_.to_local(at)).time_since_epoch().count());
}

// The day and the hour at which the next event counts.
void RollupFold::turn_to(Time at) {
    const LocalTime local = zone_.to_local(at);
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const auto number = static_cast<DayNumber>(day.time_since_epoch().count());
    hour_ = static_cast<std::uint8_t>(std::chrono::floor<std::chrono::hours>(local - day).count());
    if (number != state_.today) {
        state_.today = number;
        sweep(at);
    }
}

// Lets go of what can't change any more.
void RollupFold::sweep(Time now) {
    for (auto at = state_.openings.begin(); at != state_.openings.end();) {
        OpeningUnderWay& opening = at->second;
        if (opening.starts_at + over_after >= now) {
            ++at;
            continue;
        }
        if (opening.end == PlaceEnd::UnderWay) {
            set_end(opening, PlaceEnd::NoTime);
        }
        at = state_.openings.erase(at);
    }
    std::erase_if(state_.lapsed, [&](const auto& lapsed) {
        return lapsed.second.opening != core::OpeningNumber{} &&
               !state_.openings.contains(lapsed.second.opening);
    });
}

void RollupFold::begin(const core::ResourceState& state, std::optional<Time> since) {
    use(state.settings);
    state_.payment = state.rules.payment;
    state_.waiting = state.lines.whole.size();
    state_.released = state.places.released();
    state_.as_of = state.last_event;
    state_.since = since;
    const Time now = since.value_or(state.last_at);
    turn_to(now);
    for (core::Ticket ticket = 1; ticket <= state.entries.last(); ++ticket) {
        const EntryState entry = state.entries.state(ticket);
        if (entry == EntryState::Unverified || entry == EntryState::Accepted) {
            set_party(ticket, state.entries.party_size(ticket));
        }
    }
    // When they came free is no longer known, so how long they take is not counted.
    for (const auto& [number, opening] : state.openings) {
        if (opening.holder == 0) {
            OpeningUnderWay& under_way = state_.openings[number];
            under_way = {.at = now,
                         .starts_at = opening.slot.starts_at,
                         .day = state_.today,
                         .about = dimension_of(opening.slot),
                         .price = opening.slot.price,
                         .end = end_of(opening.state),
                         .asked = opening.offers_made,
                         .said_no = 0,
                         .is_since_known = false};
            const Cells into = cells(under_way.day, under_way.about);
            into.add(Figure::Freed);
            into.add(Figure::Outcome, static_cast<std::uint64_t>(under_way.end));
        }
    }
    for (const auto& [number, offer] : state.offers) {
        turn_to(offer.made_at);
        const auto opening = state_.openings.find(offer.opening);
        OfferUnderWay& under_way = state_.offers[number];
        under_way = {.entry = offer.entry,
                     .opening = offer.opening,
                     .made_at = offer.made_at,
                     .asked_at = offer.sent_at.value_or(offer.made_at),
                     .day = state_.today,
                     .about = opening == state_.openings.end() ? 0 : opening->second.about,
                     .places = offer.places,
                     .hour = hour_,
                     .answered = offer.state == core::OfferState::Confirming};
        const Cells into = cells(under_way.day, under_way.about);
        into.add(Figure::Offers);
        into.add(Figure::HourOffers, hour_);
    }
    turn_to(now);
}

void RollupFold::add(const core::Event& event) {
    state_.as_of = event.number;
    turn_to(event.at);
    if (event.subject == core::Subject::Entry && event.from != event.to) {
        state_.waiting += static_cast<EntryState>(event.to) == EntryState::Waiting ? 1U : 0U;
        state_.waiting -= static_cast<EntryState>(event.from) == EntryState::Waiting ? 1U : 0U;
    }
    std::visit([&](const auto& body) { add_body(event, body); }, event.body);
}

// However an entry leaves the list.
void RollupFold::leave(const core::Event& event) {
    const auto to = static_cast<EntryState>(event.to);
    const Cells now = cells(state_.today, 0);
    if (to == EntryState::Left) {
        now.add(Figure::Left);
    } else if (to == EntryState::NoShow) {
        now.add(Figure::NoShows);
        if (static_cast<EntryState>(event.from) == EntryState::Attended) {
            now.add(Figure::Attended, 0, -1);
        }
    } else if (to == EntryState::Attended) {
        now.add(Figure::Attended);
    }
    state_.parties.erase(event.entry);
}

void RollupFold::set_party(core::Ticket entry, std::uint32_t size) {
    if (size == 1) {
        state_.parties.erase(entry);
    } else {
        state_.parties[entry] = size;
    }
}

std::uint32_t RollupFold::party_of(core::Ticket entry) const {
    const auto found = state_.parties.find(entry);
    return found == state_.parties.end() ? 1 : found->second;
}

void RollupFold::add_body(const core::Event& event, const core::ResourceCreated& body) {
    use(body.settings);
    state_.payment = body.rules.payment;
    turn_to(event.at);
}

void RollupFold::add_body(const core::Event&, const core::RulesChanged& body) {
    state_.payment = body.rules.payment;
}

void RollupFold::add_body(const core::Event& event, const core::SettingsChanged& body) {
    const std::uint64_t before = limit();
    use(body.settings);
    turn_to(event.at);
    free_places(event.at, limit() > before ? limit() - before : 0);
}

void RollupFold::add_body(const core::Event& event, const core::StatusChanged&) {
    if (static_cast<core::ResourceStatus>(event.to) == core::ResourceStatus::Cancelled) {
        for (PlacesUnderWay& places : state_.freed) {
            set_end(places, PlaceEnd::ListCancelled);
        }
    }
}

void RollupFold::add_body(const core::Event& event, const core::EntryJoined& body) {
    cells(state_.today, 0).add(Figure::Joins);
    const auto to = static_cast<EntryState>(event.to);
    if (to != EntryState::Waiting) {
        set_party(event.entry, body.party_size);
    }
    if (to == EntryState::Accepted) {
        fill_places(event.at, body.party_size);
    }
}

void RollupFold::add_body(const core::Event& event, const core::EntryVerified&) {
    if (static_cast<EntryState>(event.to) == EntryState::Accepted) {
        fill_places(event.at, party_of(event.entry));
    } else {
        state_.parties.erase(event.entry);
    }
}

void RollupFold::add_body(const core::Event& event, const core::EntryUpdated& body) {
    const auto to = static_cast<EntryState>(event.to);
    if (to == EntryState::Unverified || to == EntryState::Accepted) {
        set_party(event.entry, body.party_size);
    }
}

void RollupFold::add_body(const core::Event& event, const core::EntryEnded&) {
    const bool vacates = static_cast<EntryState>(event.from) == EntryState::Accepted &&
                         static_cast<EntryState>(event.to) != EntryState::Attended;
    if (vacates && counts_places()) {
        const std::uint64_t party = party_of(event.entry);
        if (state_.inventory == core::Inventory::Internal) {
            free_places(event.at, party);
        } else {
            state_.released -= std::min(state_.released, party);
        }
        if (static_cast<EntryState>(event.to) == EntryState::Cancelled) {
            note_cancellation(state_.today, 0, event.at, state_.starts_at);
        }
    }
    leave(event);
}

}  // namespace standby::engine
