// The feed of an account: one order for the events of all its lists, without gaps and without
// repeats, that no later commit and no second reader changes.
#include "engine/history/event_feed.hpp"

#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::FeedItem;
using engine::FeedRun;
using engine::FeedTaken;
using engine::Haste;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

template <class UnderTest>
class EventFeedContract : public StoreContract<UnderTest> {
protected:
    ResourceNumber make(std::uint32_t account = 1) {
        const ResourceNumber number = this->allocate(account);
        changes_.emplace(number.value(), Changes(number));
        add(number, 1, 0);
        return number;
    }
    void add(ResourceNumber list, std::size_t events, std::int64_t seconds) {
        ASSERT_TRUE(this->commit(changes_.at(list.value()).next(events, at(seconds))));
    }
    std::uint64_t bring_up(std::uint32_t account = 1) {
        return engine::bring_feed_up(this->store(), this->registry(), AccountNumber{account},
                                     Haste::Wait, [this] { return ++drawn_; })
            .value();
    }
    // Lists and numbers of events behind the position.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> read(std::uint64_t after = 0,
                                                              std::size_t at_most = 1'000,
                                                              ResourceNumber list = {},
                                                              std::size_t looked_at_max = 1'000) {
        std::vector<std::pair<std::uint32_t, std::uint64_t>> found;
        std::uint64_t last = after;
        const auto reached =
            engine::read_feed(this->store(), this->registry(),
                              {.account = AccountNumber{1},
                               .after = after,
                               .resource = list,
                               .looked_at_max = looked_at_max},
                              [&](FeedItem&& item) {
                                  if (found.size() == at_most) {
                                      return FeedTaken::Full;
                                  }
                                  EXPECT_GT(item.position, last);
                                  last = item.position;
                                  found.emplace_back(item.resource.value(), item.event.number);
                                  return FeedTaken::Yes;
                              });
        reached_ = reached.value();
        EXPECT_GE(reached_, last);
        return found;
    }

    std::map<std::uint32_t, Changes> changes_;
    std::uint64_t drawn_ = 0;
    std::uint64_t reached_ = 0;
};
TYPED_TEST_SUITE(EventFeedContract, Stores);

TYPED_TEST(EventFeedContract, HasTheEventsOfAllListsInTheOrderOfTheirTimes) {
    const ResourceNumber first = this->make();
    const ResourceNumber second = this->make();
    this->add(second, 1, 10);
    this->add(first, 2, 20);
    this->add(second, 1, 30);
    EXPECT_EQ(this->bring_up(), 6U);
    EXPECT_THAT(this->read(), ElementsAre(Pair(first.value(), 1), Pair(second.value(), 1),
                                          Pair(second.value(), 2), Pair(first.value(), 2),
                                          Pair(first.value(), 3), Pair(second.value(), 3)));
    EXPECT_EQ(this->reached_, 6U);
}

TYPED_TEST(EventFeedContract, NeverChangesWhatWasThereBefore) {
    const ResourceNumber first = this->make();
    const ResourceNumber second = this->make();
    this->add(first, 1, 100);
    EXPECT_EQ(this->bring_up(), 3U);
    const auto before = this->read();
    this->add(second, 1, 50);  // Earlier by its clock, and committed later.
    this->restart();
    EXPECT_EQ(this->bring_up(), 4U);
    EXPECT_EQ(this->bring_up(), 4U);
    auto after = this->read();
    EXPECT_EQ(after.back(), std::pair(second.value(), std::uint64_t{2}));
    after.pop_back();
    EXPECT_EQ(after, before);
}

TYPED_TEST(EventFeedContract, GoesOnFromAnyPosition) {
    const ResourceNumber first = this->make();
    const ResourceNumber second = this->make();
    for (int round = 1; round < 8; ++round) {
        this->add(round % 2 == 0 ? first : second, static_cast<std::size_t>(round), round);
        this->bring_up();
    }
    const auto whole = this->read();
    ASSERT_EQ(whole.size(), 30U);
    for (std::uint64_t after = 0; after <= whole.size(); ++after) {
        const auto rest = this->read(after, 3);
        const std::vector expected(
            whole.begin() + static_cast<std::ptrdiff_t>(after),
            whole.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(after + 3, 30)));
        EXPECT_EQ(rest, expected);
        EXPECT_EQ(this->reached_, std::min<std::uint64_t>(after + 3, 30));
    }
}

