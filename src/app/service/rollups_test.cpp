// Tests of figures that are kept: brought up to date in portions, made anew, outliving histories.
#include "app/service/rollups.hpp"

#include "app/commands/offline_engine.hpp"
#include "app/commands/verification.hpp"
#include "engine/history/stats.hpp"
#include "engine/history/trim.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using engine::DayNumber;
using engine::Figure;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

struct SetClock final : engine::Clock {
    Time at = std::chrono::sys_days{std::chrono::year{2026} / 3 / 1};
    Time now() const override { return at; }
};

class RollupsTest : public testing::Test {
protected:
    RollupsTest() {
        account_ = store_.create_account("Salon", clock_.at).value().number;
        list_ = store_.allocate_resource(account_, {}, clock_.at).value();
        core::CreateResource create;
        create.settings.kind = core::Kind::Slots;
        create.rules.set(&core::Rules::quiet_hours, std::nullopt);
        give(create);
    }
    core::Outcome give(core::Command command) {
        core::Outcome result;
        OfflineEngine engine(store_, zones_, clock_, OfflineMessages::StayHere, std::nullopt);
        std::vector<engine::Request> requests;
        requests.push_back({.resource = list_,
                            .command = std::move(command),
                            .actor = {.kind = core::ActorKind::Staff, .id = 1},
                            .attachment = {}});
        requests.back().make_answer = [&](const core::ResourceState&,
                                          const core::Outcome& outcome) {
            result = outcome;
            return engine::Answer{200, ""};
        };
        requests.back().done = [](const engine::Reply&) {};
        engine.carry_out(std::move(requests));
        return result;
    }
    // A guest comes, a slot opens, and the guest takes it.
    void fill_a_slot() {
        core::Join join;
        join.contacts = {core::ContactKey{++contact_}};
        give(join);
        core::OpenSlot open;
        open.slot = {.starts_at = clock_.at + hours{5}, .duration = hours{1}, .service = "Cut"};
        open.reason = core::Reason::Cancellation;
        give(open);
        clock_.at += minutes{3};
        const auto loaded = store_.load(list_, clock_.at);
        give(core::Accept{loaded.value()->state->offers.begin()->first});
        clock_.at += days{1};
    }
    engine::RollupContext context(std::size_t events_max = 20'000) const {
        engine::RollupContext context{
            .find_zone = [](std::string_view) -> const Zone* { return nullptr; }};
        context.limits.events_max = events_max;
        return context;
    }
    engine::Stats stats() {
        const auto counted = engine::read_counted(store_, list_, engine::first_day_ever,
                                                  engine::last_day_ever, context())
                                 .value();
        return engine::make_stats(engine::select(counted, {}), {});
    }
    std::uint64_t kept_event() {
        const auto stored = store_.rollup(list_, 1, 0).value();
        return stored.head ? stored.head->event : 0;
    }
    engine::ResourceListing listing() {
        return store_.resources({}, core::ResourceNumber{list_.value() - 1}, 1).value().front();
    }
    std::vector<std::string> findings() {
        return verify_resource(
                   store_, listing(),
                   [&](core::ResourceNumber resource) { return store_.load(resource, clock_.at); },
                   context().find_zone)
            .value()
            .findings;
    }
    void keep_all() {
        while (!engine::bring_up_to_date(store_, list_, context()).value().is_done) {
        }
    }

    SetClock clock_;
    store::MemoryStore store_;
    core::ZoneBook zones_;
    engine::AccountNumber account_;
    core::ResourceNumber list_;
    std::uint64_t contact_ = 0;
};

// It may have been what named the time zone, by which everything after it counts.
TEST_F(RollupsTest, WhatCameOfAnEventThatOnlyANewerVersionReadsIsNotKept) {
    fill_a_slot();
    auto first = store_.events(list_, 0, 1).value().front().data;
    first.front() = std::byte{127};
    ASSERT_TRUE(store_.erase({.resource = list_, .entry = 1, .row = {}, .events = {{1, first}}}));
    ASSERT_TRUE(engine::bring_up_to_date(store_, list_, context()).value().is_done);
    EXPECT_EQ(kept_event(), 0U);
    EXPECT_EQ(stats().offers.made, 1U) << "and it is shown as far as it can be";
}

TEST_F(RollupsTest, AFewEventsAreCountedWhileSomebodyWaitsAndNotKept) {
    fill_a_slot();
    EXPECT_EQ(stats().places, (engine::Stats::Places{.freed = 1, .filled = 1}));
    EXPECT_EQ(kept_event(), 0U) << "looking changes nothing";
}

TEST_F(RollupsTest, PortionsGiveTheSameAsTheWhole) {
    for (int day = 0; day < 6; ++day) {
        fill_a_slot();
    }
    const engine::Stats whole = stats();
    for (int portions = 0; kept_event() < listing().last_event; ++portions) {
        ASSERT_LT(portions, 100);
        ASSERT_TRUE(engine::bring_up_to_date(store_, list_, context(4)));
        ASSERT_EQ(stats(), whole) << "after event " << kept_event();
    }
    EXPECT_EQ(whole.places.filled, 6U);
    EXPECT_TRUE(findings().empty());
}

TEST_F(RollupsTest, ManyEventsAreKeptOnTheWay) {
    engine::RollupContext few = context(5);
    few.limits.tail_max = 3;
    fill_a_slot();
    ASSERT_TRUE(engine::read_counted(store_, list_, 0, 0, few));
    EXPECT_GT(kept_event(), 0U);
}

