// Each decision is judged on the state before it, by the evaluation that decides.
#include "engine/history/timeline.hpp"

#include "core/audit/explain.hpp"
#include "core/model/name_table.hpp"
#include "core/run.hpp"
#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"

#include <algorithm>
#include <array>

namespace standby::engine {
namespace {

// The move that the event makes with a place; none when it is no such decision.
core::Move move_of(const core::Event& event) {
    if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
        return made->move;
    }
    if (const auto* idled = std::get_if<core::PlacesIdled>(&event.body)) {
        return idled->move;
    }
    if (const auto* moved = std::get_if<core::OpeningMoved>(&event.body)) {
        return moved->move;
    }
    return core::Move::None;
}

Standing standing_of(const core::Event& event, core::Ticket entry, bool fits_what_is_free) {
    const auto* made = std::get_if<core::OfferMade>(&event.body);
    if (made == nullptr) {
        const bool nobody_found = event.reason == core::Reason::NobodyEligible;
        return nobody_found && !fits_what_is_free ? Standing::Passed : Standing::NotGiven;
    }
    if (event.entry == entry) {
        return Standing::Chosen;
    }
    if (std::ranges::find(made->passed, entry) != made->passed.end()) {
        return Standing::Passed;
    }
    return event.reason == core::Reason::Manual ? Standing::ByHand : Standing::Behind;
}

TimelineDecision decision_of(const core::Event& event, core::Move move) {
    TimelineDecision decision{.event = event.number,
                              .at = event.at,
                              .move = move,
                              .reason = event.reason,
                              .offer = event.offer,
                              .opening = event.opening,
                              .rules_version = event.rules_version};
    if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
        decision.window = made->instant ? Duration{0} : made->window;
        decision.people_who_fit = made->people_who_fit;
        decision.answers_by = made->answers_by;
        decision.is_late_yes = made->late_yes;
    }
    return decision;
}

void keep_last(std::deque<TimelineDecision>& decisions, const TimelineDecision& decision) {
    decisions.push_back(decision);
    if (decisions.size() > Timeline::decisions_max) {
        decisions.pop_front();
    }
}

}  // namespace

std::string_view name_of(Standing standing) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"chosen", "unfit", "behind", "by_hand", "passed", "not_given"});
    return core::look_up(names, standing);
}

Timeline::Timeline(core::ResourceState beginning, core::Ticket entry, const core::ZoneBook& zones)
    : state_(std::move(beginning)), entry_(entry), zones_(zones) {}

Result<void, std::string> Timeline::add(const core::Event& event) {
    if (event.number != state_.last_event + 1) {
        return {};
    }
    TRY(check_event(state_, event));
    const core::Move move = move_of(event);
    if (move != core::Move::None && state_.entries.state(entry_) == core::EntryState::Waiting) {
        judge(event, move);
    }
    core::apply(state_, event);
    core::forget_changes(state_);
    return {};
}

void Timeline::judge(const core::Event& event, core::Move move) {
    const core::Context context{.now = event.at, .actor = event.actor, .zones = &zones_};
    const core::Explanation explained = core::explain(state_, entry_, event.opening, context);
    TimelineDecision decision = decision_of(event, move);
    decision.rank = explained.rank;
    decision.failed = explained.failed;
    decision.ahead = state_.lines.whole.ahead_of(core::place_in_line(state_, entry_));
    const bool fits =
        !core::counts_places(state_) ||
        state_.entries.party_size(entry_) <= state_.places.available(state_.settings, state_.rules);
    const Standing standing = standing_of(event, entry_, fits);
    // Staff may offer what the checks would not; whoever got it was chosen.
    if (standing == Standing::Chosen) {
        decision.failed = core::Check::None;
        decision.standing = standing;
    } else if (decision.failed == core::Check::None) {
        decision.standing = standing;
    }
    keep_last(decisions_, decision);
}

void OwnDecisions::add(const core::Event& event) {
    const core::Move move = move_of(event);
    if (move == core::Move::None) {
        return;
    }
    TimelineDecision decision = decision_of(event, move);
    decision.standing = standing_of(event, entry_, true);
    if (decision.standing == Standing::Chosen || decision.standing == Standing::Passed) {
        keep_last(decisions_, decision);
    }
}

}  // namespace standby::engine
