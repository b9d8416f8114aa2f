// Messages are handed out once, kept from others while claimed, and come back when nobody ended
// them.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::MessageKind;
using engine::OutboxState;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class OutboxContract : public StoreContract<UnderTest> {
protected:
    // Messages for the entries 1, 2, 3…, due at these seconds.
    ResourceNumber put(const std::vector<std::int64_t>& due) {
        const ResourceNumber resource = this->allocate();
        engine::ResourceChange change = Changes(resource).next(1, at(0));
        for (const std::int64_t seconds : due) {
            const auto entry = static_cast<core::Ticket>(change.outbox.size() + 1);
            change.outbox.push_back(message(MessageKind::Offer, entry, at(seconds)));
        }
        EXPECT_TRUE(this->commit(change));
        return resource;
    }
    // The entries whose messages are handed out now.
    std::vector<core::Ticket> claim(std::int64_t now, std::int64_t until, std::size_t limit) {
        std::vector<core::Ticket> entries;
        const auto claimed = this->store().claim_messages(at(now), at(until), limit).value();
        for (const engine::OutboxRow& row : claimed) {
            entries.push_back(row.entry);
        }
        return entries;
    }
    Result<void, StoreError> finish(std::uint64_t id, OutboxState state, std::string note,
                                    std::optional<Time> again_at) {
        const engine::MessageEnd end{
            .id = id, .state = state, .note = std::move(note), .again_at = again_at};
        return this->store().finish_messages({&end, 1});
    }
};
TYPED_TEST_SUITE(OutboxContract, Stores);

TYPED_TEST(OutboxContract, HandsOutWhatIsDueOldestFirst) {
    this->put({30, 10, 20, 99});
    EXPECT_EQ(this->store().next_message_due().value(), at(10));
    EXPECT_THAT(this->claim(5, 50, 9), IsEmpty());
    EXPECT_THAT(this->claim(30, 130, 2), ElementsAre(2, 3));
    EXPECT_THAT(this->claim(30, 130, 2), ElementsAre(1));
    EXPECT_THAT(this->claim(30, 130, 2), IsEmpty());
    EXPECT_EQ(this->store().next_message_due().value(), at(99));
}

TYPED_TEST(OutboxContract, ShowsWhatIsDueWithoutKeepingOthersFromIt) {
    this->put({30, 10, 20, 99});
    for (int look = 0; look < 2; ++look) {
        const auto due = this->store().due_messages(at(30), 2).value();
        ASSERT_EQ(due.size(), 2u);
        EXPECT_EQ(due[0].entry, 2u);
        EXPECT_EQ(due[1].entry, 3u);
        EXPECT_EQ(due[0].attempts, 0u);
    }
    EXPECT_TRUE(this->finish(this->store().due_messages(at(30), 1).value().at(0).id,
                             OutboxState::Done, "local", std::nullopt));
    EXPECT_THAT(this->claim(30, 130, 9), ElementsAre(3, 1));
}

TYPED_TEST(OutboxContract, KeepsWhatNobodyHasToSendAsDone) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(0));
    change.outbox.push_back(message(MessageKind::Waitlisted, 1, at(0)));
    change.outbox.back().stays_here = true;
    EXPECT_TRUE(this->commit(change));
    EXPECT_EQ(this->store().next_message_due().value(), std::nullopt);
    const auto messages = this->store().messages(resource, 0, 9).value();
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages[0].state, OutboxState::Done);
    EXPECT_EQ(messages[0].note, "local");
    EXPECT_FALSE(messages[0].row.stays_here);
}

TYPED_TEST(OutboxContract, TellsWhatTheMessageIsAbout) {
    const ResourceNumber resource = this->put({10});
    engine::OutboxRow expected = message(MessageKind::Offer, 1, at(10));
    expected.id = 1;
    expected.resource = resource;
    expected.attempts = 1;
    EXPECT_THAT(this->store().claim_messages(at(10), at(20), 9).value(), ElementsAre(expected));
}