TYPED_TEST(EventFeedContract, SaysHowFarItLookedWhereNothingWasFound) {
    const ResourceNumber first = this->make();
    const ResourceNumber second = this->make();
    this->bring_up();
    this->add(second, 20, 1);
    this->bring_up();
    EXPECT_THAT(this->read(1, 1'000, first), IsEmpty());
    EXPECT_EQ(this->reached_, 22U);
    EXPECT_EQ(this->read(2, 1'000, second, 5).size(), 5U);
    EXPECT_EQ(this->reached_, 7U);
}

TYPED_TEST(EventFeedContract, OfTwoWhoExtendItAtTheSameTimeHearsOne) {
    const ResourceNumber list = this->make();
    auto& feeds = this->registry();
    const FeedRun run{.position = 1, .resource = list, .first_event = 1, .last_event = 1};
    EXPECT_TRUE(feeds
                    .extend_feed({.account = AccountNumber{1},
                                  .replaces = 0,
                                  .mark = 7,
                                  .runs = {run},
                                  .reached = {{.resource = list, .event = 1}}})
                    .value());
    EXPECT_FALSE(feeds
                     .extend_feed({.account = AccountNumber{1},
                                   .replaces = 0,
                                   .mark = 8,
                                   .runs = {run},
                                   .reached = {{.resource = list, .event = 1}}})
                     .value());
    EXPECT_THAT(this->read(), ElementsAre(Pair(list.value(), 1)));
    EXPECT_EQ(feeds.feed_head(AccountNumber{1}).value(),
              (engine::FeedHead{.position = 1, .mark = 7}));
}

TYPED_TEST(EventFeedContract, IsOneForEachAccount) {
    const ResourceNumber ours = this->make(1);
    this->make(2);
    EXPECT_EQ(this->bring_up(1), 1U);
    EXPECT_EQ(this->bring_up(2), 1U);
    EXPECT_THAT(this->read(), ElementsAre(Pair(ours.value(), 1)));
}

TYPED_TEST(EventFeedContract, KeepsHowFarABusHasComeAndNeverGoesBack) {

    EXPECT_EQ(this->registry().bus_cursor("nats", AccountNumber{1}).value(), 0U);
    EXPECT_TRUE(this->registry().keep_bus_cursor("nats", AccountNumber{1}, 7));
    EXPECT_TRUE(this->registry().keep_bus_cursor("nats", AccountNumber{1}, 5));
    EXPECT_TRUE(this->registry().keep_bus_cursor("kafka", AccountNumber{1}, 2));
    this->restart();
    EXPECT_EQ(this->registry().bus_cursor("nats", AccountNumber{1}).value(), 7U);
    EXPECT_EQ(this->registry().bus_cursor("kafka", AccountNumber{1}).value(), 2U);
    EXPECT_EQ(this->registry().bus_cursor("nats", AccountNumber{2}).value(), 0U);
}

TYPED_TEST(EventFeedContract, ShowsWhatWasPutAsideUntilStaffHaveSeenToIt) {
    engine::RejectedMessage message{.account = AccountNumber{1},
                                    .resource = ResourceNumber{4},
                                    .bus = "nats",
                                    .subject = "standby.in.capacity_released",
                                    .event_id = "a",
                                    .reason = "There is no such list.",
                                    .at = at(5)};
    EXPECT_TRUE(this->registry().add_rejected(message));
    const auto found = this->registry().rejected(AccountNumber{1}, 10).value();
    ASSERT_EQ(found.size(), 1U);
    message.number = found.front().number;
    EXPECT_EQ(found.front(), message);
    EXPECT_TRUE(this->registry().settle_rejected(AccountNumber{1}, message.number));
    message.event_id = "b";
    EXPECT_TRUE(this->registry().add_rejected(message));
    this->restart();
    const auto left = this->registry().rejected(AccountNumber{1}, 10).value();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().event_id, "b");
    EXPECT_GT(left.front().number, message.number);
    EXPECT_THAT(this->registry().rejected(AccountNumber{2}, 10).value(), IsEmpty());
}

TYPED_TEST(EventFeedContract, KeepsNoMoreOfWhatWasPutAsideThanItMay) {
    for (std::size_t count = 0; count < engine::rejected_kept_max + 5; ++count) {
        EXPECT_TRUE(this->registry().add_rejected(
            {.account = AccountNumber{1}, .event_id = std::to_string(count)}));
    }
    const auto left = this->registry().rejected(AccountNumber{1}, 1'000).value();
    EXPECT_EQ(left.size(), engine::rejected_kept_max);
    EXPECT_EQ(left.back().event_id, "5");
}

}  // namespace
}  // namespace standby::store
