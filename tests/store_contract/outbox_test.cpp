// Messages are given to whoever looks, each as soon as it is due; they end, are put back, listed
// and forgotten.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::MessageKind;
using engine::OutboxCursor;
using engine::OutboxState;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class OutboxContract : public StoreContract<UnderTest> {
protected:
    // Messages for the entries 1, 2, 3…, due at these seconds.
    ResourceNumber put(const std::vector<std::int64_t>& due, std::uint32_t account = 1) {
        const ResourceNumber resource = this->allocate(account);
        engine::ResourceChange change = Changes(resource).next(1, at(0));
        for (const std::int64_t seconds : due) {
            const auto entry = static_cast<core::Ticket>(change.outbox.size() + 1);
            change.outbox.push_back(message(MessageKind::Offer, entry, at(seconds)));
        }
        EXPECT_TRUE(this->commit(change));
        return resource;
    }
    // The ids of what is given now; the next look goes on after it.
    std::vector<std::uint64_t> look(std::int64_t now, std::size_t limit = 99) {
        const engine::DueMessages due = this->store().due_messages(cursor_, at(now), limit).value();
        cursor_ = due.next;
        is_all_ = due.is_all;
        std::vector<std::uint64_t> ids;
        for (const engine::OutboxRow& row : due.rows) {
            ids.push_back(row.id);
        }
        return ids;
    }
    Result<void, StoreError> finish(std::uint64_t id, OutboxState state, std::string note = "",
                                    std::optional<Time> again_at = {}) {
        const engine::MessageEnd end{
            .id = id, .state = state, .note = std::move(note), .again_at = again_at};
        return this->store().finish_messages({&end, 1});
    }
    engine::OutboxListing listing(std::uint64_t id) {
        return this->store().message(id).value().value();
    }
    std::optional<Time> next_due(std::int64_t after) {
        return this->store().next_message_due(at(after)).value();
    }

    OutboxCursor cursor_;
    bool is_all_ = true;
};
TYPED_TEST_SUITE(OutboxContract, StoresInOrder);

TYPED_TEST(OutboxContract, GivesWhatIsDueOnce) {
    this->put({30, 10, 20, 99});
    EXPECT_THAT(this->look(5), IsEmpty());
    EXPECT_THAT(this->look(20), ElementsAre(2, 3));
    EXPECT_THAT(this->look(20), IsEmpty());
    EXPECT_THAT(this->look(30), ElementsAre(1));
    EXPECT_TRUE(this->is_all_);
    EXPECT_THAT(this->look(98), IsEmpty());
    EXPECT_THAT(this->look(99), ElementsAre(4));
}

TYPED_TEST(OutboxContract, GivesEverythingToANewReader) {
    this->put({30, 10, 20, 99});
    EXPECT_THAT(this->look(30), ElementsAre(2, 3, 1));
    this->restart();
    this->cursor_ = {};
    ASSERT_TRUE(this->finish(3, OutboxState::Done));
    EXPECT_THAT(this->look(30), ElementsAre(2, 1));
    this->cursor_.shards = {{0, {.id = 4}}};
    EXPECT_THAT(this->look(30), ElementsAre(2, 1)) << "an id alone says nothing of due times";
}

TYPED_TEST(OutboxContract, GivesWhatCameInBeforeWhatFellDue) {
    this->put({30, 40});
    EXPECT_THAT(this->look(10), IsEmpty());
    this->put({5, 50, 35});
    EXPECT_THAT(this->look(40), ElementsAre(3, 5, 1, 2));
    EXPECT_THAT(this->look(40), IsEmpty());
    EXPECT_THAT(this->look(60), ElementsAre(4));
}

TYPED_TEST(OutboxContract, GivesNoMoreThanAskedFor) {
    this->put({30, 10, 20, 10, 20});
    EXPECT_THAT(this->look(25, 2), ElementsAre(2, 4));
    EXPECT_FALSE(this->is_all_);
    EXPECT_THAT(this->look(25, 1), ElementsAre(3));
    EXPECT_FALSE(this->is_all_);
    EXPECT_THAT(this->look(25, 2), ElementsAre(5));
    EXPECT_TRUE(this->is_all_);
    EXPECT_THAT(this->look(25, 0), IsEmpty());
    EXPECT_FALSE(this->is_all_);
    EXPECT_THAT(this->look(30, 2), ElementsAre(1));
}

TYPED_TEST(OutboxContract, LooksAgainAtWhatFellDueWhileNewcomersTookTheRoom) {
    this->put({30});
    EXPECT_THAT(this->look(20), IsEmpty());
    this->put({5, 5, 5});
    EXPECT_THAT(this->look(30, 2), ElementsAre(2, 3));
    EXPECT_FALSE(this->is_all_);
    EXPECT_THAT(this->look(30, 9), ElementsAre(4, 1));
    EXPECT_TRUE(this->is_all_);
}

