// What a node does about leases, with everything that can go wrong on the way to the database.
#include "engine/lease/lease_keeper.hpp"

#include "engine/lease/lease_keeper_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class LeaseKeeperTest : public ::testing::Test {
protected:
    LeaseKeeperTest() {
        // Which name wins which shard is a matter of the hash; the tests need to know.
        for (ShardNumber shard = 0; shard < 8; ++shard) {
            (preferred_owner(shard, {"a1", "b1"}) == "a1" ? of_a : of_b).push_back(shard);
        }
    }

    void run(std::vector<TestNode*> nodes, Duration duration) {
        for (const Uptime end = now + duration; now < end;) {
            now += milliseconds{100};
            for (TestNode* node : nodes) {
                node->settle(now);
            }
        }
    }
    void forget(std::vector<TestNode*> nodes) {
        for (TestNode* node : nodes) {
            node->heard.clear();
            node->made.clear();
        }
    }

    LeaseTable table{8};
    Uptime now = seconds{1000};
    std::vector<ShardNumber> of_a;
    std::vector<ShardNumber> of_b;
    TestNode a{table, "a"};
    TestNode b{table, "b"};
};

TEST_F(LeaseKeeperTest, ANodeAloneClaimsEverythingAndBeats) {
    run({&a}, seconds{2});
    EXPECT_THAT(a.served, SizeIs(8));
    EXPECT_EQ(a.keeper.owned().size(), 8U);
    forget({&a});
    run({&a}, seconds{20});
    EXPECT_THAT(a.heard, IsEmpty());
    EXPECT_THAT(a.made, SizeIs(10));
    EXPECT_GE(a.keeper.serve_until(), now + seconds{5});
}

TEST_F(LeaseKeeperTest, NodesThatStartTogetherShareWithoutMovingAnything) {
    ASSERT_FALSE(of_a.empty() || of_b.empty());
    run({&a, &b}, seconds{30});
    EXPECT_THAT(a.served, SizeIs(of_a.size()));
    EXPECT_THAT(b.served, SizeIs(of_b.size()));
    EXPECT_THAT(a.heard, SizeIs(of_a.size()));
    EXPECT_THAT(b.heard, SizeIs(of_b.size()));
}

TEST_F(LeaseKeeperTest, ShardsMoveToANodeThatComesOneAfterAnother) {
    run({&a}, seconds{5});
    forget({&a});
    run({&a, &b}, seconds{20});
    EXPECT_THAT(b.served, SizeIs(of_b.size()));
    EXPECT_THAT(a.served, SizeIs(of_a.size()));
    std::set<char> moving;
    for (const std::string& event : a.heard) {
        if (event.starts_with("drain")) {
            moving.insert(event.back());
        } else {
            moving.erase(event.back());
        }
        EXPECT_LE(moving.size(), 1U) << event;
    }
}

TEST_F(LeaseKeeperTest, ADeadNodeIsRemovedAndItsShardsAreTaken) {
    run({&a, &b}, seconds{5});
    forget({&a, &b});
    run({&a}, seconds{9});
    EXPECT_THAT(a.made, Not(Contains("remove b1")));
    run({&a}, seconds{5});
    EXPECT_THAT(a.made, Contains("remove b1"));
    EXPECT_THAT(a.served, SizeIs(8));
    // It wakes up: its time is over before it has looked.
    b.keeper.poll(now);
    EXPECT_THAT(b.keeper.owned(), IsEmpty());
}

TEST_F(LeaseKeeperTest, AnExpelledNodeGoesOnUnderANewId) {
    run({&a, &b}, seconds{5});
    table.nodes.erase("b1");
    run({&b}, seconds{3});
    EXPECT_EQ(b.keeper.node(), "b2");
    EXPECT_THAT(b.heard, Contains("expelled"));
    EXPECT_TRUE(table.nodes.contains("b2"));
}

TEST_F(LeaseKeeperTest, StopsServingWhenHeartbeatsDoNotGetThrough) {
    run({&a}, seconds{5});
    forget({&a});
    a.is_cut_off = true;
    const Uptime until = a.keeper.serve_until();
    run({&a}, until - now - milliseconds{100});
    EXPECT_THAT(a.served, SizeIs(8));
    run({&a}, milliseconds{100});
    EXPECT_THAT(a.served, IsEmpty());
    EXPECT_THAT(a.keeper.owned(), IsEmpty());
    a.is_cut_off = false;
    forget({&a});
    run({&a}, seconds{1});
    EXPECT_THAT(a.served, SizeIs(8));
    EXPECT_EQ(a.heard.front(), "gained 0") << "claimed anew, in a new epoch";
    EXPECT_EQ(a.served.at(0).epoch, 2U);
}

