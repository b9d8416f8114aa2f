// Finding what was written: pages, filters, people, the schedule, answers.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace standby::store {
namespace {

using core::EntryState;
using core::ResourceNumber;
using engine::AccountNumber;
using engine::RowTable;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

template <class UnderTest>
class ReadingContract : public StoreContract<UnderTest> {};
TYPED_TEST_SUITE(ReadingContract, Stores);

template <class Row>
std::vector<std::uint64_t> numbers(const std::vector<Row>& rows) {
    std::vector<std::uint64_t> found;
    for (const Row& each : rows) {
        found.push_back(each.number);
    }
    return found;
}

TYPED_TEST(ReadingContract, PagesEvents) {
    const ResourceNumber resource = this->allocate();
    ASSERT_TRUE(this->commit(Changes(resource).next(5, at(1))));
    engine::Store& store = this->store();
    EXPECT_THAT(numbers(store.events(resource, 0, 2).value()), ElementsAre(1, 2));
    EXPECT_THAT(numbers(store.events(resource, 2, 2).value()), ElementsAre(3, 4));
    EXPECT_THAT(numbers(store.events(resource, 4, no_limit).value()), ElementsAre(5));
    EXPECT_THAT(store.events(resource, 5, 2).value(), IsEmpty());
    EXPECT_THAT(store.events(resource, 500, 2).value(), IsEmpty());
    EXPECT_THAT(store.events(resource, 0, 0).value(), IsEmpty());
    EXPECT_THAT(store.events(ResourceNumber{99}, 0, 2).value(), IsEmpty());
}

TYPED_TEST(ReadingContract, PagesRowsByState) {
    const ResourceNumber resource = this->allocate();
    const ResourceNumber other = this->allocate();
    engine::Batch batch = batch_of(Changes(resource).next(1, at(1)));
    for (const core::Ticket ticket : {1u, 2u, 4u, 5u, 7u}) {
        const EntryState state = ticket % 2 == 1 ? EntryState::Waiting : EntryState::Attended;
        batch.resources[0].rows.entries.push_back(entry_row(ticket, state, "x"));
    }
    batch.resources.push_back(Changes(other).next(1, at(1)));
    batch.resources[1].rows.entries = {entry_row(3, EntryState::Waiting, "x")};
    ASSERT_TRUE(this->store().commit(batch));

    engine::Store& store = this->store();
    const std::vector<std::uint8_t> waiting = {2};
    const std::vector<std::uint8_t> both = {12, 2, 200};
    const std::vector<std::uint8_t> none = {200};
    EXPECT_THAT(numbers(store.rows(RowTable::Entries, resource, 0, 3, {}).value()),
                ElementsAre(1, 2, 4));
    EXPECT_THAT(numbers(store.rows(RowTable::Entries, resource, 4, 3, {}).value()),
                ElementsAre(5, 7));
    EXPECT_THAT(numbers(store.rows(RowTable::Entries, resource, 1, 2, waiting).value()),
                ElementsAre(5, 7));
    EXPECT_THAT(numbers(store.rows(RowTable::Entries, resource, 0, no_limit, both).value()),
                ElementsAre(1, 2, 4, 5, 7));
    EXPECT_THAT(store.rows(RowTable::Entries, resource, 0, 9, none).value(), IsEmpty());
    EXPECT_THAT(store.rows(RowTable::Offers, resource, 0, 9, {}).value(), IsEmpty());
}

TYPED_TEST(ReadingContract, FindsOneRow) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.rows.offers = {row(3, 2, "three")};
    ASSERT_TRUE(this->commit(change));
    EXPECT_EQ(this->store().row(RowTable::Offers, resource, 3).value(),
              stored(3, 2, at(1), "three"));
    EXPECT_EQ(this->store().row(RowTable::Offers, resource, 4).value(), std::nullopt);
    EXPECT_EQ(this->store().row(RowTable::Openings, resource, 3).value(), std::nullopt);
    EXPECT_EQ(this->store().row(RowTable::Offers, ResourceNumber{99}, 3).value(), std::nullopt);
}