TYPED_TEST(OutboxContract, TellsManyOfTheSameMomentApart) {
    this->put(std::vector<std::int64_t>(7, 10));
    EXPECT_THAT(this->look(10, 3), ElementsAre(1, 2, 3));
    EXPECT_THAT(this->look(10, 3), ElementsAre(4, 5, 6));
    EXPECT_THAT(this->look(10, 3), ElementsAre(7));
    EXPECT_TRUE(this->is_all_);
}

TYPED_TEST(OutboxContract, LeavesNothingOutWhenTheClockIsSetBack) {
    this->put({30});
    EXPECT_THAT(this->look(50), ElementsAre(1));
    this->put({30, 45});
    EXPECT_THAT(this->look(40, 1), ElementsAre(2));
    EXPECT_THAT(this->look(40), IsEmpty());
    EXPECT_THAT(this->look(46), ElementsAre(3));
}

TYPED_TEST(OutboxContract, KnowsWhenTheNextOneFallsDue) {
    EXPECT_EQ(this->next_due(0), std::nullopt);
    this->put({30, 10, 10});
    EXPECT_EQ(this->next_due(0), at(10));
    EXPECT_EQ(this->next_due(10), at(30));
    EXPECT_EQ(this->next_due(30), std::nullopt);
    ASSERT_TRUE(this->finish(1, OutboxState::Done));
    EXPECT_EQ(this->next_due(10), std::nullopt);
}

TYPED_TEST(OutboxContract, KeepsWhatNobodyHasToSendAsDone) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(0));
    change.outbox.push_back(message(MessageKind::Waitlisted, 1, at(0)));
    change.outbox.back().stays_here = true;
    EXPECT_TRUE(this->commit(change));
    EXPECT_EQ(this->next_due(-9), std::nullopt);
    EXPECT_THAT(this->look(9), IsEmpty());
    EXPECT_EQ(this->listing(1).state, OutboxState::Done);
    EXPECT_EQ(this->listing(1).note, "local");
    EXPECT_FALSE(this->listing(1).row.stays_here);
}

TYPED_TEST(OutboxContract, TellsWhatTheMessageIsAbout) {
    const ResourceNumber resource = this->put({10});
    engine::OutboxRow expected = message(MessageKind::Offer, 1, at(10));
    expected.id = 1;
    expected.resource = resource;
    this->restart();
    EXPECT_THAT(this->store().due_messages({}, at(10), 9).value().rows, ElementsAre(expected));
    EXPECT_EQ(this->listing(1), (engine::OutboxListing{.row = expected}));
    EXPECT_EQ(this->store().message(2).value(), std::nullopt);
    EXPECT_EQ(this->store().message(0).value(), std::nullopt);
}

TYPED_TEST(OutboxContract, EndsMessagesForGood) {
    this->put({10, 10});
    ASSERT_TRUE(this->finish(1, OutboxState::Done, "local"));
    ASSERT_TRUE(this->finish(2, OutboxState::Dead, "no route"));
    this->restart();
    EXPECT_THAT(this->look(1000), IsEmpty());
    EXPECT_EQ(this->next_due(0), std::nullopt);
    EXPECT_EQ(this->listing(1).state, OutboxState::Done);
    EXPECT_EQ(this->listing(1).note, "local");
    EXPECT_EQ(this->listing(2).state, OutboxState::Dead);
    EXPECT_EQ(this->listing(2).note, "no route");
    EXPECT_EQ(this->listing(2).row.due_at, at(10));
}

TYPED_TEST(OutboxContract, PutsMessagesBackForLater) {
    this->put({10});
    EXPECT_THAT(this->look(10), ElementsAre(1));
    ASSERT_TRUE(this->finish(1, OutboxState::Pending, "timeout", at(70)));
    EXPECT_EQ(this->next_due(0), at(70));
    EXPECT_THAT(this->look(69), IsEmpty());
    EXPECT_EQ(this->listing(1).note, "timeout");
    EXPECT_EQ(this->listing(1).row.due_at, at(70));
    EXPECT_THAT(this->look(70), ElementsAre(1));
}

TYPED_TEST(OutboxContract, CountsAttemptsAsTold) {
    this->put({10});
    const engine::MessageEnd end{.id = 1, .again_at = at(20), .attempts = 3};
    ASSERT_TRUE(this->store().finish_messages({&end, 1}));
    EXPECT_EQ(this->listing(1).row.attempts, 3u);
    ASSERT_TRUE(this->finish(1, OutboxState::Done));
    EXPECT_EQ(this->listing(1).row.attempts, 3u) << "nothing was said of them";
}

TYPED_TEST(OutboxContract, RevivesADeadMessage) {
    this->put({10});
    ASSERT_TRUE(this->finish(1, OutboxState::Dead, "no route"));
    EXPECT_THAT(this->look(40), IsEmpty());
    ASSERT_TRUE(this->finish(1, OutboxState::Pending, "", at(50)));
    EXPECT_THAT(this->look(50), ElementsAre(1));
}