TEST_F(LeaseKeeperTest, ASuspendedMachineStopsServingAndDeclaresNobodyDead) {
    run({&a, &b}, seconds{5});
    forget({&a, &b});
    now += seconds{60};  // both were asleep; a wakes up first
    a.settle(now);
    EXPECT_THAT(a.made, Not(Contains("remove b1")));
    b.settle(now);
    run({&a, &b}, seconds{5});
    EXPECT_THAT(a.heard, Not(Contains("expelled")));
    EXPECT_THAT(b.heard, Not(Contains("expelled")));
    EXPECT_THAT(b.heard, Contains("lost " + std::to_string(of_b.front())));
    EXPECT_EQ(a.served.size() + b.served.size(), 8U);
}

TEST_F(LeaseKeeperTest, AnOutageOfTheDatabaseKillsNobody) {
    run({&a, &b}, seconds{5});
    a.is_cut_off = b.is_cut_off = true;
    run({&a, &b}, seconds{40});
    EXPECT_TRUE(a.served.empty() && b.served.empty());
    forget({&a, &b});
    a.is_cut_off = false;
    run({&a, &b}, seconds{4});  // the other one gets through a little later
    b.is_cut_off = false;
    run({&a, &b}, seconds{5});
    EXPECT_THAT(a.made, Not(Contains("remove b1")));
    EXPECT_EQ(b.served.size(), of_b.size());
}

TEST_F(LeaseKeeperTest, ABeatWithoutAnAnswerMayHaveBeenCounted) {
    run({&a}, seconds{3});
    for (const TestNode::Answer lost :
         {TestNode::Answer::LostAfter, TestNode::Answer::LostBefore}) {
        a.answers = {lost, lost};
        run({&a}, seconds{4});
        EXPECT_EQ(a.keeper.node(), "a1");
        EXPECT_THAT(a.heard, Not(Contains("expelled")));
        EXPECT_GT(a.keeper.serve_until(), now);
    }
}

TEST_F(LeaseKeeperTest, ARegistrationWithoutAnAnswerLeavesOneRow) {
    for (const TestNode::Answer lost :
         {TestNode::Answer::LostAfter, TestNode::Answer::LostBefore}) {
        LeaseTable fresh{8};
        TestNode node{fresh, "n"};
        node.answers = {lost, lost};
        run({&node}, seconds{5});
        EXPECT_THAT(fresh.nodes, SizeIs(1));
        EXPECT_THAT(node.served, SizeIs(8));
        EXPECT_EQ(node.keeper.node(), "n1");
    }
}

TEST_F(LeaseKeeperTest, AClaimWithoutAnAnswerIsFoundByTheNextLook) {
    LeaseTable fresh{1};
    TestNode node{fresh, "n"};
    run({&node}, seconds{1});  // registered, and about to claim
    node.answers = {TestNode::Answer::Given, TestNode::Answer::LostAfter};
    run({&node}, seconds{3});
    EXPECT_THAT(node.served, SizeIs(1));
    EXPECT_EQ(node.served.at(0).epoch, fresh.rows[0].epoch);
}

TEST_F(LeaseKeeperTest, ADoubtfulCommitIsSettledByClaimingAnew) {
    LeaseTable fresh{1};
    TestNode node{fresh, "n"};
    run({&node}, seconds{3});
    fresh.rows[0].commit_seq = 1;  // it had happened
    const Fence before = node.served.at(0);
    node.keeper.on_unknown(before, now);
    run({&node}, seconds{1});
    EXPECT_THAT(node.heard, ElementsAre("gained 0", "renewed 0"));
    EXPECT_EQ(node.served.at(0), (Fence{.shard = 0, .epoch = 2, .commit_seq = 1}));
}

TEST_F(LeaseKeeperTest, ARenewalWithoutAnAnswerIsSettledByALook) {
    for (const TestNode::Answer lost :
         {TestNode::Answer::LostAfter, TestNode::Answer::LostBefore}) {
        LeaseTable fresh{1};
        TestNode node{fresh, "n"};
        run({&node}, seconds{3});
        node.keeper.on_unknown(node.served.at(0), now);
        node.answers = {lost, lost, lost};
        run({&node}, seconds{3});
        EXPECT_THAT(node.heard, ElementsAre("gained 0", "renewed 0"));
        EXPECT_EQ(node.served.at(0).epoch, fresh.rows[0].epoch);
    }
}

