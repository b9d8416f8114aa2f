// Explanations: the reason why an entry is not offered something is the first check that fails.
#include "core/audit/explain.hpp"
#include "core/state/resource_state.hpp"
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

// An opening that still describes a slot, or null for interchangeable places.
const NaiveOpening* some_live_opening(const NaiveState& state, Prng& prng) {
    std::vector<const NaiveOpening*> live;
    for (const NaiveOpening& opening : state.openings) {
        if (opening.state == OpeningState::Offering || opening.state == OpeningState::Open) {
            live.push_back(&opening);
        }
    }
    return live.empty() ? nullptr : live[prng.below(live.size())];
}

}  // namespace

void check_some_explanation(const Scene& scene, Prng& prng, const Context& context) {
    const NaiveState& state = scene.model->state();
    const auto line = scene.model->line();
    const bool is_slots = state.settings.kind == Kind::Slots;
    const NaiveOpening* opening = is_slots ? some_live_opening(state, prng) : nullptr;
    if (line.empty() || (is_slots && opening == nullptr)) {
        return;
    }
    const std::size_t index = prng.below(line.size());
    const NaiveEntry& entry = *line[index];
    Context at = context;
    at.now = std::max(context.now, state.last_at);
    const std::string_view expected =
        scene.model->failed_check(entry, scene.model->place_of(opening), at.now);
    const core::Explanation actual =
        core::explain(scene.target->state(scene.resource), entry.ticket,
                      opening != nullptr ? opening->number : OpeningNumber{}, at);
    const std::string_view named =
        actual.failed == core::Check::None ? std::string_view{} : core::name_of(actual.failed);
    if (named != expected) {
        scene.report->fail("explained", fmt::format("entry {} fails \"{}\", explained as \"{}\"",
                                                    entry.ticket, expected, named));
    }
    if (!scene.model->draw_pending() && actual.rank != index + 1) {
        scene.report->fail("explained",
                           fmt::format("entry {} has rank {}, explained as {}", entry.ticket,
                                       index + 1, actual.rank.value_or(0)));
    }
}

}  // namespace standby::sim
