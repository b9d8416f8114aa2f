// A loaded resource is the one that was written, after every step of its life.
#include "tests/store_contract/driver_test_support.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class LoadingContract : public StoreContract<UnderTest> {
protected:
    // Commits what the driver changed, and expects the same state back.
    void commit_and_compare(Driver& driver, Time now) {
        const engine::ResourceChange change = driver.take();
        ASSERT_TRUE(this->commit(change));
        auto loaded = this->store().load(driver.state.number, Time::min());
        ASSERT_TRUE(loaded.has_value());
        ASSERT_TRUE(loaded->has_value());
        engine::LoadedResource& resource = **loaded;
        EXPECT_EQ(resource.head.last_event, driver.state.last_event);
        EXPECT_EQ(resource.head.last_link, change.last_link);
        core::ResourceState settled = driver.state;
        EXPECT_THAT(core::catch_up(settled, driver.context(now)), IsEmpty());
        EXPECT_THAT(core::catch_up(*resource.state, driver.context(now)), IsEmpty());
        EXPECT_EQ(core::fingerprint(*resource.state), core::fingerprint(settled));
    }
};
TYPED_TEST_SUITE(LoadingContract, Stores);

TYPED_TEST(LoadingContract, GivesBackSlotsAfterEveryStep) {
    Driver driver(this->allocate());
    Time now = at(0);
    const auto step = [&](const core::Command& command) {
        now += std::chrono::seconds{1};
        const core::Answer answer = driver.give(command, now);
        this->commit_and_compare(driver, now);
        return answer;
    };
    step(plain_resource(core::Kind::Slots, 0));
    for (std::uint64_t contact = 10; contact < 60; contact += 10) {
        core::Join join;
        join.contacts = {core::ContactKey{contact}, core::ContactKey{contact + 1}};
        step(join);
    }
    core::OpenSlot open;
    open.event_id = "booking-1";
    open.slot.starts_at = now + std::chrono::hours{5};
    open.slot.duration = std::chrono::minutes{30};
    const core::OpeningNumber opening = step(open).opening;
    step(core::ReportSent{core::OfferNumber{1}, now});
    step(core::Decline{core::OfferNumber{1}});
    core::UpdateEntry update;
    update.entry = 4;
    update.contacts_added = {core::ContactKey{99}};
    update.contacts_removed = {core::ContactKey{40}};
    step(update);
    step(core::Leave{5});
    now += std::chrono::hours{2};
    driver.pass(now);
    this->commit_and_compare(driver, now);
    const core::OfferNumber last{static_cast<std::uint32_t>(driver.state.offer_states.size() - 1)};
    step(core::Accept{last});
    EXPECT_EQ(core::view_opening(driver.state, opening)->state, core::OpeningState::Booked);
    this->restart();
    this->commit_and_compare(driver, now);
}

TYPED_TEST(LoadingContract, GivesBackSeatsWithManyEntries) {
    Driver driver(this->allocate());
    driver.give(plain_resource(core::Kind::Seats, 3), at(0));
    for (std::uint64_t contact = 1; contact < 3000; contact += 2) {
        driver.join(contact, at(1));
    }
    this->commit_and_compare(driver, at(1));
    for (core::Ticket entry = 1; entry <= 700; entry += 7) {
        driver.give(core::Leave{entry}, at(2));
    }
    this->restart();
    this->commit_and_compare(driver, at(2));
}

TYPED_TEST(LoadingContract, RemovesContactsSoThatTheyCanJoinAgain) {
    const ResourceNumber number = this->allocate();
    Driver driver(number);
    driver.give(plain_resource(core::Kind::Seats, 0), at(0));
    driver.join(10, at(1));
    ASSERT_TRUE(this->commit(driver.take()));
    core::UpdateEntry update;
    update.entry = 1;
    update.contacts_removed = {core::ContactKey{10}};
    driver.give(update, at(2));
    ASSERT_TRUE(this->commit(driver.take()));

    const auto loaded = this->store().load(number, Time::min()).value();
    core::Join again;
    again.contacts = {core::ContactKey{11}};
    EXPECT_TRUE(core::run(*loaded->state, again, driver.context(at(3))).answer.repeated);
    again.contacts = {core::ContactKey{10}};
    EXPECT_EQ(core::run(*loaded->state, again, driver.context(at(3))).answer.entry, 2u);
}

TYPED_TEST(LoadingContract, LoadsNothingBeforeTheResourceIsCreated) {
    EXPECT_EQ(this->store().load(ResourceNumber{5}, at(0)).value().has_value(), false);
    const ResourceNumber resource = this->allocate();
    EXPECT_EQ(this->store().load(resource, at(0)).value().has_value(), false);
}

TYPED_TEST(LoadingContract, TellsOfRecentAnswersOnly) {
    Driver driver(this->allocate(3));
    driver.give(plain_resource(core::Kind::Seats, 0), at(0));
    engine::ResourceChange change = driver.take();
    change.name = "Courtyard";
    change.answers = {answer(1, at(10)), answer(2, at(20)), answer(3, at(30))};
    ASSERT_TRUE(this->commit(change));
    const auto loaded = this->store().load(driver.state.number, at(10)).value();
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->head.account, engine::AccountNumber{3});
    EXPECT_EQ(loaded->head.name, "Courtyard");
    EXPECT_EQ(loaded->head.last_answer, 3u);
    const auto known = [](const engine::AnswerRow& row) {
        return engine::KnownAnswer{.key = row.key, .number = row.number, .made_at = row.made_at};
    };
    EXPECT_THAT(loaded->answers, ElementsAre(known(answer(2, at(20))), known(answer(3, at(30)))));
}

TYPED_TEST(LoadingContract, RefusesRowsThatMakeNoSense) {
    Driver driver(this->allocate());
    driver.give(plain_resource(core::Kind::Seats, 0), at(0));
    driver.join(1, at(1));
    engine::ResourceChange change = driver.take();
    change.rows.entries[0].data.resize(3);
    ASSERT_TRUE(this->commit(change));
    const auto loaded = this->store().load(driver.state.number, at(0));
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error(), StoreError::Damaged);
}

}  // namespace
}  // namespace standby::store
