// Messages are listed by whom and what they are for, and the old ones are forgotten.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::MessageFilter;
using engine::MessageKind;
using engine::OutboxState;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class OutboxListingContract : public StoreContract<UnderTest> {
protected:
    // A message for each of these entries, due a second apart.
    ResourceNumber put(std::uint32_t account, const std::vector<core::Ticket>& entries) {
        const ResourceNumber resource = this->allocate(account);
        engine::ResourceChange change = Changes(resource).next(1, at(0));
        for (const core::Ticket entry : entries) {
            change.outbox.push_back(message(MessageKind::Offer, entry, at(++seconds_)));
        }
        EXPECT_TRUE(this->commit(change));
        return resource;
    }
    void end(std::uint64_t id, OutboxState state) {
        const engine::MessageEnd end{
            .id = id,
            .state = state,
            .deliveries = {{.address = core::ContactKey{id}, .changed_at = at(9)}}};
        ASSERT_TRUE(this->store().finish_messages({&end, 1}));
    }
    std::vector<std::uint64_t> list(const MessageFilter& filter, std::uint64_t after = 0,
                                    std::size_t limit = 99) {
        std::vector<std::uint64_t> ids;
        const auto listings = this->store().messages(filter, after, limit).value();
        for (const engine::OutboxListing& listing : listings) {
            ids.push_back(listing.row.id);
        }
        return ids;
    }

    std::int64_t seconds_ = 0;
};
TYPED_TEST_SUITE(OutboxListingContract, StoresInOrder);

TYPED_TEST(OutboxListingContract, PagesByResource) {
    const ResourceNumber one = this->put(1, {5, 4});
    const ResourceNumber two = this->put(1, {3, 2, 3});
    EXPECT_THAT(this->list({.resource = one}), ElementsAre(1, 2));
    EXPECT_THAT(this->list({.resource = two}, 0, 2), ElementsAre(3, 4));
    EXPECT_THAT(this->list({.resource = two}, 4, 2), ElementsAre(5));
    EXPECT_THAT(this->list({.resource = ResourceNumber{9}}), IsEmpty());
    EXPECT_THAT(this->list({}, 1, 3), ElementsAre(2, 3, 4));
}

TYPED_TEST(OutboxListingContract, FindsTheMessagesOfAnEntry) {
    this->put(1, {3});
    const ResourceNumber two = this->put(1, {3, 2, 3, 3});
    EXPECT_THAT(this->list({.resource = two, .entry = 3}), ElementsAre(2, 4, 5));
    EXPECT_THAT(this->list({.resource = two, .entry = 3}, 2, 1), ElementsAre(4));
    this->end(4, OutboxState::Done);
    EXPECT_THAT(this->list({.resource = two, .entry = 3, .state = OutboxState::Pending}),
                ElementsAre(2, 5));
    EXPECT_THAT(this->list({.account = 2, .resource = two, .entry = 3}), IsEmpty());
}

TYPED_TEST(OutboxListingContract, KeepsAccountsApart) {
    const ResourceNumber one = this->put(1, {1, 2});
    this->put(2, {1, 2});
    ASSERT_TRUE(this->store().queue_message(
        {.event = 1, .kind = MessageKind::MonthlySummary, .entry = 2, .due_at = at(5)}));
    this->end(1, OutboxState::Dead);
    this->end(3, OutboxState::Dead);
    EXPECT_THAT(this->list({.account = 1}), ElementsAre(1, 2));
    EXPECT_THAT(this->list({.account = 2}), ElementsAre(3, 4, 5)) << "its summary included";
    EXPECT_THAT(this->list({.account = 2}, 3, 1), ElementsAre(4));
    EXPECT_THAT(this->list({.account = 2, .resource = one}), IsEmpty());
    EXPECT_THAT(this->list({.account = 2, .state = OutboxState::Dead}), ElementsAre(3));
    EXPECT_THAT(this->list({.account = 2, .state = OutboxState::Pending}), ElementsAre(4, 5));
    EXPECT_THAT(this->list({.account = 3}), IsEmpty());
}

TYPED_TEST(OutboxListingContract, ListsByState) {
    const ResourceNumber one = this->put(1, {1, 2, 3, 4});
    this->put(1, {1, 2});
    this->end(2, OutboxState::Dead);
    this->end(3, OutboxState::Done);
    this->end(6, OutboxState::Dead);
    EXPECT_THAT(this->list({.state = OutboxState::Dead}), ElementsAre(2, 6));
    EXPECT_THAT(this->list({.state = OutboxState::Dead}, 2), ElementsAre(6));
    EXPECT_THAT(this->list({.resource = one, .state = OutboxState::Dead}), ElementsAre(2));
    EXPECT_THAT(this->list({.state = OutboxState::Done}), ElementsAre(3));
    EXPECT_THAT(this->list({.state = OutboxState::Pending}, 1, 2), ElementsAre(4, 5));
    EXPECT_THAT(this->list({.resource = one, .state = OutboxState::Pending}), ElementsAre(1, 4));
}

TYPED_TEST(OutboxListingContract, ForgetsOldMessagesThatEnded) {
    this->put(1, {1, 2, 3, 4, 5, 6});
    for (const std::uint64_t id : {1, 2, 4, 5, 6}) {
        this->end(id, id == 2 ? OutboxState::Dead : OutboxState::Done);
    }
    EXPECT_EQ(this->store().drop_messages(at(1), 99).value(), 0u);
    EXPECT_EQ(this->store().drop_messages(at(5), 2).value(), 2u);
    EXPECT_THAT(this->list({}), ElementsAre(3, 4, 5, 6)) << "oldest first, those at `before` not";
    EXPECT_EQ(this->store().drop_messages(at(5), 2).value(), 1u);
    this->restart();
    EXPECT_THAT(this->list({}), ElementsAre(3, 5, 6));
    const std::vector<std::uint64_t> all{1, 2, 3, 4, 5, 6};
    const auto deliveries = this->store().deliveries(all).value();
    ASSERT_EQ(deliveries.size(), 2u) << "those of forgotten messages are gone";
    EXPECT_EQ(deliveries[0].message, 5u);
    EXPECT_THAT(this->store().deliveries_to(core::ContactKey{1}, engine::Channel::Mail, 9).value(),
                IsEmpty());
    EXPECT_EQ(this->store().message(1).value(), std::nullopt);
}

TYPED_TEST(OutboxListingContract, NeverGivesAnIdTwice) {
    this->put(1, {1, 2});
    this->end(1, OutboxState::Done);
    this->end(2, OutboxState::Done);
    EXPECT_EQ(this->store().drop_messages(at(99), 99).value(), 1u);
    EXPECT_THAT(this->list({}), ElementsAre(2)) << "the newest stays";
    this->restart();
    const auto before = this->store().due_messages({}, at(99), 9).value();
    this->put(1, {1});
    EXPECT_THAT(this->list({}), ElementsAre(2, 3));
    EXPECT_EQ(this->store().due_messages(before.next, at(99), 9).value().rows.size(), 1u);
    EXPECT_EQ(this->store().drop_messages(at(99), 99).value(), 1u);
}

}  // namespace
}  // namespace standby::store
