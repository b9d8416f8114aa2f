// What staff wrote to guests: kept once for all, within the limits of a day, and forgotten.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::AdmittedMessage;
using engine::StaffMessage;
using std::chrono::hours;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr AccountNumber salon{3};
constexpr AccountNumber clinic{4};
constexpr core::ResourceNumber cut{7};
constexpr core::ResourceNumber colour{8};
constexpr Time noon{hours{480'012}};

StaffMessage to(std::vector<core::Ticket> guests, Time made_at = noon) {
    return {.account = salon,
            .resource = cut,
            .made_at = made_at,
            .request = {},
            .guests = std::move(guests),
            .subject = "Tomorrow",
            .text = "We open at ten.\n\nSee you, Ada"};
}

// So many guests, counted from 1.
std::vector<core::Ticket> many(std::size_t count) {
    std::vector<core::Ticket> guests(count);
    std::iota(guests.begin(), guests.end(), core::Ticket{1});
    return guests;
}

template <class UnderTest>
class StaffMessagesContract : public StoreContract<UnderTest> {
protected:
    AdmittedMessage add(const StaffMessage& message) {
        return this->registry().add_staff_message(message).value();
    }
};
TYPED_TEST_SUITE(StaffMessagesContract, Stores);

TYPED_TEST(StaffMessagesContract, AreKeptOnceForAll) {
    EXPECT_EQ(this->registry().staff_message(1).value(), std::nullopt);
    const AdmittedMessage admitted = this->add(to({5, 2, 9}));
    EXPECT_EQ(admitted.number, 1U);
    EXPECT_THAT(admitted.guests, ElementsAre(5, 2, 9));
    EXPECT_EQ(admitted.left, engine::staff_messages_per_account_max - 3);
    this->restart();
    StaffMessage kept = to({5, 2, 9});
    kept.number = 1;
    EXPECT_EQ(this->registry().staff_message(1).value(), kept);
    EXPECT_EQ(this->add(to({5})).number, 2U);
}

TYPED_TEST(StaffMessagesContract, AreThreeADayToOneGuestOfAList) {
    for (int count = 0; count < 3; ++count) {
        EXPECT_THAT(this->add(to({1, 2}, noon + hours{count})).had_enough, IsEmpty());
    }
    const AdmittedMessage fourth = this->add(to({1, 3}, noon + hours{4}));
    EXPECT_THAT(fourth.guests, ElementsAre(3));
    EXPECT_THAT(fourth.had_enough, ElementsAre(1));
    EXPECT_EQ(this->add(to({1, 2}, noon + hours{5})).number, 0U) << "nobody is left";
    StaffMessage elsewhere = to({1}, noon + hours{5});
    elsewhere.resource = colour;
    EXPECT_THAT(this->add(elsewhere).guests, ElementsAre(1)) << "another guest of that number";
    EXPECT_THAT(this->add(to({1}, noon + hours{24})).guests, ElementsAre(1)) << "a day later";
}

TYPED_TEST(StaffMessagesContract, HaveABudgetForTheDay) {
    EXPECT_EQ(this->add(to(many(engine::staff_messages_per_account_max - 1))).left, 1U);
    const StaffMessage two = to({5'000, 5'001}, noon + hours{1});
    const AdmittedMessage asked = this->registry().room_for_staff_message(two).value();
    EXPECT_EQ(asked.number, 0U);
    EXPECT_THAT(asked.guests, ElementsAre(5'000));
    const AdmittedMessage last = this->add(two);
    EXPECT_THAT(last.guests, ElementsAre(5'000));
    EXPECT_THAT(last.over_budget, ElementsAre(5'001));
    EXPECT_EQ(last.left, 0U);
    StaffMessage other = two;
    other.account = clinic;
    EXPECT_EQ(this->add(other).guests.size(), 2U) << "of its own account";
    EXPECT_THAT(this->add(to({5'001}, noon + hours{24})).guests, ElementsAre(5'001));
}

TYPED_TEST(StaffMessagesContract, ARepeatedRequestGoesOnWithWhatWasKept) {
    StaffMessage first = to({1, 2});
    first.request = {.high = 0xFFFF'FFFF'FFFF'FFFF, .low = 7};
    first.request_digest = 0x8000'0000'0000'0001;
    EXPECT_EQ(this->add(first).digest_was, std::nullopt);
    this->restart();
    StaffMessage again = first;
    again.guests = {1, 2, 3};
    again.made_at += hours{1};
    const AdmittedMessage repeated = this->add(again);
    EXPECT_EQ(repeated.number, 1U);
    EXPECT_THAT(repeated.guests, ElementsAre(1, 2));
    EXPECT_THAT(repeated.had_enough, ElementsAre(3));
    EXPECT_EQ(repeated.digest_was, first.request_digest);
    EXPECT_EQ(this->registry().staff_message(2).value(), std::nullopt);
}

TYPED_TEST(StaffMessagesContract, AreForgottenButNoNumberComesAgain) {
    this->add(to({1}));
    StaffMessage other = to({1}, noon + hours{1});
    other.account = clinic;
    this->add(other);
    EXPECT_EQ(this->registry().drop_staff_messages(noon, {}).value(), 0U);
    EXPECT_EQ(this->registry().drop_staff_messages(noon + hours{2}, salon).value(), 1U);
    EXPECT_EQ(this->registry().staff_message(1).value(), std::nullopt);
    EXPECT_EQ(this->registry().staff_message(2).value()->text, other.text);
    EXPECT_EQ(this->registry().drop_staff_messages(noon + hours{2}, {}).value(), 1U);
    EXPECT_EQ(this->registry().staff_message(2).value()->text, "");
    EXPECT_EQ(this->registry().drop_staff_messages(noon + hours{2}, {}).value(), 0U);
    EXPECT_EQ(this->add(to({1}, noon + hours{50})).number, 3U);
}

TYPED_TEST(StaffMessagesContract, SeveralMessagesAreQueuedAtOnceAndEachOnce) {
    std::vector<engine::OutboxRow> rows;
    for (const core::Ticket guest : {1U, 2U, 3U}) {
        rows.push_back({.resource = cut,
                        .event = 1,
                        .kind = engine::MessageKind::StaffMessage,
                        .entry = guest,
                        .due_at = noon});
    }
    EXPECT_EQ(this->store().queue_messages({}).value(), 0U);
    EXPECT_EQ(this->store().queue_messages(std::span(rows).first(2)).value(), 2U);
    EXPECT_EQ(this->store().queue_messages(rows).value(), 1U);
    const auto listed = this->store().messages({.resource = cut}, 0, 9).value();
    ASSERT_EQ(listed.size(), 3U);
    EXPECT_LT(listed[0].row.id, listed[1].row.id);
    EXPECT_EQ(listed[2].row.entry, 3U);
    EXPECT_EQ(listed[2].row.kind, engine::MessageKind::StaffMessage);
}

// Where several threads write; the control plane in memory has one.
template <class UnderTest>
class StaffMessagesAtOnce : public StoreContract<UnderTest> {};
using SharedDatabases = testing::Types<SqliteUnderTest, PostgresUnderTest>;
TYPED_TEST_SUITE(StaffMessagesAtOnce, SharedDatabases);

TYPED_TEST(StaffMessagesAtOnce, ManyAtOnceGetNoFurtherThanOne) {
    constexpr std::size_t each = 400;
    std::atomic<std::size_t> written_to = 0;
    {
        std::vector<std::jthread> writers;
        for (core::Ticket writer = 0; writer < 8; ++writer) {
            writers.emplace_back([&, writer] {
                std::vector<core::Ticket> guests(each);
                std::iota(guests.begin(), guests.end(), writer * each + 1);
                const auto admitted = this->registry().add_staff_message(to(guests));
                written_to += admitted ? admitted->guests.size() : 0;
            });
        }
    }
    EXPECT_EQ(written_to, engine::staff_messages_per_account_max);
    EXPECT_THAT(this->registry().add_staff_message(to({9'999})).value().over_budget,
                ElementsAre(9'999));
}

}  // namespace
}  // namespace standby::store
