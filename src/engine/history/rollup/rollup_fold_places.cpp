// Places: when they came free, and what became of them.
#include "base/case_fold.hpp"
#include "engine/history/rollup/rollup_fold.hpp"

#include <algorithm>

namespace standby::engine {

using core::OpeningState;

namespace {

// What is older than this many others is no longer expected to be filled.
constexpr std::size_t freed_max = 10'000;
constexpr std::size_t openings_max = 100'000;
// More different names than this are counted together.
constexpr std::size_t dimensions_max = 200;

PlaceEnd end_of_handed_back(core::Reason reason, const OpeningUnderWay& opening) {
    switch (reason) {
    case core::Reason::MaxOffers:
        return PlaceEnd::MaxOffers;
    case core::Reason::Cutoff:
    case core::Reason::TimePassed:
        return PlaceEnd::NoTime;
    default:
        return opening.asked == 0                 ? PlaceEnd::NobodyFits
               : opening.said_no == opening.asked ? PlaceEnd::AllSaidNo
                                                  : PlaceEnd::NoAnswer;
    }
}

}  // namespace

PlaceEnd end_of(OpeningState state) {
    switch (state) {
    case OpeningState::Open:
        return PlaceEnd::NobodyFits;
    case OpeningState::HandedBack:
        return PlaceEnd::NoAnswer;
    case OpeningState::WalkIn:
        return PlaceEnd::NoTime;
    case OpeningState::Withdrawn:
        return PlaceEnd::TakenBack;
    default:
        return PlaceEnd::UnderWay;
    }
}

DimensionNumber RollupFold::dimension_of(const core::Slot& slot) {
    std::pair<std::string, std::string> name{case_folded(slot.service), case_folded(slot.staff)};
    const auto known = known_dimensions_.find(name);
    if (known != known_dimensions_.end()) {
        return known->second;
    }
    if (state_.dimensions.size() >= dimensions_max) {
        return 0;
    }
    const auto number = static_cast<DimensionNumber>(state_.dimensions.size());
    state_.dimensions.push_back({.service = slot.service, .staff = slot.staff});
    known_dimensions_.emplace(std::move(name), number);
    return number;
}

std::uint64_t RollupFold::limit() const {
    if (state_.kind == core::Kind::Seats && state_.inventory == core::Inventory::Internal) {
        return state_.capacity;
    }
    return state_.kind == core::Kind::Access
               ? std::min<std::uint64_t>(state_.released, state_.capacity)
               : state_.released;
}

void RollupFold::set_end(OpeningUnderWay& opening, PlaceEnd end) {
    const Cells into = cells(opening.day, opening.about);
    into.add(Figure::Outcome, static_cast<std::uint64_t>(opening.end), -1);
    into.add(Figure::Outcome, static_cast<std::uint64_t>(end));
    opening.end = end;
}

void RollupFold::set_end(PlacesUnderWay& places, PlaceEnd end) {
    const auto count = static_cast<std::int64_t>(places.count);
    const Cells into = cells(places.day, 0);
    into.add(Figure::Outcome, static_cast<std::uint64_t>(places.end), -count);
    into.add(Figure::Outcome, static_cast<std::uint64_t>(end), count);
    places.end = end;
}

// So many of the oldest are left over.
void RollupFold::idle_places(std::uint64_t count, PlaceEnd end) {
    for (std::size_t index = 0; index < state_.freed.size() && count > 0; ++index) {
        if (state_.freed[index].count > count) {
            PlacesUnderWay part = state_.freed[index];
            part.count = count;
            part.unoffered = std::min(part.unoffered, count);
            state_.freed[index].count -= count;
            state_.freed[index].unoffered -= part.unoffered;
            state_.freed.insert(state_.freed.begin() + static_cast<std::ptrdiff_t>(index), part);
        }
        set_end(state_.freed[index], end);
        count -= state_.freed[index].count;
    }
}

void RollupFold::free_places(Time at, std::uint64_t count) {
    if (count == 0) {
        return;
    }
    const Cells into = cells(state_.today, 0);
    into.add(Figure::Freed, 0, static_cast<std::int64_t>(count));
    into.add(Figure::DayFreed, 0, static_cast<std::int64_t>(count));
    into.add(Figure::Outcome, static_cast<std::uint64_t>(PlaceEnd::UnderWay),
             static_cast<std::int64_t>(count));
    state_.freed.push_back({.at = at, .day = state_.today, .count = count, .unoffered = count});
    if (state_.freed.size() > freed_max) {
        state_.freed.pop_front();
    }
}

// The oldest are filled first. Places that were there from the start do not count.
void RollupFold::fill_places(Time at, std::uint64_t count) {
    while (count > 0 && !state_.freed.empty()) {
        PlacesUnderWay& oldest = state_.freed.front();
        const std::uint64_t taken = std::min(count, oldest.count);
        const auto number = static_cast<std::int64_t>(taken);
        const Cells began = cells(oldest.day, 0);
        const Cells now = cells(state_.today, 0);
        for (std::uint64_t place = 0; place < taken; ++place) {
            began.add_time(Figure::ToFill, at - oldest.at);
            now.add_time(Figure::DayToFill, at - oldest.at);
        }
        began.add(Figure::Outcome, static_cast<std::uint64_t>(oldest.end), -number);
        began.add(Figure::Outcome, static_cast<std::uint64_t>(PlaceEnd::Filled), number);
        now.add(Figure::DayFilled, 0, number);
        if (state_.payment) {
            began.add_money(Figure::Revenue, *state_.payment, taken);
            now.add_money(Figure::DayRevenue, *state_.payment, taken);
        }
        count -= taken;
        oldest.count -= taken;
        oldest.unoffered = std::min(oldest.unoffered, oldest.count);
        if (oldest.count == 0) {
            state_.freed.pop_front();
        }
    }
}

void RollupFold::fill_opening(const core::Event& event) {
    OpeningUnderWay unknown{.at = event.at, .day = state_.today, .is_since_known = false};
    const auto found = state_.openings.find(event.opening);
    const bool is_known = found != state_.openings.end();
    OpeningUnderWay& opening = is_known ? found->second : unknown;
    const Cells began = cells(opening.day, opening.about);
    const Cells now = cells(state_.today, opening.about);
    if (is_known) {
        set_end(opening, PlaceEnd::Filled);
    } else {
        began.add(Figure::Outcome, static_cast<std::uint64_t>(PlaceEnd::Filled));
    }
    now.add(Figure::DayFilled);
    if (opening.is_since_known) {
        began.add_time(Figure::ToFill, event.at - opening.at);
        now.add_time(Figure::DayToFill, event.at - opening.at);
    }
    if (const auto price = opening.price ? opening.price : state_.payment) {
        began.add_money(Figure::Revenue, *price, 1);
        now.add_money(Figure::DayRevenue, *price, 1);
    }
    if (is_known) {
        state_.openings.erase(found);
    }
}

void RollupFold::note_cancellation(DayNumber day, DimensionNumber about, Time at,
                                   std::optional<Time> starts_at) {
    const Cells into = cells(day, about);
    into.add(Figure::Cancellations);
    if (starts_at && *starts_at - at < late_cancellation) {
        into.add(Figure::LateCancellations);
    }
}

void RollupFold::add_body(const core::Event& event, const core::PlacesReleased& body) {
    const std::uint64_t before = limit();
    state_.released += body.quantity;
    free_places(event.at, limit() > before ? limit() - before : 0);
}

// They were free once, and counted as such; nobody here could fill them.
void RollupFold::add_body(const core::Event&, const core::PlacesRevoked& body) {
    state_.released -= std::min<std::uint64_t>(state_.released, body.quantity);
}

void RollupFold::add_body(const core::Event&, const core::PlacesIdled& body) {
    idle_places(body.places,
                body.move == core::Move::NoFit ? PlaceEnd::NobodyFits : PlaceEnd::NoTime);
}

// How long the place was free before anybody was asked.
void RollupFold::note_offered(const core::Event& event, const core::OfferMade& body) {
    if (const auto found = state_.openings.find(event.opening); found != state_.openings.end()) {
        OpeningUnderWay& opening = found->second;
        const Cells into = cells(opening.day, opening.about);
        if (opening.asked == 0 && opening.is_since_known) {
            into.add_time(Figure::FreedToOffered, event.at - opening.at);
        }
        if (opening.asked == 0 && body.people_who_fit > 0) {
            into.add(Figure::Fits, 0, body.people_who_fit);
            into.add(Figure::FitsCounted);
        }
        ++opening.asked;
        set_end(opening, PlaceEnd::UnderWay);
        return;
    }
    std::uint64_t places = counts_places() ? body.places : 0;
    for (PlacesUnderWay& freed : state_.freed) {
        for (; places > 0 && freed.unoffered > 0; --places, --freed.unoffered) {
            cells(freed.day, 0).add_time(Figure::FreedToOffered, event.at - freed.at);
        }
        if (places == 0) {
            break;
        }
    }
}

void RollupFold::add_body(const core::Event& event, const core::OpeningAdded& body) {
    const auto to = static_cast<OpeningState>(event.to);
    OpeningUnderWay opening{.at = event.at,
                            .starts_at = body.slot.starts_at,
                            .day = state_.today,
                            .about = dimension_of(body.slot),
                            .price = body.slot.price,
                            .end = end_of(to)};
    const Cells into = cells(opening.day, opening.about);
    into.add(Figure::Freed);
    into.add(Figure::DayFreed);
    into.add(Figure::Outcome, static_cast<std::uint64_t>(opening.end));
    if (to == OpeningState::WalkIn) {
        into.add(Figure::WalkIn);
    }
    if (event.reason == core::Reason::Cancellation) {
        note_cancellation(opening.day, opening.about, event.at, body.slot.starts_at);
    }
    state_.openings[event.opening] = opening;
    if (state_.openings.size() > openings_max) {
        state_.openings.erase(state_.openings.begin());
    }
}

void RollupFold::add_body(const core::Event& event, const core::OpeningMoved&) {
    const auto found = state_.openings.find(event.opening);
    if (found == state_.openings.end()) {
        return;
    }
    OpeningUnderWay& opening = found->second;
    const auto to = static_cast<OpeningState>(event.to);
    switch (to) {
    case OpeningState::HandedBack:
        // Newcomers may still have been asked: staff have it once.
        if (event.from != event.to) {
            cells(opening.day, opening.about).add(Figure::HandedBack);
        }
        set_end(opening, end_of_handed_back(event.reason, opening));
        break;
    case OpeningState::Withdrawn:
        set_end(opening, event.reason == core::Reason::EventCancelled ? PlaceEnd::ListCancelled
                                                                      : PlaceEnd::TakenBack);
        state_.openings.erase(found);
        break;
    case OpeningState::Booked:
        set_end(opening, PlaceEnd::StaffBooked);
        state_.openings.erase(found);
        break;
    default:
        set_end(opening, end_of(to));
        break;
    }
}

}  // namespace standby::engine
