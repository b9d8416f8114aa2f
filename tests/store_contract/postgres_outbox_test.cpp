// The outbox of several shards: a node looks into those that it serves, and none of them has to
// wait for another.
#include "store/postgres/postgres_rows.hpp"
#include "tests/store_contract/postgres_pair_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::OutboxState;
using engine::ShardNumber;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class PostgresOutbox : public PostgresPair {
protected:
    // Messages of a resource in this shard, due at these seconds; their ids.
    std::vector<std::uint64_t> put(ShardNumber shard, const std::vector<std::int64_t>& due,
                                   bool stays_here = false) {
        if (!resources_.contains(shard)) {
            first().serve({shard});
            const auto number =
                first().allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
            resources_.emplace(shard, number);
            changes_.emplace(shard, Changes(number));
            first().serve({0, 1, 2, 3});
        }
        const ResourceNumber resource = resources_.at(shard);
        const auto before = first().messages({.resource = resource}, 0, 9'999).value().size();
        engine::ResourceChange change = changes_.at(shard).next(1, at(0));
        for (const std::int64_t seconds : due) {
            change.outbox.push_back(message(engine::MessageKind::Offer, 1, at(seconds)));
            change.outbox.back().stays_here = stays_here;
        }
        EXPECT_TRUE(first().commit(batch_of(std::move(change))));
        std::vector<std::uint64_t> ids;
        const auto listings = first().messages({.resource = resource}, 0, 9'999).value();
        for (const engine::OutboxListing& listing : listings) {
            ids.push_back(listing.row.id);
        }
        ids.erase(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(before));
        return ids;
    }
    std::vector<std::uint64_t> look(std::int64_t now, std::size_t limit = 99) {
        const engine::DueMessages due = first().due_messages(cursor_, at(now), limit).value();
        cursor_ = due.next;
        is_all_ = due.is_all;
        std::vector<std::uint64_t> ids;
        for (const engine::OutboxRow& row : due.rows) {
            ids.push_back(row.id);
        }
        return ids;
    }
    void end(std::uint64_t id, std::vector<engine::Delivery> deliveries = {}) {
        const engine::MessageEnd end{.id = id, .deliveries = std::move(deliveries)};
        ASSERT_TRUE(first().finish_messages({&end, 1}));
    }

    std::map<ShardNumber, ResourceNumber> resources_;
    std::map<ShardNumber, Changes> changes_;
    engine::OutboxCursor cursor_;
    bool is_all_ = true;
};

// A message keeps the id that it had in the file it came from.
TEST_F(PostgresOutbox, AMessageIsFoundWhateverItsIdSaysOfItsShard) {
    const std::uint64_t made_here = put(1, {10}).front();
    const std::uint64_t came_over = 4 * 1'000 + 3;
    ASSERT_TRUE(schema_.connect()->run(
        statement("UPDATE outbox SET id = $1 WHERE shard_id = 1 AND id = $2", came_over, made_here),
        soon()));
    ASSERT_TRUE(first().message(came_over).value());
    EXPECT_FALSE(first().message(made_here).value());
    EXPECT_THAT(first().messages({}, 0, 9).value(), SizeIs(1));
    engine::Delivery delivery{.message = came_over,
                              .channel = engine::Channel::Mail,
                              .state = engine::DeliveryState::Sent,
                              .changed_at = at(11),
                              .sent_at = at(11)};
    end(came_over, {delivery});
    EXPECT_EQ(first().message(came_over).value()->state, OutboxState::Done);
    EXPECT_THAT(first().deliveries(std::array{came_over}).value(), ElementsAre(delivery));
    delivery.state = engine::DeliveryState::Delivered;
    delivery.changed_at = at(12);
    delivery.delivered_at = at(12);
    EXPECT_TRUE(first().advance_delivery(delivery).value());
    EXPECT_THAT(first().deliveries(std::array{came_over}).value(), ElementsAre(delivery));
}

TEST_F(PostgresOutbox, LooksOnlyIntoTheShardsThatAreServed) {
    const std::uint64_t in_one = put(1, {10}).at(0);
    const std::uint64_t in_two = put(2, {20}).at(0);
    first().serve({2});
    EXPECT_EQ(first().next_message_due(at(0)).value(), at(20));
    EXPECT_THAT(look(30), ElementsAre(in_two));
    EXPECT_THAT(cursor_.shards, SizeIs(1));
    first().serve({1, 2});
    EXPECT_THAT(look(30), ElementsAre(in_one)) << "a shard that came is looked at from the start";
    first().serve({});
    EXPECT_THAT(look(30), IsEmpty());
    EXPECT_TRUE(is_all_);
    EXPECT_THAT(cursor_.shards, IsEmpty());
    first().serve({1});
    EXPECT_THAT(look(30), ElementsAre(in_one)) << "nobody knows what happened to it meanwhile";
}

TEST_F(PostgresOutbox, NoShardWaitsForTheCrowdOfAnother) {
    put(0, std::vector<std::int64_t>(50, 10));
    const std::uint64_t alone = put(3, {20}).at(0);
    EXPECT_THAT(look(30, 4), testing::Contains(alone));
    EXPECT_FALSE(is_all_);
    put(0, std::vector<std::int64_t>(50, 10));
    const std::uint64_t newcomer = put(3, {25}).at(0);
    EXPECT_THAT(look(30, 4), testing::Contains(newcomer));
}

TEST_F(PostgresOutbox, GivesEverythingEvenToAReaderWhoTakesOneAtATime) {
    std::set<std::uint64_t> all;
    for (ShardNumber shard = 0; shard < 4; ++shard) {
        const auto ids = put(shard, {30, 10, 10, 20, 99});
        all.insert(ids.begin(), ids.end() - 1);
    }
    std::set<std::uint64_t> given;
    for (int looks = 0; looks < 30 && (looks == 0 || !is_all_); ++looks) {
        const auto ids = look(50, 1);
        given.insert(ids.begin(), ids.end());
    }
    EXPECT_TRUE(is_all_);
    EXPECT_EQ(given, all);
    EXPECT_THAT(look(99), SizeIs(4));
}

TEST_F(PostgresOutbox, ComesThroughManyNewcomersThatNeedNoSending) {
    const std::uint64_t waiting = put(1, {40}).at(0);
    EXPECT_THAT(look(10), IsEmpty());
    put(1, std::vector<std::int64_t>(2'500, 5), true);
    const std::uint64_t last = put(1, {5}).at(0);
    const std::uint64_t elsewhere = put(2, {5}).at(0);
    std::multiset<std::uint64_t> given;
    for (int looks = 0; looks < 5 && (looks == 0 || !is_all_); ++looks) {
        const auto ids = look(50, 1 + static_cast<std::size_t>(looks));
        given.insert(ids.begin(), ids.end());
    }
    EXPECT_TRUE(is_all_);
    EXPECT_THAT(given, UnorderedElementsAre(waiting, last, elsewhere));
}

TEST_F(PostgresOutbox, ForgetsInServedShardsOnlyAndKeepsTheNewestOfEach) {
    std::map<ShardNumber, std::vector<std::uint64_t>> ids;
    for (const ShardNumber shard : {0, 1, 2}) {
        ids[shard] = put(shard, {1, 2});
        end(ids[shard][0]);
        end(ids[shard][1]);
    }
    first().serve({0, 1});
    EXPECT_EQ(first().drop_messages(at(50), 1, {}).value(), 1u);
    EXPECT_EQ(first().drop_messages(at(50), 99, {}).value(), 1u);
    EXPECT_EQ(first().drop_messages(at(50), 99, {}).value(), 0u);
    std::vector<std::uint64_t> left;
    const auto listings = second().messages({}, 0, 99).value();
    for (const engine::OutboxListing& listing : listings) {
        left.push_back(listing.row.id);
    }
    EXPECT_THAT(left, UnorderedElementsAre(ids[0][1], ids[1][1], ids[2][0], ids[2][1]));
}

TEST_F(PostgresOutbox, TheNewestDeliveryIsTheOneSentLast) {
    const core::ContactKey ada{7};
    put(3, std::vector<std::int64_t>(9, 1));
    const std::uint64_t early = put(3, {1}).at(0);
    const std::uint64_t late = put(0, {2}).at(0);
    ASSERT_LT(late, early) << "a quiet shard has the lower ids";
    end(early, {{.address = ada, .changed_at = at(10), .sent_at = at(10)}});
    end(late, {{.address = ada, .changed_at = at(20), .sent_at = at(20)}});
    const auto found = second().deliveries_to(ada, engine::Channel::Mail, 9).value();
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].message, late);
    EXPECT_EQ(found[1].message, early);
}

TEST_F(PostgresOutbox, RefusesAResourceWhenNumbersHaveRunOut) {
    ASSERT_TRUE(schema_.connect()->script(
        "UPDATE shard SET last_resource = 2147483647 / 4 - 1 WHERE shard_id = 3", soon()));
    first().serve({3});
    EXPECT_EQ(first().allocate_resource(engine::AccountNumber{1}, {}, at(0)).value(),
              ResourceNumber{2147483647});
    EXPECT_EQ(first().allocate_resource(engine::AccountNumber{1}, {}, at(0)),
              std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(first().allocate_resource(engine::AccountNumber{1},
                                        engine::RequestKey{.high = 1, .low = 3}, at(0)),
              std::unexpected(StoreError::NotCommitted));
}

}  // namespace
}  // namespace standby::store
