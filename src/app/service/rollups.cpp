#include "app/service/rollups.hpp"

#include <algorithm>

namespace standby::app {
namespace {

constexpr std::size_t lists_at_once = 200;

}  // namespace

Rollups::Step Rollups::step(engine::Store& store, engine::Registry& registry, Time now,
                            const IsOwn& is_own) {
    Step step;
    const auto houses = registry.houses();
    const auto lists = store.resources(engine::AccountNumber{}, list_, lists_at_once);
    if (!houses || !lists) {
        return step;
    }
    for (const engine::ResourceListing& list : *lists) {
        if (is_own(list.number)) {
            const auto house = std::ranges::find(*houses, list.account, &engine::House::account);
            const bool counts_opens = house != houses->end() && house->open_tracking;
            const auto brought = engine::bring_up_if_due(
                store, list, now,
                {.find_zone = find_zone_,
                 .opens = counts_opens ? engine::OpensCounted::Yes : engine::OpensCounted::No,
                 .limits = limits_});
            if (!brought && step.failures++ == 0) {
                step.failed = list.number;
            }
            step.events += brought ? brought->events : 0;
            if (brought && !brought->is_done) {
                return step;  // the same list has its turn again
            }
        }
        list_ = list.number;
        if (step.events >= limits_.events_max) {
            return step;
        }
    }
    if (lists->size() < lists_at_once) {
        list_ = {};
        step.is_at_end = true;
    }
    return step;
}

}  // namespace standby::app
