// A check that cannot fail is worth nothing: targets that are broken on purpose must be caught, and
// the same worlds must pass with the true core.
#include "core/state/views.hpp"
#include "sim/world/core_target.hpp"
#include "sim/world/world.hpp"
#include "sim/world/zone_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace standby::sim {
namespace {

constexpr std::uint64_t seeds = 60;

// Offers go to someone else than the core decided.
class UnfairTarget : public CoreTarget {
public:
    Outcome run(ResourceNumber resource, const Command& command, const Context& context) override {
        Outcome outcome = CoreTarget::run(resource, command, context);
        for (Event& event : outcome.events) {
            if (std::holds_alternative<core::OfferMade>(event.body) && event.entry > 1) {
                event.entry -= 1;
            }
        }
        return outcome;
    }
};

// Claims after the deadline still count.
class LenientTarget : public CoreTarget {
public:
    Outcome run(ResourceNumber resource, const Command& command, const Context& context) override {
        Context earlier = context;
        if (const auto* accept = std::get_if<core::Accept>(&command)) {
            const auto offer = core::view_offer(state(resource), accept->offer);
            if (offer && offer->state == OfferState::Live && offer->expires_at <= context.now) {
                earlier.now = offer->expires_at - Duration{1};
            }
        }
        Outcome outcome = CoreTarget::run(resource, command, earlier);
        for (Event& event : outcome.events) {
            event.at = std::max(event.at, earlier.now == context.now ? event.at : context.now);
        }
        return outcome;
    }
};

// The last event of a command is lost on the way to the log.
class ForgetfulTarget : public CoreTarget {
public:
    Outcome run(ResourceNumber resource, const Command& command, const Context& context) override {
        Outcome outcome = CoreTarget::run(resource, command, context);
        if (outcome.events.size() > 1) {
            outcome.events.pop_back();
        }
        return outcome;
    }
};

// Sleeps through everything that falls due by itself.
class SleepyTarget : public CoreTarget {
public:
    std::vector<Event> catch_up(ResourceNumber, const Context&) override { return {}; }
};

// The state changes behind the back of the log.
class LeakyTarget : public CoreTarget {
public:
    const ResourceState& state(ResourceNumber resource) const override {
        leaked_ = CoreTarget::state(resource);
        leaked_.rules.max_waiting += 1;
        return leaked_;
    }

private:
    mutable ResourceState leaked_;
};

// Of several rows that a command changed, the last one is not written.
class AbsentMindedTarget : public CoreTarget {
public:
    core::StateChanges take_changes(ResourceNumber resource) override {
        core::StateChanges changes = CoreTarget::take_changes(resource);
        if (changes.entries.size() > 1) {
            changes.entries.pop_back();
        }
        return changes;
    }
};

class NegativeControl : public testing::Test {
protected:
    // The names of the checks that found something in the first worlds.
    template <class Broken>
    std::set<std::string> alarms() {
        const auto zones = load_zones();
        EXPECT_TRUE(zones);
        std::set<std::string> names;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Broken target;
            WorldOptions options;
            options.seed = seed;
            for (const Violation& violation : World{options, target, *zones}.run().violations) {
                names.insert(violation.check);
            }
        }
        return names;
    }
};

TEST_F(NegativeControl, TheTrueCorePasses) {
    EXPECT_EQ(alarms<CoreTarget>(), std::set<std::string>{});
}

TEST_F(NegativeControl, AnOfferToTheWrongEntryIsNoticed) {
    const auto names = alarms<UnfairTarget>();
    EXPECT_TRUE(names.contains("agreement"));
    EXPECT_TRUE(names.contains("transitions"));
}

TEST_F(NegativeControl, AClaimAfterTheDeadlineIsNoticedEvenWithoutTheModel) {
    EXPECT_TRUE(alarms<LenientTarget>().contains("deadlines"));
}

TEST_F(NegativeControl, ALostEventIsNoticed) {
    const auto names = alarms<ForgetfulTarget>();
    EXPECT_TRUE(names.contains("agreement"));
}

TEST_F(NegativeControl, ADeadlineSleptThroughIsNoticed) {
    const auto names = alarms<SleepyTarget>();
    EXPECT_TRUE(names.contains("deadlines"));
}

TEST_F(NegativeControl, ARowThatWasNotWrittenIsNoticed) {
    EXPECT_EQ(alarms<AbsentMindedTarget>(), std::set<std::string>{"restored"});
}

TEST_F(NegativeControl, AStateThatIsNotWhatTheEventsSayIsNoticed) {
    const auto names = alarms<LeakyTarget>();
    EXPECT_TRUE(names.contains("fold") || names.contains("replay"));
}

}  // namespace
}  // namespace standby::sim
