// Figures that are kept: the head and its days are written together, and of two writers one.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::RollupDay;
using engine::RollupHead;
using engine::RollupMark;
using engine::RollupWrite;
using testing::ElementsAre;
using testing::IsEmpty;

RollupHead head(std::uint64_t event, const char* data = "head") {
    return {.version = 1, .event = event, .data = bytes_of(data)};
}
RollupDay day(std::int32_t number, const char* data) {
    return {.day = number, .data = bytes_of(data)};
}

template <class UnderTest>
class RollupContract : public StoreContract<UnderTest> {
protected:
    bool save(const RollupWrite& write) {
        return this->store().save_rollup(this->resource_, write).value();
    }
    engine::StoredRollup read(std::int32_t from = -100'000, std::int32_t to = 100'000) {
        return this->store().rollup(this->resource_, from, to).value();
    }

    ResourceNumber resource_ = this->allocate();
    ResourceNumber other_ = this->allocate();
};
TYPED_TEST_SUITE(RollupContract, Stores);

TYPED_TEST(RollupContract, ThereIsNoneAtFirst) {
    EXPECT_EQ(this->read(), engine::StoredRollup{});
}

TYPED_TEST(RollupContract, IsKeptWithItsDaysAlsoOverARestart) {
    ASSERT_TRUE(this->save({.replaces = {},
                            .head = head(5),
                            .days = {day(20'000, "a"), day(20'001, "b"), day(-3, "old")},
                            .drops_from = {}}));
    this->restart();
    const auto found = this->read();
    EXPECT_EQ(found.head, head(5));
    EXPECT_THAT(found.days, ElementsAre(day(-3, "old"), day(20'000, "a"), day(20'001, "b")));
    EXPECT_THAT(this->read(20'001, 20'001).days, ElementsAre(day(20'001, "b")));
    EXPECT_THAT(this->read(1, 0).days, IsEmpty());
    EXPECT_EQ(this->read(1, 0).head, head(5));
    EXPECT_EQ(this->store().rollup(this->other_, -9, 99'999).value(), engine::StoredRollup{});
}

TYPED_TEST(RollupContract, OfTwoWritersTheFirstOneCounts) {
    ASSERT_TRUE(
        this->save({.replaces = {}, .head = head(5), .days = {day(1, "a")}, .drops_from = {}}));
    EXPECT_FALSE(this->save(
        {.replaces = {}, .head = head(6, "x"), .days = {day(1, "x")}, .drops_from = {}}));
    EXPECT_FALSE(this->save({.replaces = RollupMark{1, 4},
                             .head = head(6, "x"),
                             .days = {day(1, "x"), day(2, "x")},
                             .drops_from = 0}));
    EXPECT_FALSE(this->save({.replaces = RollupMark{2, 5},
                             .head = head(6, "x"),
                             .days = {day(1, "x")},
                             .drops_from = {}}));
    EXPECT_EQ(this->read().head, head(5));
    EXPECT_THAT(this->read().days, ElementsAre(day(1, "a")));
    ASSERT_TRUE(this->save({.replaces = RollupMark{1, 5},
                            .head = head(7, "next"),
                            .days = {day(1, "a more"), day(2, "b")},
                            .drops_from = {}}));
    EXPECT_EQ(this->read().head, head(7, "next"));
    EXPECT_THAT(this->read().days, ElementsAre(day(1, "a more"), day(2, "b")));
}

TYPED_TEST(RollupContract, DaysThatAreCountedAnewGoFirst) {
    ASSERT_TRUE(this->save({.replaces = {},
                            .head = head(5),
                            .days = {day(1, "a"), day(2, "b"), day(3, "c")},
                            .drops_from = {}}));
    ASSERT_TRUE(this->save({.replaces = RollupMark{1, 5},
                            .head = head(2, "anew"),
                            .days = {day(3, "anew")},
                            .drops_from = 2}));
    EXPECT_THAT(this->read().days, ElementsAre(day(1, "a"), day(3, "anew")));
}

TYPED_TEST(RollupContract, MessagesTellByWhichChannelsAnOfferWent) {
    Changes changes(this->resource_);
    auto change = changes.next(1, at(1));
    for (const core::Ticket entry : {1U, 2U, 3U}) {
        auto row = message(entry == 3 ? engine::MessageKind::Reminder : engine::MessageKind::Offer,
                           entry, at(1));
        row.offer = core::OfferNumber{entry + 10};
        change.outbox.push_back(row);
    }
    ASSERT_TRUE(this->commit(std::move(change)));
    const auto listed = this->store().messages({.resource = this->resource_}, 0, 10).value();
    ASSERT_EQ(listed.size(), 3U);
    engine::Delivery delivery{.message = listed.front().row.id,
                              .channel = engine::Channel::Sms,
                              .state = engine::DeliveryState::Delivered,
                              .address = core::ContactKey{77},
                              .changed_at = at(3),
                              .sent_at = at(2),
                              .delivered_at = at(3),
                              .provider_id = "SM1",
                              .note = "ok"};
    const engine::MessageEnd end{.id = delivery.message, .deliveries = {delivery}};
    ASSERT_TRUE(this->store().finish_messages(std::span(&end, 1)));
    delivery.address = {};
    delivery.provider_id.clear();
    delivery.note.clear();
    const core::Ticket entries[] = {1, 2, 3, 9};
    EXPECT_THAT(
        this->store().offer_messages(this->resource_, entries).value(),
        testing::UnorderedElementsAre(engine::OfferMessage{core::OfferNumber{11}, delivery},
                                      engine::OfferMessage{core::OfferNumber{12}, std::nullopt}));
    EXPECT_THAT(this->store().offer_messages(this->other_, entries).value(), IsEmpty());
    EXPECT_THAT(this->store().offer_messages(this->resource_, {}).value(), IsEmpty());
}

}  // namespace
}  // namespace standby::store
