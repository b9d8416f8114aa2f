// What is stored is enough: the state built from its rows is the same, and goes on the same way.
#include "core/audit/fingerprint.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/kept_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {

namespace {

// How often the clock is moved on to the next thing due.
constexpr int steps = 3;

std::optional<Time> earlier_of(std::optional<Time> one, std::optional<Time> other) {
    return !one ? other : !other ? one : std::min(*one, *other);
}

// A history that is not kept from its first event on may begin with any state that a command left.
void check_beginning(const Scene& scene, const ResourceState& live, const core::RowKeeper& rows) {
    engine::KeptFacts facts;
    for (const core::Fact& fact : rows.facts) {
        facts[{fact.kind, fact.key}] = fact.value;
    }
    const auto kept = engine::decode_kept(engine::encode_kept(engine::keep(live, facts)));
    const auto begun =
        kept ? engine::restore(*kept, scene.resource)
             : Result<std::unique_ptr<ResourceState>, std::string>(std::unexpected(kept.error()));
    if (!begun) {
        scene.report->fail("restored", "a history cannot begin here: " + begun.error());
    } else if (core::fingerprint(**begun) != scene.fingerprint()) {
        scene.report->fail("restored", "a history that begins here begins with another state");
    }
}

}  // namespace

void check_restored(const Scene& scene, const core::RowKeeper& rows, const Context& context) {
    const ResourceState& live = scene.target->state(scene.resource);
    if (live.status == ResourceStatus::None || live.recheck.passing_goes_on_at ||
        live.recheck.asking_goes_on_at) {
        return;  // what ends in portions goes on at once in a state that was just built
    }
    auto restored = rows.restore(scene.resource);
    if (!restored) {
        scene.report->fail("restored", "the rows were refused: " + restored.error());
        return;
    }
    if (core::fingerprint(**restored) != scene.fingerprint()) {
        scene.report->fail("restored", "the rows give another state");
        return;
    }
    check_beginning(scene, live, rows);
    // What is due may be said to be earlier than it is, so the two are compared by what happens.
    ResourceState copy = live;
    Context later = context;
    for (int step = 0; step < steps; ++step) {
        if (core::catch_up(**restored, later) != core::catch_up(copy, later)) {
            scene.report->fail("restored", fmt::format("the restored state goes on differently at "
                                                       "{}",
                                                       format_time(later.now)));
            return;
        }
        const auto due = earlier_of(core::next_due(**restored), core::next_due(copy));
        if (!due) {
            return;
        }
        later.now = std::max(later.now, *due);
    }
    if (core::fingerprint(**restored) != core::fingerprint(copy)) {
        scene.report->fail("restored", "the restored state comes to be another one");
    }
}

}  // namespace standby::sim
