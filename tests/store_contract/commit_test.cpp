// What a commit writes, and that it writes all or nothing.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::EntryState;
using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class CommitContract : public StoreContract<UnderTest> {};
TYPED_TEST_SUITE(CommitContract, Stores);

TYPED_TEST(CommitContract, WritesEveryPartOfAChange) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(2, at(10));
    change.next_due = at(99);
    change.name = "Table for two";
    change.rows.entries = {entry_row(1, EntryState::Waiting, "one")};
    change.rows.offers = {row(1, 1, "offer")};
    change.rows.openings = {row(1, 2, "opening")};
    change.outbox = {message(engine::MessageKind::Offer, 1, at(11))};
    change.answers = {answer(1, at(10))};
    change.people = {{.entry = 1, .person = person("ada")}};
    ASSERT_TRUE(this->commit(change));

    for (const bool again : {false, true}) {
        SCOPED_TRACE(again ? "after a restart" : "at once");
        engine::Store& store = this->store();
        EXPECT_EQ(store.events(resource, 0, 10).value(), change.events);
        EXPECT_THAT(store.rows(RowTable::Entries, resource, 0, 10, {}).value(),
                    ElementsAre(stored(1, 2, at(10), "one")));
        EXPECT_THAT(store.rows(RowTable::Offers, resource, 0, 10, {}).value(),
                    ElementsAre(stored(1, 1, at(10), "offer")));
        EXPECT_THAT(store.rows(RowTable::Openings, resource, 0, 10, {}).value(),
                    ElementsAre(stored(1, 2, at(10), "opening")));
        EXPECT_EQ(store.messages({.resource = resource}, 0, 10).value().size(), 1u);
        EXPECT_EQ(store.answer(resource, 1).value(), answer(1, at(10)));
        EXPECT_EQ(store.person(core::entry_id(resource, 1)).value(), person("ada"));
        const auto listing = store.resources(engine::AccountNumber{}, {}, 10).value();
        ASSERT_EQ(listing.size(), 1u);
        EXPECT_EQ(listing[0].number, resource);
        EXPECT_EQ(listing[0].account, engine::AccountNumber{1});
        EXPECT_EQ(listing[0].name, "Table for two");
        EXPECT_EQ(listing[0].status, core::ResourceStatus::Active);
        EXPECT_EQ(listing[0].next_due, at(99));
        EXPECT_EQ(listing[0].last_event, 2u);
        EXPECT_EQ(listing[0].last_link, link_of(2));
        EXPECT_EQ(listing[0].data, bytes_of("resource"));
        this->restart();
    }
}

TYPED_TEST(CommitContract, ReplacesRowsPeopleAndNames) {
    const ResourceNumber resource = this->allocate();
    Changes changes(resource);
    engine::ResourceChange first = changes.next(1, at(1));
    first.rows.entries = {entry_row(1, EntryState::Waiting, "a"),
                          entry_row(2, EntryState::Waiting, "b")};
    first.people = {{.entry = 1, .person = person("ada")}};
    first.name = "before";
    first.next_due = at(50);
    ASSERT_TRUE(this->commit(first));
    engine::ResourceChange second = changes.next(1, at(2));
    second.rows.entries = {entry_row(2, EntryState::Left, "c")};
    second.people = {{.entry = 1, .person = person("eve")}};
    second.name = "after";
    ASSERT_TRUE(this->commit(second));
    engine::ResourceChange third = changes.next(0, at(3));
    third.rows.resource.clear();
    third.answers = {answer(1, at(3))};
    ASSERT_TRUE(this->commit(third)) << "an answer may come without an event";

    EXPECT_THAT(this->store().rows(RowTable::Entries, resource, 0, 10, {}).value(),
                ElementsAre(stored(1, 2, at(1), "a"), stored(2, 8, at(2), "c")));
    EXPECT_EQ(this->store().person(core::entry_id(resource, 1)).value(), person("eve"));
    const auto listing = this->store().resources({}, {}, 10).value();
    ASSERT_EQ(listing.size(), 1u);
    EXPECT_EQ(listing[0].name, "after");
    EXPECT_EQ(listing[0].next_due, std::nullopt);
    EXPECT_EQ(listing[0].data, bytes_of("resource")) << "no row means that it did not change";
}

// Each is a change of a second resource that makes the whole batch impossible.
TYPED_TEST(CommitContract, ARowOfAnEntryWithoutDataChangesOnlyItsState) {
    const ResourceNumber resource = this->allocate();
    Changes changes(resource);
    engine::ResourceChange first = changes.next(1, at(1));
    first.rows.entries = {entry_row(1, EntryState::Attended, "all of it")};
    ASSERT_TRUE(this->commit(first));
    engine::ResourceChange second = changes.next(1, at(2));
    second.rows.entries = {entry_row(1, EntryState::NoShow, "")};
    ASSERT_TRUE(this->commit(second));
    EXPECT_THAT(
        this->store().rows(RowTable::Entries, resource, 0, 10, {}).value(),
        ElementsAre(stored(1, static_cast<std::uint8_t>(EntryState::NoShow), at(2), "all of it")));
}

