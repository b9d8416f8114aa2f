// Finding people by a part of what they are called: everyone once, in order, never without bound.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace standby::store {
namespace {

using core::ResourceNumber;
using core::Ticket;
using engine::PeopleFound;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

template <class UnderTest>
class PeopleSearchContract : public StoreContract<UnderTest> {
protected:
    void put(Ticket entry, std::string_view name) { put(changes_, entry, person(name)); }
    void put(Changes& changes, Ticket entry, const engine::Person& someone) {
        engine::ResourceChange change = changes.next(1, at(1));
        change.people = {{.entry = entry, .person = someone}};
        ASSERT_TRUE(this->commit(change));
    }
    PeopleFound find(std::string_view text, Ticket after = 0, std::size_t limit = all,
                     std::size_t looked_at_max = all) {
        return this->store()
            .find_people(
                resource_,
                {.text = text, .after = after, .limit = limit, .looked_at_max = looked_at_max})
            .value();
    }

    ResourceNumber resource_ = this->allocate();
    Changes changes_{resource_};
};
TYPED_TEST_SUITE(PeopleSearchContract, Stores);

TYPED_TEST(PeopleSearchContract, FindsByAnyPartInTheOrderOfTickets) {
    this->put(9, "Zoë Älvdalen");
    this->put(2, "ada");
    this->put(5, "ÄLVSBYN");
    this->restart();
    EXPECT_THAT(this->find("älv").tickets, ElementsAre(5, 9));
    EXPECT_THAT(this->find("ZOË").tickets, ElementsAre(9));
    EXPECT_THAT(this->find("ADA@example").tickets, ElementsAre(2));
    EXPECT_THAT(this->find("user-ada").tickets, ElementsAre(2));
    EXPECT_THAT(this->find("012 345").tickets, ElementsAre(2, 5, 9));
    EXPECT_THAT(this->find("nobody").tickets, IsEmpty());
    EXPECT_EQ(this->find("älv").next, std::nullopt);
    EXPECT_EQ(this->find("älv").looked_at, 3u);
}

TYPED_TEST(PeopleSearchContract, TakesHostileTextsLiterally) {
    this->put(1, "ada");
    this->put(2, "50% _off_ 'now' \"quoted\" 🙂");
    for (const std::string_view text : {"%", "_", "'", "\"", "🙂", "' \"", "% _"}) {
        EXPECT_THAT(this->find(text).tickets, ElementsAre(2)) << text;
    }
    using namespace std::string_view_literals;
    for (const std::string_view text :
         {""sv, " "sv, "\0"sv, "ada\0"sv, "\xff"sv, "' OR 1=1 --"sv}) {
        EXPECT_THAT(this->find(text).tickets, IsEmpty()) << text;
    }
}

TYPED_TEST(PeopleSearchContract, SeesOnlyTheResource) {
    this->put(1, "ada");
    const ResourceNumber other = this->allocate();
    Changes changes{other};
    this->put(changes, 2, person("ada"));
    EXPECT_THAT(this->find("ada").tickets, ElementsAre(1));
    const auto unknown = this->store().find_people(
        ResourceNumber{999}, {.text = "ada", .limit = all, .looked_at_max = all});
    EXPECT_EQ(unknown.value(), PeopleFound{});
}

TYPED_TEST(PeopleSearchContract, PagesShowEveryoneOnce) {
    std::vector<Ticket> expected;
    for (Ticket entry = 1; entry <= 23; ++entry) {
        const bool is_wanted = entry % 3 != 0;
        this->put(entry, is_wanted ? "wanted" : "other");
        if (is_wanted) {
            expected.push_back(entry);
        }
    }
    for (const std::size_t limit : {1u, 2u, 5u, 100u}) {
        for (const std::size_t looked_at_max : {1u, 4u, 100u}) {
            std::vector<Ticket> seen;
            Ticket after = 0;
            while (true) {
                const PeopleFound found = this->find("WANTED", after, limit, looked_at_max);
                EXPECT_LE(found.tickets.size(), limit);
                EXPECT_LE(found.looked_at, looked_at_max);
                seen.insert(seen.end(), found.tickets.begin(), found.tickets.end());
                if (!found.next) {
                    break;
                }
                ASSERT_GT(*found.next, after);
                after = *found.next;
            }
            EXPECT_EQ(seen, expected) << limit << " " << looked_at_max;
        }
    }
}

TYPED_TEST(PeopleSearchContract, FindsWhatAPersonIsCalledNow) {
    this->put(1, "ada");
    this->put(1, "eve");
    EXPECT_THAT(this->find("ada").tickets, IsEmpty());
    EXPECT_THAT(this->find("eve").tickets, ElementsAre(1));
}

TEST(PeopleSearchFaults, AFailedReadIsNoAnswer) {
    MemoryStore store;
    store.set_faults([](Call) { return Fault::FailBefore; });
    const auto found =
        store.find_people(ResourceNumber{1}, {.text = "ada", .limit = 1, .looked_at_max = 1});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error(), engine::StoreError::OutcomeUnknown);
}

}  // namespace
}  // namespace standby::store