TEST_F(RollupsTest, TheBackgroundKeepsWhatIsOldOrMuch) {
    Rollups rollups(context().find_zone);
    const auto step = [&] {
        return rollups.step(store_, store_, clock_.at, [](core::ResourceNumber) { return true; });
    };
    fill_a_slot();
    EXPECT_EQ(step().events, listing().last_event) << "nothing was kept before";
    fill_a_slot();
    clock_.at -= hours{23};
    EXPECT_EQ(step().events, 0U) << "a few of today";
    clock_.at += days{2};
    EXPECT_GT(step().events, 0U);
    EXPECT_EQ(kept_event(), listing().last_event);
    EXPECT_EQ(step().events, 0U);
}

TEST_F(RollupsTest, AListOfAnotherNodeIsLeftToIt) {
    Rollups rollups(context().find_zone);
    fill_a_slot();
    clock_.at += days{2};
    EXPECT_EQ(
        rollups.step(store_, store_, clock_.at, [](core::ResourceNumber) { return false; }).events,
        0U);
}

TEST_F(RollupsTest, FiguresThatCannotBeUsedAreMadeAnew) {
    for (const int kind : {0, 1, 2}) {
        fill_a_slot();
        keep_all();
        const engine::Stats right = stats();
        const engine::RollupHead head = *store_.rollup(list_, 1, 0).value().head;
        engine::RollupWrite write{.replaces = engine::RollupMark{head.version, head.event},
                                  .head = head,
                                  .days = {},
                                  .drops_from = {}};
        if (kind == 0) {
            write.head.version = 0;
        } else if (kind == 1) {
            write.head.data.resize(3);
        } else {
            write.head.event += 50;  // of a history that was put back
        }
        ASSERT_TRUE(store_.save_rollup(list_, write).value());
        EXPECT_EQ(stats(), right) << kind;
        ASSERT_TRUE(engine::bring_up_to_date(store_, list_, context()));
        EXPECT_EQ(kept_event(), listing().last_event) << kind;
        EXPECT_EQ(stats(), right) << kind;
        EXPECT_TRUE(findings().empty()) << kind;
    }
}

TEST_F(RollupsTest, FiguresOfANewerVersionAreLeftAlone) {
    fill_a_slot();
    keep_all();
    const engine::Stats right = stats();
    auto head = *store_.rollup(list_, 1, 0).value().head;
    engine::RollupWrite write{.replaces = engine::RollupMark{head.version, head.event},
                              .head = head,
                              .days = {},
                              .drops_from = {}};
    write.head.version = engine::rollup_version + 1;
    ASSERT_TRUE(store_.save_rollup(list_, write).value());
    EXPECT_EQ(stats().places, right.places);
    ASSERT_TRUE(engine::bring_up_to_date(store_, list_, context()));
    EXPECT_EQ(store_.rollup(list_, 1, 0).value().head->version, engine::rollup_version + 1);
}

TEST_F(RollupsTest, VerifySaysInWordsWhatDiffers) {
    fill_a_slot();
    keep_all();
    ASSERT_TRUE(findings().empty());
    auto stored = store_.rollup(list_, engine::first_day_ever, engine::last_day_ever).value();
    auto cells = engine::decode_day(stored.days.front().data).value();
    cells.begin()->second.add(Figure::Joins, 0, 4);
    const engine::RollupMark mark{stored.head->version, stored.head->event};
    ASSERT_TRUE(store_
                    .save_rollup(list_, {.replaces = mark,
                                         .head = *stored.head,
                                         .days = {{.day = stored.days.front().day,
                                                   .data = engine::encode(cells)}},
                                         .drops_from = {}})
                    .value());
    const auto found = findings();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front(), "the figures of 2026-03-01: 5 joins are kept, the events tell of 1");
}

TEST_F(RollupsTest, FiguresOutliveTheHistory) {
    for (int day = 0; day < 10; ++day) {
        fill_a_slot();
    }
    clock_.at += days{60};
    for (int day = 0; day < 3; ++day) {
        fill_a_slot();
    }
    const engine::Stats before = stats();
    keep_all();
    const auto trimmed = engine::trim_history(store_, listing(), clock_.at - days{30}, clock_.at,
                                              {.at_once = days{0}});
    ASSERT_TRUE(trimmed);
    ASSERT_GT(trimmed->events, 0U);
    EXPECT_EQ(stats(), before);
    fill_a_slot();
    EXPECT_EQ(stats().places.filled, before.places.filled + 1);
    keep_all();
    EXPECT_TRUE(findings().empty()) << findings().front();
    EXPECT_FALSE(stats().kept_since);
}

TEST_F(RollupsTest, WithoutFiguresATrimmedHistoryIsCountedFromItsStart) {
    for (int day = 0; day < 4; ++day) {
        fill_a_slot();
    }
    clock_.at += days{60};
    fill_a_slot();
    const auto trimmed = engine::trim_history(store_, listing(), clock_.at - days{30}, clock_.at,
                                              {.at_once = days{0}});
    ASSERT_GT(trimmed.value().events, 0U);
    const engine::Stats left = stats();
    // The fourth booking ended with what happened next, so all about it is still there.
    EXPECT_EQ(left.places.filled, 2U);
    EXPECT_TRUE(left.kept_since);
    keep_all();
    EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace standby::app