TYPED_TEST(ReadingContract, ListsResourcesOfOneAccountOrOfAll) {
    std::vector<std::uint32_t> made;
    for (const std::uint32_t account : {1u, 2u, 1u, 2u}) {
        const ResourceNumber resource = this->allocate(account);
        ASSERT_TRUE(this->commit(Changes(resource).next(1, at(1))));
        made.push_back(resource.value());
    }
    this->allocate(1);  // given out, never created
    const auto list = [&](std::uint32_t account, std::uint32_t after, std::size_t limit) {
        std::vector<std::uint32_t> found;
        const auto listings =
            this->store().resources(AccountNumber{account}, ResourceNumber{after}, limit).value();
        for (const engine::ResourceListing& listing : listings) {
            found.push_back(listing.number.value());
        }
        return found;
    };
    EXPECT_THAT(list(0, 0, 3), ElementsAre(made[0], made[1], made[2]));
    EXPECT_THAT(list(0, made[2], 3), ElementsAre(made[3]));
    EXPECT_THAT(list(2, 0, 9), ElementsAre(made[1], made[3]));
    EXPECT_THAT(list(1, made[0], 1), ElementsAre(made[2]));
    EXPECT_THAT(list(7, 0, 9), IsEmpty());
}

TYPED_TEST(ReadingContract, FindsPeopleInTheOrderOfTickets) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.people = {{.entry = 3, .person = person("cyd")}, {.entry = 1, .person = person("ada")}};
    ASSERT_TRUE(this->commit(change));
    const std::vector<core::Ticket> wanted = {3, 2, 1, 3};
    EXPECT_THAT(this->store().people(resource, wanted).value(),
                ElementsAre(engine::PersonChange{.entry = 1, .person = person("ada")},
                            engine::PersonChange{.entry = 3, .person = person("cyd")}));
    EXPECT_EQ(this->store().person(core::entry_id(resource, 2)).value(), std::nullopt);
}

TYPED_TEST(ReadingContract, FindsAsManyPeopleAsAreAskedFor) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    for (core::Ticket entry = 1; entry <= 40; ++entry) {
        change.people.push_back({.entry = entry, .person = person("ada")});
    }
    ASSERT_TRUE(this->commit(change));
    EXPECT_THAT(this->store().people(resource, {}).value(), IsEmpty());
    for (const std::size_t count : {1, 15, 16, 17, 32, 33, 40}) {
        std::vector<core::Ticket> wanted(count);
        std::iota(wanted.rbegin(), wanted.rend(), core::Ticket{1});
        const auto found = this->store().people(resource, wanted).value();
        ASSERT_EQ(found.size(), count);
        EXPECT_EQ(found.front().entry, 1u);
        EXPECT_EQ(found.back().entry, count);
    }
}

TYPED_TEST(ReadingContract, SchedulesWhatHasSomethingDue) {
    const ResourceNumber one = this->allocate();
    const ResourceNumber two = this->allocate();
    Changes changes(one);
    engine::ResourceChange due = changes.next(1, at(1));
    due.next_due = at(20);
    ASSERT_TRUE(this->commit(due));
    ASSERT_TRUE(this->commit(Changes(two).next(1, at(1))));
    this->restart();
    EXPECT_THAT(this->store().schedule(0, 1).value(), ElementsAre(Pair(one, at(20))));
    ASSERT_TRUE(this->commit(changes.next(1, at(2))));
    EXPECT_THAT(this->store().schedule(0, 1).value(), IsEmpty());
}

TYPED_TEST(ReadingContract, ForgetsAnswersByAge) {
    const ResourceNumber resource = this->allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.answers = {answer(1, at(10)), answer(2, at(20)), answer(3, at(30))};
    ASSERT_TRUE(this->commit(change));
    EXPECT_EQ(this->store().answer(resource, 2).value(), answer(2, at(20)));
    ASSERT_TRUE(this->store().drop_answers(at(20)));
    EXPECT_EQ(this->store().answer(resource, 1).value(), std::nullopt);
    EXPECT_EQ(this->store().answer(resource, 2).value(), answer(2, at(20)));
    this->restart();
    ASSERT_TRUE(this->store().drop_answers(at(31)));
    EXPECT_EQ(this->store().answer(resource, 3).value(), std::nullopt);
}

}  // namespace
}  // namespace standby::store
