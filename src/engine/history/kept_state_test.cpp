// Tests of beginning in the middle: whatever happened before, folding goes on the same way.
#include "engine/history/kept_state.hpp"

#include "core/state/restorer_test_support.hpp"
#include "engine/history/fold.hpp"
#include "engine/history/history_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::engine {
namespace {

using core::ResourceState;
using core::World;

constexpr Time noon = World::start;

// The events up to a number, folded, with the facts they made.
struct Folded {
    explicit Folded(const World& world, std::uint64_t last) : state(world.resource().number) {
        for (const core::Event& event : world.history()) {
            if (event.number <= last) {
                EXPECT_TRUE(fold(state, event));
            }
        }
        for (const core::Fact& fact : core::take_changes(state).facts) {
            facts[{fact.kind, fact.key}] = fact.value;
        }
    }
    ResourceState state;
    KeptFacts facts;
};

// Between two moments no command is under way.
std::vector<std::uint64_t> boundaries(const World& world) {
    std::vector<std::uint64_t> found;
    const auto& history = world.history();
    for (std::size_t index = 0; index + 1 < history.size(); ++index) {
        if (history[index + 1].at > history[index].at) {
            found.push_back(history[index].number);
        }
    }
    return found;
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void expect_same_from_everywhere(const World& world) {
    ASSERT_FALSE(boundaries(world).empty());
    for (const std::uint64_t last : boundaries(world)) {
        const Folded folded(world, last);
        const auto kept = decode_kept(encode_kept(keep(folded.state, folded.facts)));
        ASSERT_TRUE(kept.has_value()) << kept.error();
        EXPECT_EQ(*kept, keep(folded.state, folded.facts));
        const auto again = restore(*kept, world.resource().number);
        ASSERT_TRUE(again.has_value()) << last << ": " << again.error();
        EXPECT_EQ(core::fingerprint(**again), core::fingerprint(folded.state)) << last;
        for (const core::Event& event : world.history()) {
            if (event.number > last) {
                const auto taken = fold(**again, event);
                ASSERT_TRUE(taken.has_value()) << last << ": " << taken.error();
            }
        }
        EXPECT_EQ(core::fingerprint(**again), core::fingerprint(world.resource())) << last;
    }
}

TEST(KeptState, GoesOnWithSlotsFromAnyMoment) {
    expect_same_from_everywhere(core::busy_slots());
}

TEST(KeptState, GoesOnWithSeatsFromAnyMoment) {
    World world;
    world.seats(4, core::plain()
                       .set(&core::Rules::after_decline, core::AfterOffer::Back)
                       .set(&core::Rules::order, core::Order::Score)
                       .set(&core::Rules::max_offers, 2U));
    const auto later = [&] { world.pass(std::chrono::minutes{1}); };
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        world.join(name, name[0] == 'b' ? 2 : 1);
        later();
    }
    world.join(core::referred_by("f", 4));
    later();
    world.leave(1);
    later();
    world.decline(core::Ticket{5});
    later();
    world.give(core::MarkAttended{2});
    later();
    world.patch_capacity(6);
    later();
    expect_same_from_everywhere(world);
}

TEST(KeptState, BytesThatWereCutOrChangedNeverBecomeAnotherState) {
    const World world = core::busy_slots();
    const Folded folded(world, boundaries(world).back());
    const std::vector<std::byte> bytes = encode_kept(keep(folded.state, folded.facts));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_kept(std::span(bytes).first(size)).has_value()) << size;
    }
    auto newer = bytes;
    newer.front() = std::byte{9};
    EXPECT_EQ(decode_kept(newer).error(), "written by a newer Standby: version 9");
}

TEST(KeptState, WhatPeopleTypedGoesAndTheRestStays) {
    const World world = core::busy_slots();
    const Folded folded(world, boundaries(world).back());
    KeptState kept = keep(folded.state, folded.facts);
    ASSERT_NE(text_of(encode_kept(kept)).find("Asia/Tokyo"), std::string::npos);
    const std::size_t entries = kept.entries.rows.size();
    ASSERT_TRUE(forget_people(kept));
    EXPECT_EQ(text_of(encode_kept(kept)).find("Asia/Tokyo"), std::string::npos);
    EXPECT_EQ(kept.entries.rows.size(), entries);
    for (const auto& [ticket, row] : kept.entries.rows) {
        EXPECT_TRUE(row.contacts.empty());
        EXPECT_EQ(core::decode_entry_row(row.data)->wants, core::Wants{});
    }
    EXPECT_FALSE(forget_people(kept)) << "there is nothing left";
    EXPECT_TRUE(restore(kept, world.resource().number).has_value());
}

HistoryStart start_after(const World& world, std::uint64_t event, const HistoryStart* previous) {
    const Folded folded(world, event);
    Sha256Digest link{};
    link.fill(static_cast<std::byte>(event));
    return make_start(world.resource().number, previous, keep(folded.state, folded.facts), event,
                      link, noon, noon);
}

class Starts : public testing::Test {
protected:
    Starts() {
        const auto moments = boundaries(world_);
        starts_.push_back(start_after(world_, moments.front(), nullptr));
        starts_.push_back(start_after(world_, moments.back(), &starts_.front()));
        starts_.front().state.clear();
    }
    std::string objection() { return objection_to(world_.resource().number, starts_).value_or(""); }

    World world_ = core::busy_slots();
    std::vector<HistoryStart> starts_;
};

TEST_F(Starts, AreAChain) {
    EXPECT_EQ(objection(), "");
    const auto beginning = beginning_of(world_.resource().number, starts_);
    ASSERT_TRUE(beginning.has_value()) << beginning.error();
    EXPECT_EQ(beginning->event, starts_.back().event);
    EXPECT_EQ(beginning->state->last_event, starts_.back().event);
    EXPECT_EQ(beginning->since, noon);
}

TEST_F(Starts, StayTheSameWhenPeopleAreErased) {
    auto kept = decode_kept(starts_.back().state).value();
    ASSERT_TRUE(forget_people(kept));
    starts_.back().state = encode_kept(kept);
    EXPECT_EQ(objection(), "");
}

TEST_F(Starts, EachChangeIsNoticed) {
    const auto whole = starts_;
    const auto altered = [&](auto&& alter) {
        starts_ = whole;
        alter(starts_);
        return objection();
    };
    EXPECT_NE(altered([](auto& all) { ++all.front().event; }), "");
    EXPECT_NE(altered([](auto& all) { all.front().link.front() ^= std::byte{1}; }), "");
    EXPECT_NE(altered([](auto& all) { all.back().since += std::chrono::hours{1}; }), "");
    EXPECT_NE(altered([](auto& all) { all.erase(all.begin()); }), "");
    EXPECT_NE(altered([](auto& all) { all.back().state.pop_back(); }), "");
    EXPECT_NE(altered([](auto& all) {
                  auto kept = decode_kept(all.back().state).value();
                  kept.entries.rows.erase(kept.entries.rows.begin());
                  all.back().state = encode_kept(kept);
              }),
              "");
}

}  // namespace
}  // namespace standby::engine