TYPED_TEST(OutboxContract, HandsOutAgainWhenTheClaimRunsOut) {
    this->put({10});
    EXPECT_THAT(this->claim(10, 40, 9), ElementsAre(1));
    EXPECT_EQ(this->store().next_message_due().value(), at(40));
    this->restart();
    EXPECT_THAT(this->claim(39, 80, 9), IsEmpty());
    const auto again = this->store().claim_messages(at(40), at(80), 9).value();
    ASSERT_EQ(again.size(), 1u);
    EXPECT_EQ(again[0].attempts, 2u);
    EXPECT_EQ(again[0].due_at, at(10));
}

TYPED_TEST(OutboxContract, EndsMessagesForGood) {
    const ResourceNumber resource = this->put({10, 10});
    this->claim(10, 20, 9);
    ASSERT_TRUE(this->finish(1, OutboxState::Done, "local", {}));
    ASSERT_TRUE(this->finish(2, OutboxState::Dead, "no route", {}));
    EXPECT_THAT(this->claim(1000, 2000, 9), IsEmpty());
    EXPECT_EQ(this->store().next_message_due().value(), std::nullopt);
    const auto listed = this->store().messages(resource, 0, 9).value();
    ASSERT_EQ(listed.size(), 2u);
    EXPECT_EQ(listed[0].state, OutboxState::Done);
    EXPECT_EQ(listed[0].note, "local");
    EXPECT_EQ(listed[1].state, OutboxState::Dead);
    EXPECT_EQ(listed[1].note, "no route");
}

TYPED_TEST(OutboxContract, PutsMessagesBackForLater) {
    const ResourceNumber resource = this->put({10});
    this->claim(10, 20, 9);
    ASSERT_TRUE(this->finish(1, OutboxState::Pending, "timeout", at(70)));
    EXPECT_EQ(this->store().next_message_due().value(), at(70));
    EXPECT_THAT(this->claim(69, 100, 9), IsEmpty());
    EXPECT_EQ(this->store().messages(resource, 0, 9).value()[0].note, "timeout");
    EXPECT_EQ(this->store().messages(resource, 0, 9).value()[0].row.due_at, at(70));
    EXPECT_THAT(this->claim(70, 100, 9), ElementsAre(1));
}

TYPED_TEST(OutboxContract, RevivesADeadMessage) {
    this->put({10});
    ASSERT_TRUE(this->finish(1, OutboxState::Dead, "no route", {}));
    ASSERT_TRUE(this->finish(1, OutboxState::Pending, "", at(50)));
    EXPECT_THAT(this->claim(50, 60, 9), ElementsAre(1));
}

TYPED_TEST(OutboxContract, KnowsNoOtherMessages) {
    this->put({10});
    EXPECT_EQ(this->finish(2, OutboxState::Done, "", {}),
              std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(this->finish(0, OutboxState::Done, "", {}),
              std::unexpected(StoreError::NotCommitted));
}

TYPED_TEST(OutboxContract, FinishesSeveralMessagesOrNone) {
    const ResourceNumber resource = this->put({10, 20});
    const std::vector<engine::MessageEnd> with_unknown{{.id = 1}, {.id = 9}};
    EXPECT_EQ(this->store().finish_messages(with_unknown),
              std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ((*this->store().messages(resource, 0, 1))[0].state, OutboxState::Pending);
    const std::vector<engine::MessageEnd> both{{.id = 1}, {.id = 2}};
    ASSERT_TRUE(this->store().finish_messages(both));
    EXPECT_EQ(this->store().next_message_due(), std::nullopt);
}

TYPED_TEST(OutboxContract, PagesTheMessagesOfAResource) {
    const ResourceNumber one = this->put({10, 20});
    const ResourceNumber two = this->put({30, 40, 50});
    const auto ids = [&](ResourceNumber resource, std::uint64_t after, std::size_t limit) {
        std::vector<std::uint64_t> found;
        const auto listings = this->store().messages(resource, after, limit).value();
        for (const engine::OutboxListing& listing : listings) {
            found.push_back(listing.row.id);
        }
        return found;
    };
    EXPECT_THAT(ids(one, 0, 9), ElementsAre(1, 2));
    EXPECT_THAT(ids(two, 0, 2), ElementsAre(3, 4));
    EXPECT_THAT(ids(two, 4, 2), ElementsAre(5));
    EXPECT_THAT(ids(ResourceNumber{9}, 0, 2), IsEmpty());
}

}  // namespace
}  // namespace standby::store
