// A person stands beside the entry with everything that was said, what they agreed to included.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::Person;
using testing::ElementsAre;

template <class UnderTest>
class PeopleContract : public StoreContract<UnderTest> {
protected:
    void put(core::Ticket entry, const Person& someone) {
        engine::ResourceChange change = changes_.next(1, at(1));
        change.people = {{.entry = entry, .person = someone}};
        ASSERT_TRUE(this->commit(change));
    }
    std::optional<Person> person_of(core::Ticket entry) {
        return this->store().person(core::entry_id(resource_, entry)).value();
    }

    ResourceNumber resource_ = this->allocate();
    Changes changes_{resource_};
};
TYPED_TEST_SUITE(PeopleContract, Stores);

TYPED_TEST(PeopleContract, KeepsWhatTheyAgreedTo) {
    Person ada = person("ada");
    ada.consent_text = "Ja, schreibt mir — per SMS 🙂";
    ada.consent_source = "api";
    ada.consent_at = at(-5);
    this->put(1, ada);
    this->put(2, person("eve"));
    this->restart();
    EXPECT_EQ(this->person_of(1), ada);
    const std::vector<core::Ticket> both{1, 2};
    EXPECT_THAT(this->store().people(this->resource_, both).value(),
                ElementsAre(engine::PersonChange{.entry = 1, .person = ada},
                            engine::PersonChange{.entry = 2, .person = person("eve")}));
}

TYPED_TEST(PeopleContract, FindsThoseOfManyListsInOneLook) {
    std::vector<core::EntryId> asked;
    std::vector<std::pair<core::EntryId, Person>> expected;
    for (int list = 0; list < 3; ++list) {
        const ResourceNumber resource = this->allocate();
        engine::ResourceChange change = Changes(resource).next(1, at(1));
        for (core::Ticket entry = 1; entry <= 20; ++entry) {
            const core::EntryId id = core::entry_id(resource, entry);
            asked.insert(asked.begin(), id);
            if (entry % 3 != 0) {  // the others were erased
                const Person someone = person(std::to_string(id.value()));
                change.people.push_back({.entry = entry, .person = someone});
                expected.emplace_back(id, someone);
            }
        }
        ASSERT_TRUE(this->commit(change));
    }
    asked.push_back(asked.front());
    EXPECT_EQ(this->store().people_of(asked).value(), expected);
    EXPECT_THAT(this->store().people_of({}).value(), testing::IsEmpty());
}

TYPED_TEST(PeopleContract, KeepsThatTheyAgreedToNothing) {
    const Person silent{.name = "Silent", .email = "silent@example.org"};
    this->put(1, silent);
    EXPECT_EQ(this->person_of(1), silent);
    EXPECT_EQ(this->person_of(1)->consent_at, std::nullopt);
}

TYPED_TEST(PeopleContract, ReplacesAllOfThem) {
    this->put(1, person("ada"));
    Person withdrawn = person("ada");
    withdrawn.consent_text.clear();
    withdrawn.consent_source.clear();
    withdrawn.consent_at.reset();
    this->put(1, withdrawn);
    EXPECT_EQ(this->person_of(1), withdrawn);
    this->put(1, person("ada"));
    EXPECT_EQ(this->person_of(1), person("ada"));
}

}  // namespace
}  // namespace standby::store
