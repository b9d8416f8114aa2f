// What thousands of shards cost a node: nothing, as long as nothing happens to them.
#include "engine/lease/lease_keeper.hpp"

#include "engine/lease/lease_keeper_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::SizeIs;

constexpr std::uint32_t many = 4096;

class LeaseKeeperScaleTest : public ::testing::Test {
protected:
    void run(std::vector<TestNode*> nodes, Duration duration) {
        for (const Uptime end = now + duration; now < end;) {
            now += milliseconds{100};
            for (TestNode* node : nodes) {
                node->settle(now);
            }
        }
    }

    LeaseTable table{many};
    Uptime now = seconds{1000};
    TestNode a{table, "a"};
    TestNode b{table, "b"};
};

TEST_F(LeaseKeeperScaleTest, ALookThatShowsNothingNewCostsNothing) {
    run({&a}, seconds{5});
    ASSERT_THAT(a.served, SizeIs(many));
    const std::uint64_t before = a.keeper.looks();
    run({&a}, seconds{60});
    EXPECT_EQ(a.keeper.looks(), before);
}

TEST_F(LeaseKeeperScaleTest, WhatACommitCostsDoesNotGrowWithTheShards) {
    run({&a}, seconds{5});
    const std::uint64_t before = a.keeper.looks();
    for (int count = 0; count < 10; ++count) {
        a.commit(7);
        run({&a}, seconds{2});
    }
    EXPECT_GE(a.keeper.looks(), before + 10) << "each is held against what the database shows";
    EXPECT_LE(a.keeper.looks(), before + 20);
}

TEST_F(LeaseKeeperScaleTest, TakingAndGivingCostsAFewLooksAtEachShard) {
    run({&a}, seconds{5});
    EXPECT_LE(a.keeper.looks(), 12 * many);
    const std::uint64_t before = a.keeper.looks();
    run({&a, &b}, seconds{150});
    EXPECT_EQ(a.served.size() + b.served.size(), many);
    EXPECT_GT(b.served.size(), many / 3);
    EXPECT_LE(a.keeper.looks() - before, 12 * many);
    EXPECT_LE(b.keeper.looks(), 12 * many);
}

TEST_F(LeaseKeeperScaleTest, AViewMayLeaveOutWhatIsAsItWas) {
    std::vector<ShardRow> seen;
    const auto beat = [&](const LeaseCall::Beat& call) {
        std::optional<ClusterView> view = table.beat(call, Time{now});
        std::erase_if(view->shards, [&](const ShardRow& row) {
            return row.shard < seen.size() && seen[row.shard] == row;
        });
        for (const ShardRow& row : table.rows) {
            row.shard < seen.size() ? seen[row.shard] = row : seen.emplace_back(row);
        }
        a.keeper.on_beat(call, view, now);
        return view->shards.size();
    };
    const auto go_on = [&](Duration duration) {
        std::size_t shown = 0;
        for (const Uptime end = now + duration; now < end; now += milliseconds{100}) {
            for (LeaseCall& call : a.keeper.poll(now)) {
                if (const auto* what = std::get_if<LeaseCall::Beat>(&call.what)) {
                    shown += beat(*what);
                } else if (const auto* claim = std::get_if<LeaseCall::Claim>(&call.what)) {
                    a.keeper.on_claim(*claim, table.claim(*claim), now);
                } else if (const auto* add = std::get_if<LeaseCall::AddNode>(&call.what)) {
                    a.keeper.on_add_node(*add, table.add(add->node), now);
                }
            }
        }
        return shown;
    };
    go_on(seconds{6});
    EXPECT_THAT(a.keeper.owned(), SizeIs(many));
    EXPECT_EQ(go_on(seconds{6}), 0U);
    table.rows[5].owner = "another";
    table.rows[5].epoch += 1;
    table.nodes["another"] = {.id = "another", .heartbeat = 1};
    EXPECT_EQ(go_on(seconds{3}), 1U);
    EXPECT_THAT(a.keeper.owned(), SizeIs(many - 1));
    EXPECT_EQ(a.keeper.view().shards, table.rows);
}

}  // namespace
}  // namespace standby::engine
