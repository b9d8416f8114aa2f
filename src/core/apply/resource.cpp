// Events of the resource as a whole.
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"
#include "core/order/order_key.hpp"

namespace standby::core {

void apply_body(ResourceState& state, const Event& event, const ResourceCreated& body) {
    state.status = static_cast<ResourceStatus>(event.to);
    state.settings = body.settings;
    state.rules = body.rules;
    state.draw_seed = body.draw_seed;
    state.rules_version = event.rules_version;
    state.lines.whole = Line{layout_for(state.rules.order, state.by_time)};
    // Places that were free from the start are no news.
    state.places.start_idle(state.places.free(state.settings));
    set_resource_timers(state, event.at);
}

void apply_body(ResourceState& state, const Event& event, const SettingsChanged& body) {
    const std::uint64_t limit = state.places.limit(state.settings);
    state.settings = body.settings;
    if (state.places.limit(state.settings) > limit) {
        state.places.note_release();
    }
    state.recheck.all = true;
    set_resource_timers(state, event.at);
}

void apply_body(ResourceState& state, const Event& event, const RulesChanged& body) {
    const Rules& old = state.rules;
    const bool reorder =
        old.order != body.rules.order || old.minutes_per_point != body.rules.minutes_per_point ||
        old.draw_at != body.rules.draw_at || old.draw_seed != body.rules.draw_seed ||
        old.draw_words != body.rules.draw_words || state.draw_seed != body.draw_seed;
    const bool asks_otherwise =
        old.ping_after != body.rules.ping_after || old.ping_grace != body.rules.ping_grace;
    state.rules = body.rules;
    state.draw_seed = body.draw_seed;
    state.rules_version = event.rules_version;
    if (reorder) {
        rebuild_lines(state);
    }
    if (asks_otherwise) {
        plan_presence(state);
    }
    state.recheck.all = true;
    set_resource_timers(state, event.at);
    for (const std::set<OpeningNumber>* numbers : {&state.unclaimed, &state.awaited}) {
        for (const OpeningNumber number : *numbers) {
            watch_cutoff(state, number, state.openings.at(number));
        }
    }
}

void apply_body(ResourceState& state, const Event& event, const StatusChanged& body) {
    state.status = static_cast<ResourceStatus>(event.to);
    state.cancel_note = body.note;
    state.recheck.all = true;
    state.recheck.ended_until = 0;  // those with a place may end now as well
}

void apply_body(ResourceState& state, const Event& event, const CutoffReached&) {
    state.cutoff_reached = true;
    while (!state.standing.empty()) {
        drop_standing(state, state.standing.begin()->first);
    }
    set_resource_timers(state, event.at);
}

void apply_body(ResourceState& state, const Event& event, const LotteryDrawn&) {
    state.drawn = true;
    state.recheck.all = true;
    if (!state.draw_seed.empty()) {
        rebuild_lines(state);
    }
    set_resource_timers(state, event.at);
}

namespace {

void note_seen(ResourceState& state, EventKey event) {
    if (event != EventKey{}) {
        state.seen_events.emplace(event, OpeningNumber{});
        state.changes.facts.push_back(
            {.kind = FactKind::SeenEvent, .key = event.value(), .value = 0});
    }
}

}  // namespace

void apply_body(ResourceState& state, const Event&, const PlacesReleased& body) {
    state.places.release(body.quantity);
    state.places.note_release();
    note_seen(state, body.event);
}

void apply_body(ResourceState& state, const Event&, const PlacesRevoked& body) {
    state.places.lose(body.quantity);
    note_seen(state, body.event);
}

void apply_body(ResourceState& state, const Event&, const PlacesIdled& body) {
    state.places.note_idle(body.places);
}

void apply_body(ResourceState& state, const Event& event, const CompensationDue& body) {
    state.compensated.emplace(event.offer, body.compensation);
    state.changes.facts.push_back({.kind = FactKind::Compensated,
                                   .key = compensation_key(event.offer, body.compensation),
                                   .value = 0});
}

}  // namespace standby::core
