// Where a history begins: each start follows the one before, and only what it has passed goes.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::HistoryStart;
using testing::ElementsAre;
using testing::IsEmpty;

HistoryStart start_after(std::uint64_t event, std::uint64_t previous = 0) {
    return {.event = event,
            .since = at(7),
            .link = link_of(event),
            .made_at = at(9),
            .previous = previous == 0 ? Sha256Digest{} : link_of(previous + 100),
            .state_digest = link_of(event + 50),
            .digest = link_of(event + 100),
            .state = bytes_of("state after " + std::to_string(event))};
}

HistoryStart without_state(HistoryStart start) {
    start.state.clear();
    return start;
}

template <class UnderTest>
class HistoryStartContract : public StoreContract<UnderTest> {
protected:
    void SetUp() override {
        StoreContract<UnderTest>::SetUp();
        if (!this->IsSkipped()) {
            ASSERT_TRUE(this->commit(changes_.next(10, at(1))));
            Changes others(other_);
            ASSERT_TRUE(this->commit(others.next(3, at(1))));
        }
    }
    std::vector<std::uint64_t> numbers(ResourceNumber resource) {
        std::vector<std::uint64_t> found;
        const auto events = this->store().events(resource, 0, 100);
        for (const engine::EventRow& event : events.value()) {
            found.push_back(event.number);
        }
        return found;
    }

    ResourceNumber resource_ = this->allocate();
    ResourceNumber other_ = this->allocate();
    Changes changes_{resource_};
};
TYPED_TEST_SUITE(HistoryStartContract, Stores);

TYPED_TEST(HistoryStartContract, AHistoryBeginsWithEventOne) {
    EXPECT_THAT(this->store().history_starts(this->resource_).value(), IsEmpty());
    EXPECT_EQ(this->store().drop_events(this->resource_, 5).value(), 0U);
    EXPECT_EQ(this->numbers(this->resource_).size(), 10U);
}

TYPED_TEST(HistoryStartContract, WhatAStartHasPassedGoesInPortions) {
    ASSERT_TRUE(this->store().start_history(this->resource_, start_after(6), 2).value());
    EXPECT_THAT(this->store().history_starts(this->resource_).value(), ElementsAre(start_after(6)));
    EXPECT_THAT(this->numbers(this->resource_), ElementsAre(3, 4, 5, 6, 7, 8, 9, 10));
    EXPECT_EQ(this->store().drop_events(this->resource_, 3).value(), 3U);
    EXPECT_EQ(this->store().drop_events(this->resource_, 3).value(), 1U);
    EXPECT_EQ(this->store().drop_events(this->resource_, 3).value(), 0U);
    EXPECT_THAT(this->numbers(this->resource_), ElementsAre(7, 8, 9, 10));
    EXPECT_THAT(this->numbers(this->other_), ElementsAre(1, 2, 3));
    EXPECT_THAT(this->store().history_starts(this->other_).value(), IsEmpty());
}

TYPED_TEST(HistoryStartContract, TheNextOneFollowsTheLast) {
    ASSERT_TRUE(this->store().start_history(this->resource_, start_after(3), 10).value());
    EXPECT_FALSE(this->store().start_history(this->resource_, start_after(5), 10).value())
        << "it names no previous one";
    EXPECT_FALSE(this->store().start_history(this->resource_, start_after(5, 4), 10).value())
        << "it names another one";
    EXPECT_FALSE(this->store().start_history(this->resource_, start_after(3, 3), 10).value())
        << "it is no later";
    EXPECT_THAT(this->numbers(this->resource_), ElementsAre(4, 5, 6, 7, 8, 9, 10));
    ASSERT_TRUE(this->store().start_history(this->resource_, start_after(5, 3), 10).value());
    EXPECT_THAT(this->store().history_starts(this->resource_).value(),
                ElementsAre(without_state(start_after(3)), start_after(5, 3)));
    EXPECT_THAT(this->numbers(this->resource_), ElementsAre(6, 7, 8, 9, 10));
}

TYPED_TEST(HistoryStartContract, ItsStateChangesOnlyFromWhatItIs) {
    ASSERT_TRUE(this->store().start_history(this->resource_, start_after(3), 10).value());
    const auto from = start_after(3).state;
    const auto to = bytes_of("without ada");
    EXPECT_FALSE(this->store().change_start(this->resource_, 3, to, from).value());
    EXPECT_FALSE(this->store().change_start(this->resource_, 4, from, to).value());
    EXPECT_FALSE(this->store().change_start(this->other_, 3, from, to).value());
    EXPECT_TRUE(this->store().change_start(this->resource_, 3, from, to).value());
    EXPECT_EQ(this->store().history_starts(this->resource_)->front().state, to);
}

TYPED_TEST(HistoryStartContract, TheListGoesOn) {
    ASSERT_TRUE(this->store().start_history(this->resource_, start_after(8), 10).value());
    ASSERT_TRUE(this->commit(this->changes_.next(2, at(20))));
    EXPECT_THAT(this->numbers(this->resource_), ElementsAre(9, 10, 11, 12));
}

}  // namespace
}  // namespace standby::store
