// What businesses offer: kept as it was given, by account, under numbers that are never given
// twice.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::CatalogueItem;
using engine::CatalogueKind;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class CatalogueContract : public StoreContract<UnderTest> {};
TYPED_TEST_SUITE(CatalogueContract, Stores);

CatalogueItem colour() {
    return {.account = AccountNumber{1},
            .name = "Colour",
            .other_names = {"Color", "Färben"},
            .duration = std::chrono::hours{2},
            .price = core::Money{.amount = 9'000, .currency = {'C', 'H', 'F'}},
            .buffer = std::chrono::minutes{15},
            .created_at = at(1)};
}

TYPED_TEST(CatalogueContract, KeepsItemsAsTheyWereGiven) {
    CatalogueItem service = this->registry().add_catalogue_item(colour()).value();
    CatalogueItem person{.account = AccountNumber{1},
                         .kind = CatalogueKind::Person,
                         .name = "Anna",
                         .services = {service.number, 77},
                         .hours = {{540, 480}, {1'980, 60}},
                         .created_at = at(2)};
    person = this->registry().add_catalogue_item(person).value();
    CatalogueItem place{.account = AccountNumber{1},
                        .kind = CatalogueKind::Place,
                        .name = "Window",
                        .size_min = 2,
                        .size_max = 4,
                        .created_at = at(3)};
    place = this->registry().add_catalogue_item(place).value();
    EXPECT_EQ(service.number, 1u);
    EXPECT_EQ(place.number, 3u);
    this->restart();
    EXPECT_THAT(this->registry().catalogue(AccountNumber{1}).value(),
                ElementsAre(service, person, place));
    EXPECT_THAT(this->registry().catalogue(AccountNumber{2}).value(), IsEmpty());
}

TYPED_TEST(CatalogueContract, ChangesOnlyWhatIsTheAccountsOwn) {
    CatalogueItem item = this->registry().add_catalogue_item(colour()).value();
    item.name = "Tint";
    item.other_names.clear();
    item.duration.reset();
    item.price.reset();
    item.buffer = Duration{0};
    EXPECT_TRUE(this->registry().change_catalogue_item(item).value());
    CatalogueItem foreign = item;
    foreign.account = AccountNumber{2};
    foreign.name = "Stolen";
    EXPECT_FALSE(this->registry().change_catalogue_item(foreign).value());
    EXPECT_FALSE(
        this->registry().remove_catalogue_item(AccountNumber{2}, item.number, at(5)).value());
    this->restart();
    EXPECT_THAT(this->registry().catalogue(AccountNumber{1}).value(), ElementsAre(item));
}

TYPED_TEST(CatalogueContract, NeverGivesANumberTwice) {
    const CatalogueItem item = this->registry().add_catalogue_item(colour()).value();
    const AccountNumber account{1};
    EXPECT_TRUE(this->registry().remove_catalogue_item(account, item.number, at(5)).value());
    EXPECT_FALSE(this->registry().remove_catalogue_item(account, item.number, at(6)).value());
    EXPECT_FALSE(this->registry().change_catalogue_item(item).value()) << "it is gone";
    EXPECT_THAT(this->registry().catalogue(account).value(), IsEmpty());
    this->restart();
    EXPECT_EQ(this->registry().add_catalogue_item(colour()).value().number, item.number + 1);
}

}  // namespace
}  // namespace standby::store
