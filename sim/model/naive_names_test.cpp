// The naive reference and the core on lists with more services, staff and locations than a world of
// the simulator comes to have.
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"
#include "sim/model/naive_resource.hpp"

#include <gtest/gtest.h>

namespace standby::sim {
namespace {

class NaiveNamesTest : public testing::Test {
protected:
    using Refusal = std::optional<RefusalCode>;

    // The core decides, the reference is told.
    void give(const Command& command) {
        const core::Outcome outcome = core::run(state_, command, context(ActorKind::Staff));
        ASSERT_FALSE(outcome.refusal);
        for (const Event& event : outcome.events) {
            model_.apply(event);
        }
    }
    // Both decide; nothing is changed.
    void compare(ActorKind who, const Command& command, Refusal expected) {
        core::ResourceState state = state_;
        NaiveResource model = model_;
        const core::Outcome outcome = core::run(state, command, context(who));
        EXPECT_EQ(outcome.refusal ? Refusal{outcome.refusal->code} : std::nullopt, expected);
        EXPECT_EQ(model.run(command, context(who)).refusal, expected);
    }

    core::Join newcomer(const Wants& wants) {
        core::Join join;
        join.contacts = {ContactKey{++contact_}};
        join.wants = wants;
        return join;
    }
    Context context(ActorKind who) const {
        return {.now = now_, .actor = {.kind = who, .id = 1}, .zones = &zones_};
    }

    ZoneBook zones_;
    core::ResourceState state_{ResourceNumber{1}};
    NaiveResource model_{ResourceNumber{1}, zones_};
    Time now_{std::chrono::hours{480'000}};
    std::uint64_t contact_ = 0;
};

TEST_F(NaiveNamesTest, AgreesOnWhoMayBringSomethingNew) {
    constexpr Refusal fine;
    constexpr Refusal bad = RefusalCode::InvalidField;
    give(core::CreateResource{.settings = {.kind = Kind::Slots}, .rules = {}});
    std::size_t number = 0;
    while (state_.names.size() + 3 <= core::limits::guest_names_max) {
        const std::string text = std::to_string(++number);
        give(newcomer({.service = "s" + text, .staff = "t" + text, .place = "p" + text}));
    }
    ASSERT_EQ(core::limits::guest_names_max - state_.names.size(), 2U);
    const Wants two{.service = "new", .staff = "newer"};
    const Wants three{.service = "new", .staff = "newer", .place = "newest"};
    compare(ActorKind::Guest, newcomer({}), fine);
    compare(ActorKind::Guest, newcomer({.service = "s7", .staff = "t9"}), fine);
    compare(ActorKind::Guest, newcomer(two), fine);
    compare(ActorKind::Guest, newcomer(three), bad);
    compare(ActorKind::Staff, newcomer(three), fine);
    compare(ActorKind::Guest, core::UpdateEntry{.entry = 1, .wants = two}, fine);
    compare(ActorKind::Guest, core::UpdateEntry{.entry = 1, .wants = three}, bad);
    compare(ActorKind::Staff, core::UpdateEntry{.entry = 1, .wants = three}, fine);
    give(core::RemoveEntry{.entry = 2});
    compare(ActorKind::Guest, newcomer(three), fine);
}

}  // namespace
}  // namespace standby::sim
