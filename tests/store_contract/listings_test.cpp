// Going through the lists of an account: in pages, without those to practise on.
#include "engine/ports/listings.hpp"

#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::GoOn;
using testing::ElementsAre;
using testing::SizeIs;

template <class UnderTest>
class ListingsContract : public StoreContract<UnderTest> {
protected:
    ResourceNumber make(bool is_for_practice, std::uint32_t account = 1) {
        const ResourceNumber number = this->allocate(account);
        core::ResourceState state(number);
        core::CreateResource create;
        create.settings.practice = is_for_practice;
        EXPECT_FALSE(core::run(state, create, {.now = at(0), .zones = &zones_}).refusal);
        engine::ResourceChange change = Changes(number).next(1, at(0));
        change.name = "List " + std::to_string(number.value());
        change.rows = core::take_changes(state);
        EXPECT_TRUE(this->commit(change));
        return number;
    }
    std::vector<ResourceNumber> lists(std::uint32_t account, std::size_t limit = 1'000) {
        std::vector<ResourceNumber> found;
        EXPECT_TRUE(engine::for_each_list(
            this->store(), AccountNumber{account},
            [&](const engine::ResourceListing& list) -> Result<GoOn, engine::StoreError> {
                found.push_back(list.number);
                return found.size() < limit ? GoOn::Yes : GoOn::No;
            }));
        return found;
    }

    core::ZoneBook zones_;
};
TYPED_TEST_SUITE(ListingsContract, Stores);

TYPED_TEST(ListingsContract, ShowsAllOfAnAccountButThoseToPractiseOn) {
    const ResourceNumber first = this->make(false);
    this->make(true);
    const ResourceNumber other = this->make(false, 2);
    const ResourceNumber last = this->make(false);
    EXPECT_THAT(this->lists(1), ElementsAre(first, last));
    EXPECT_THAT(this->lists(2), ElementsAre(other));
    EXPECT_THAT(this->lists(0), ElementsAre(first, other, last));
    EXPECT_THAT(this->lists(1, 1), ElementsAre(first)) << "until it is told to stop";
}

TYPED_TEST(ListingsContract, GoesOnAfterAPage) {
    for (int count = 0; count < 203; ++count) {
        this->make(count % 100 == 1);
    }
    EXPECT_THAT(this->lists(1), SizeIs(200));
}

TYPED_TEST(ListingsContract, FindsOneByItsNumber) {
    const ResourceNumber number = this->make(true);
    const auto found = engine::listing_of(this->store(), number).value();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->number, number);
    EXPECT_TRUE(engine::is_for_practice(*found));
    const ResourceNumber next{number.value() + 1};
    EXPECT_FALSE(engine::listing_of(this->store(), next).value());
    EXPECT_FALSE(engine::listing_of(this->store(), ResourceNumber{number.value() - 1}).value())
        << "the one after it is another one";
}

}  // namespace
}  // namespace standby::store
