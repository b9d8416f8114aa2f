// Gaps in service at random moments of random worlds: the core and the reference extend the same
// offers by the same time.
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/world/plan.hpp"
#include "sim/world/workload.hpp"
#include "sim/world/zone_files.hpp"

#include <gtest/gtest.h>

namespace standby::sim {
namespace {

using std::chrono::seconds;

TEST(NaiveGap, AgreesWithTheCoreInRandomWorlds) {
    const auto zones = load_zones();
    ASSERT_TRUE(zones);
    std::size_t extended = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Prng prng{seed};
        const Plan plan = draw_plan(prng);
        Workload workload{plan, prng.fork()};
        const ResourcePlan& resource = plan.resources.front();
        NaiveResource model{resource.number, *zones};
        ResourceState state{resource.number};
        Time now = plan.start;
        for (int count = 0; count < 150; ++count) {
            now += Duration{prng.between(0, plan.usual_step.count())};
            const Time served_until = now;
            if (prng.chance(1, 4)) {
                now += Duration{prng.between(0, 20 * plan.usual_step.count())};
            }
            const Context context{.now = now, .actor = {}, .zones = &*zones};
            const auto events = core::bridge(state, {.from = served_until, .to = now}, context);
            ASSERT_EQ(events, model.bridge(served_until, now, context)) << "seed " << seed;
            extended += events.size();
            const Command command = workload.next(resource, model, now);
            ASSERT_EQ(core::run(state, command, context).events, model.run(command, context).events)
                << "seed " << seed;
        }
    }
    EXPECT_GT(extended, 50U);
}

}  // namespace
}  // namespace standby::sim