TEST_F(LeaseKeeperTest, ARenewalThatSomebodyElseOvertookIsALoss) {
    LeaseTable fresh{1};
    TestNode node{fresh, "n"};
    run({&node}, seconds{3});
    // Another one had it in between, committed, and gave it back: nothing may be concluded.
    fresh.rows[0].epoch += 2;
    fresh.rows[0].commit_seq += 1;
    node.keeper.on_unknown(node.served.at(0), now);
    run({&node}, seconds{1});
    EXPECT_THAT(node.heard, ElementsAre("gained 0", "lost 0", "gained 0"));
}

TEST_F(LeaseKeeperTest, AFencedShardIsLost) {
    run({&a, &b}, seconds{5});
    const ShardNumber shard = of_a.front();
    const Fence old = a.served.at(shard);
    table.rows[shard].owner = "b1";
    table.rows[shard].epoch += 1;
    a.keeper.on_fenced(old, now);
    a.poll(now);
    EXPECT_FALSE(a.is_serving(shard));
    EXPECT_EQ(a.heard.back(), "lost " + std::to_string(shard));
    b.keeper.look_again();
    b.settle(now);
    EXPECT_TRUE(b.is_serving(shard)) << "the row names it";
}

TEST_F(LeaseKeeperTest, NewsOfAnEarlierTermAreIgnored) {
    run({&a}, seconds{3});
    Fence old = a.served.at(0);
    old.epoch -= 1;
    forget({&a});
    a.keeper.on_fenced(old, now);
    a.keeper.on_unknown(old, now);
    a.keeper.on_drained(old, now);
    a.settle(now);
    EXPECT_THAT(a.heard, IsEmpty());
    EXPECT_THAT(a.served, SizeIs(8));
}

TEST_F(LeaseKeeperTest, LeavingHandsEverythingToTheOthersAndRemovesTheRow) {
    run({&a, &b}, seconds{5});
    b.keeper.leave(now);
    b.settle(now);
    EXPECT_TRUE(b.keeper.has_left());
    EXPECT_FALSE(table.nodes.contains("b1"));
    EXPECT_THAT(b.served, IsEmpty());
    a.keeper.look_again();
    a.settle(now);
    EXPECT_THAT(a.served, SizeIs(8)) << "all in one moment";
}

TEST_F(LeaseKeeperTest, TheLastOneLeavesTheShardsToNobody) {
    run({&a}, seconds{5});
    a.keeper.leave(now);
    run({&a}, seconds{1});
    EXPECT_TRUE(a.keeper.has_left());
    EXPECT_THAT(table.nodes, IsEmpty());
    for (const ShardRow& row : table.rows) {
        EXPECT_EQ(row.owner, "");
    }
    run({&b}, seconds{3});
    EXPECT_THAT(b.served, SizeIs(8));
}

TEST_F(LeaseKeeperTest, LeavingSurvivesLostAnswers) {
    run({&a, &b}, seconds{5});
    using enum TestNode::Answer;
    b.keeper.leave(now);
    b.answers = {LostAfter, LostAfter, LostBefore, LostAfter, LostBefore, LostAfter, LostAfter};
    run({&a, &b}, seconds{6});
    EXPECT_TRUE(b.keeper.has_left());
    EXPECT_FALSE(table.nodes.contains("b1"));
    EXPECT_THAT(a.served, SizeIs(8));
}

TEST_F(LeaseKeeperTest, LeavingBeforeItCameIsDoneAtOnce) {
    a.keeper.leave(now);
    a.settle(now);
    EXPECT_TRUE(a.keeper.has_left());
    EXPECT_THAT(table.nodes, IsEmpty());
}

TEST_F(LeaseKeeperTest, ADrainThatWasNotHeardIsSaidAgain) {
    run({&a}, seconds{5});
    a.drains = false;
    run({&a, &b}, seconds{6});
    const auto drains = std::ranges::count_if(
        a.heard, [](const std::string& event) { return event.starts_with("drain"); });
    EXPECT_GE(drains, 2);
    a.drains = true;
    run({&a, &b}, seconds{20});
    EXPECT_THAT(b.served, SizeIs(of_b.size()));
}

TEST_F(LeaseKeeperTest, WhatIsDrainedStaysWhenItsDestinationIsGone) {
    run({&a}, seconds{5});
    a.drains = false;
    run({&a, &b}, seconds{6});
    const std::string event = a.heard.back();
    ASSERT_TRUE(event.starts_with("drain"));
    const ShardNumber shard = static_cast<ShardNumber>(event.back() - '0');
    table.nodes.erase("b1");
    run({&a}, seconds{3});
    a.keeper.on_drained(a.served.at(shard), now);
    forget({&a});
    run({&a}, seconds{3});
    EXPECT_THAT(a.heard,
                ElementsAre("lost " + std::to_string(shard), "gained " + std::to_string(shard)));
    EXPECT_THAT(a.served, SizeIs(8));
}