TYPED_TEST(OutboxContract, FinishesSeveralMessagesOrNone) {
    this->put({10, 20});
    const std::vector<engine::MessageEnd> with_unknown{{.id = 1}, {.id = 9}};
    EXPECT_EQ(this->store().finish_messages(with_unknown),
              std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(this->listing(1).state, OutboxState::Pending);
    const std::vector<engine::MessageEnd> both{{.id = 1}, {.id = 2}};
    ASSERT_TRUE(this->store().finish_messages(both));
    EXPECT_EQ(this->next_due(0), std::nullopt);
    EXPECT_EQ(this->finish(0, OutboxState::Done), std::unexpected(StoreError::NotCommitted));
}

TYPED_TEST(OutboxContract, QueuesAMessageOfNoEventOnce) {
    this->put({10});
    const engine::OutboxRow summary{
        .event = 24'000, .kind = MessageKind::MonthlySummary, .entry = 7, .due_at = at(5)};
    EXPECT_EQ(this->store().queue_message(summary).value(), true);
    EXPECT_EQ(this->store().queue_message(summary).value(), false);
    this->restart();
    EXPECT_EQ(this->store().queue_message(summary).value(), false);
    ASSERT_TRUE(this->finish(2, OutboxState::Done));
    EXPECT_EQ(this->store().queue_message(summary).value(), false) << "even when it was sent";
    engine::OutboxRow expected = summary;
    expected.id = 2;
    EXPECT_EQ(this->listing(2).row, expected);
    engine::OutboxRow next_month = summary;
    next_month.event += 1;
    engine::OutboxRow other_account = summary;
    other_account.entry += 1;
    engine::OutboxRow about_a_resource = summary;
    about_a_resource.resource = ResourceNumber{1};
    engine::OutboxRow other_kind = summary;
    other_kind.kind = MessageKind::EventReminder;
    for (const auto& other : {next_month, other_account, about_a_resource, other_kind}) {
        EXPECT_EQ(this->store().queue_message(other).value(), true);
    }
    EXPECT_THAT(this->look(5), ElementsAre(3, 4, 5, 6));
}

TYPED_TEST(OutboxContract, KnowsEveryKindOfMessage) {
    constexpr auto last = static_cast<unsigned>(engine::last_in_outbox);
    for (unsigned kind = 1; kind <= last; ++kind) {
        ASSERT_TRUE(this->store().queue_message({.resource = ResourceNumber{1},
                                                 .event = kind,
                                                 .kind = static_cast<MessageKind>(kind),
                                                 .due_at = at(5)}));
    }
    EXPECT_EQ(this->look(5).size(), last);
    EXPECT_EQ(this->listing(last).row.kind, engine::last_in_outbox);
}

// In a rolling upgrade the others must go out all the same.
TYPED_TEST(OutboxContract, LeavesWhatOnlyANewerVersionKnowsToIt) {
    constexpr auto unknown =
        static_cast<MessageKind>(static_cast<unsigned>(engine::last_in_outbox) + 1);
    const auto queue = [&](std::uint64_t event, MessageKind kind, std::int64_t due) {
        ASSERT_TRUE(this->store().queue_message(
            {.resource = ResourceNumber{1}, .event = event, .kind = kind, .due_at = at(due)}));
    };
    queue(1, unknown, 5);
    queue(2, MessageKind::Offer, 5);
    queue(3, unknown, 9);
    queue(4, MessageKind::Offer, 9);
    EXPECT_THAT(this->look(5), ElementsAre(2));
    EXPECT_THAT(this->look(9), ElementsAre(4));
    EXPECT_TRUE(this->is_all_);
    EXPECT_EQ(this->store().messages({}, 0, 99).value().size(), 2u);
    EXPECT_EQ(this->store().message(1).value(), std::nullopt);
}

TYPED_TEST(OutboxContract, FindsWhatHousesWereTold) {
    const auto queue = [&](std::uint64_t event, MessageKind kind, core::Ticket account) {
        ASSERT_TRUE(this->store().queue_message(
            {.event = event, .kind = kind, .entry = account, .due_at = at(5)}));
    };
    queue(40, MessageKind::ChannelDown, 7);
    queue(41, MessageKind::ChannelDown, 8);
    queue(44, MessageKind::ChannelDown, 7);
    queue(44, MessageKind::ChannelBack, 7);
    ASSERT_TRUE(this->store().queue_message({.resource = ResourceNumber{1},
                                             .event = 50,
                                             .kind = MessageKind::ChannelDown,
                                             .entry = 9,
                                             .due_at = at(5)}));
    ASSERT_TRUE(this->finish(3, OutboxState::Done, "sent"));
    const auto found = this->store().messages_to_houses(MessageKind::ChannelDown, 41).value();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].row, this->listing(2).row);
    EXPECT_EQ(found[1], this->listing(3));
    EXPECT_EQ(this->store().messages_to_houses(MessageKind::ChannelBack, 0).value().size(), 1U);
}

}  // namespace
}  // namespace standby::store