TYPED_TEST(CommitContract, WritesNothingWhenOnePartIsBad) {
    const ResourceNumber good = this->allocate();
    const ResourceNumber bad = this->allocate();
    Changes bad_changes(bad);
    engine::ResourceChange known = bad_changes.next(2, at(1));
    known.answers = {answer(1, at(1))};
    ASSERT_TRUE(this->commit(known));

    std::vector<std::pair<std::string, engine::ResourceChange>> cases;
    cases.emplace_back("never allocated", Changes(ResourceNumber{77}).next(1, at(2)));
    cases.emplace_back("events written before", Changes(bad).next(2, at(2)));
    engine::ResourceChange gap = bad_changes.next(2, at(2));
    gap.events.erase(gap.events.begin());
    cases.emplace_back("a gap in the events", gap);
    engine::ResourceChange twice = Changes(bad).next(2, at(2));
    twice.events.clear();
    twice.answers = {answer(1, at(2))};
    cases.emplace_back("an answer number twice", twice);
    engine::ResourceChange contact = Changes(bad).next(2, at(2));
    contact.events.clear();
    contact.rows.contacts = {{.entry = 9, .contact = core::ContactKey{5}}};
    cases.emplace_back("a contact of nobody", contact);
    cases.emplace_back("a resource twice", Changes(good).next(1, at(2)));

    for (const auto& [name, change] : cases) {
        SCOPED_TRACE(name);
        engine::Batch batch = batch_of(Changes(good).next(1, at(2)));
        batch.resources[0].rows.entries = {entry_row(1, EntryState::Waiting, "a")};
        batch.resources[0].outbox = {message(engine::MessageKind::Offer, 1, at(2))};
        batch.resources.push_back(change);
        EXPECT_EQ(this->store().commit(batch), std::unexpected(StoreError::NotCommitted));
        EXPECT_THAT(this->store().events(good, 0, 10).value(), IsEmpty());
        EXPECT_THAT(this->store().rows(RowTable::Entries, good, 0, 10, {}).value(), IsEmpty());
        EXPECT_THAT(this->store().messages({.resource = good}, 0, 10).value(), IsEmpty());
        EXPECT_EQ(this->store().events(bad, 0, 10).value().size(), 2u);
    }
    EXPECT_TRUE(this->commit(Changes(good).next(1, at(3)))) << "it goes on afterwards";
}

TYPED_TEST(CommitContract, WritesManyResourcesTogether) {
    engine::Batch batch;
    for (int count = 0; count < 20; ++count) {
        batch.resources.push_back(Changes(this->allocate()).next(3, at(1)));
    }
    ASSERT_TRUE(this->store().commit(batch));
    for (const engine::ResourceChange& change : batch.resources) {
        EXPECT_EQ(this->store().events(change.resource, 0, 10).value(), change.events);
    }
}

TYPED_TEST(CommitContract, TakesAnEmptyBatch) {
    EXPECT_TRUE(this->store().commit({}));
}

TYPED_TEST(CommitContract, KeepsTheFullRangeOfNumbersTextsAndBytes) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.rows.entries = {row(0xffff'ffff, 12, std::string_view("\0\xff\0", 3))};
    change.answers = {{.number = 0x7fff'ffff'ffff'ffff,
                       .key = {.high = 0xffff'ffff'ffff'ffff, .low = 0x8000'0000'0000'0000},
                       .request_digest = 0xffff'ffff'ffff'ffff,
                       .made_at = at(1),
                       .status = 65535,
                       .body = std::string("a\0b", 3)}};
    change.people = {{.entry = 0xffff'ffff, .person = {.name = "Zoë '; DROP TABLE people; 🙂"}}};
    change.rows.facts = {{.kind = core::FactKind::SeenEvent,
                          .key = 0xffff'ffff'ffff'ffff,
                          .value = 0xffff'ffff'ffff'ffff}};
    ASSERT_TRUE(this->commit(change));
    this->restart();
    EXPECT_THAT(this->store().rows(RowTable::Entries, resource, 0, 10, {}).value(),
                ElementsAre(stored(0xffff'ffff, 12, at(1), std::string_view("\0\xff\0", 3))));
    EXPECT_EQ(this->store().answer(resource, 0x7fff'ffff'ffff'ffff).value(), change.answers[0]);
    EXPECT_EQ(this->store().person(core::entry_id(resource, 0xffff'ffff)).value(),
              change.people[0].person);
}

}  // namespace
}  // namespace standby::store