TEST_F(LeaseKeeperTest, AcknowledgedCommitsThatAreGoneHaltTheShard) {
    run({&a}, seconds{5});
    a.commit(3);
    a.commit(3);
    run({&a}, seconds{3});
    forget({&a});
    table.rows[3].commit_seq = 1;
    run({&a}, seconds{3});
    EXPECT_THAT(a.heard, ElementsAre("lost 3", "halted 3"));
    EXPECT_TRUE(table.rows[3].is_halted);
    EXPECT_THAT(a.served, SizeIs(7));
    forget({&a});
    run({&a}, seconds{10});
    EXPECT_THAT(a.made, Not(Contains("claim 3")));

    // A person has looked and accepts what there is.
    table.rows[3].is_halted = false;
    run({&a}, seconds{5});
    EXPECT_THAT(a.heard, ElementsAre("gained 3"));
    EXPECT_EQ(a.served.at(3).commit_seq, 1U);
}

TEST_F(LeaseKeeperTest, AnotherHistoryInTheSameEpochHaltsTheShardThoughItIsLonger) {
    run({&a}, seconds{5});
    a.commit(3);
    run({&a}, seconds{3});
    // The database went back to before the claim; somebody else claimed, and went on further.
    table.rows[3].owner = "x1";
    table.rows[3].commit_seq += 5;
    table.nodes["x1"] = {.id = "x1", .heartbeat = 2};
    forget({&a});
    run({&a}, seconds{3});
    EXPECT_THAT(a.heard, ElementsAre("lost 3", "halted 3"));
}

TEST_F(LeaseKeeperTest, ACommitAcknowledgedDuringALookIsNotMissedByIt) {
    run({&a}, seconds{5});
    now += seconds{2};
    auto calls = a.keeper.poll(now);
    ASSERT_THAT(calls, SizeIs(1));
    const auto beat = std::get<LeaseCall::Beat>(calls[0].what);
    const auto seen = table.beat(beat, Time{now});
    a.commit(3);  // after the look had read the row
    a.keeper.on_beat(beat, seen, now);
    a.settle(now);
    EXPECT_THAT(a.heard, Not(Contains("halted 3")));
}

TEST_F(LeaseKeeperTest, AHaltedShardIsNeverClaimed) {
    table.rows[2].is_halted = true;
    run({&a}, seconds{10});
    EXPECT_THAT(a.served, SizeIs(7));
    EXPECT_THAT(a.made, Not(Contains("claim 2")));
}

TEST_F(LeaseKeeperTest, TheShardIsSaidToHaveBeenServedUntilTheLastGoodBeat) {
    LeaseTable fresh{1};
    TestNode node{fresh, "n"};
    run({&node}, seconds{9});
    const Time last_seen = fresh.nodes.at("n1").seen_at;
    node.is_cut_off = true;
    run({&node}, seconds{30});
    node.is_cut_off = false;
    std::optional<Time> served_at;
    for (int count = 0; count < 50 && !served_at; ++count) {
        now += milliseconds{100};
        for (const LeaseCall& call : node.keeper.poll(now)) {
            if (const auto* beat = std::get_if<LeaseCall::Beat>(&call.what)) {
                node.keeper.on_beat(*beat, fresh.beat(*beat, Time{now}), now);
            } else if (const auto* claim = std::get_if<LeaseCall::Claim>(&call.what)) {
                node.keeper.on_claim(*claim, fresh.claim(*claim), now);
            }
        }
        for (const LeaseEvent& event : node.keeper.take_events()) {
            if (const auto* gained = std::get_if<LeaseEvent::Gained>(&event.what)) {
                served_at = gained->served_at;
            }
        }
    }
    EXPECT_EQ(served_at, last_seen);
}

TEST(PreferredOwner, MovesOnlyTheShardsOfWhoComesOrGoes) {
    const std::vector<std::string> three{"a", "b", "c"};
    std::map<std::string, int> count;
    for (ShardNumber shard = 0; shard < 300; ++shard) {
        const std::string before = preferred_owner(shard, three);
        const std::string after = preferred_owner(shard, {"c", "a"});
        EXPECT_TRUE(before == "b" || after == before);
        ++count[before];
    }
    for (const auto& [node, shards] : count) {
        EXPECT_GT(shards, 60) << node;
    }
    EXPECT_EQ(preferred_owner(1, {}), "");
}

}  // namespace
}  // namespace standby::engine
