// The trail of what staff did.
#include "engine/history/staff_record.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::DeedOrigin;
using engine::StaffRow;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr AccountNumber one{1};
constexpr AccountNumber two{2};

template <class UnderTest>
class StaffTrailContract : public StoreContract<UnderTest> {
protected:
    void add(AccountNumber account, std::string act, int minute) {
        DeedOrigin origin{.salt = {}, .client = "192.0.2.1"};
        origin.salt.fill(std::byte{7});
        EXPECT_TRUE(this->registry().add_deed(account, {.act = std::move(act), .member = 3}, origin,
                                              at(minute)));
    }
    std::vector<std::string> acts(AccountNumber account, std::uint64_t before = 0,
                                  std::size_t limit = 100) {
        std::vector<std::string> found;
        const std::vector<StaffRow> rows = this->registry().deeds(account, before, limit).value();
        for (const StaffRow& row : rows) {
            found.push_back(engine::decode_record(row.data).value().deed.act);
        }
        return found;
    }
    std::vector<std::string> findings(AccountNumber account) {
        std::vector<StaffRow> rows = this->registry().deeds(account, 0, 100).value();
        std::ranges::reverse(rows);
        engine::StaffTrailCheck check;
        for (const StaffRow& row : rows) {
            check.add(row);
        }
        return check.findings();
    }
};
TYPED_TEST_SUITE(StaffTrailContract, Stores);

TYPED_TEST(StaffTrailContract, EachAccountHasAChainOfItsOwn) {
    this->add(one, "a", 1);
    this->add(two, "x", 2);
    this->add(one, "b", 3);
    this->add(one, "c", 2);  // a clock that was set back
    this->restart();
    this->add(two, "y", 4);
    EXPECT_THAT(this->acts(one), ElementsAre("c", "b", "a"));
    EXPECT_THAT(this->acts(two), ElementsAre("y", "x"));
    EXPECT_THAT(this->acts(AccountNumber{3}), IsEmpty());
    EXPECT_THAT(this->findings(one), IsEmpty());
    EXPECT_THAT(this->findings(two), IsEmpty());
    EXPECT_EQ(this->registry().deeds(one, 0, 1).value().front().at, at(3));
}

TYPED_TEST(StaffTrailContract, IsReadPageByPage) {
    for (int number = 1; number <= 5; ++number) {
        this->add(one, std::string(1, static_cast<char>('a' + number - 1)), number);
    }
    EXPECT_THAT(this->acts(one, 0, 2), ElementsAre("e", "d"));
    EXPECT_THAT(this->acts(one, 4, 2), ElementsAre("c", "b"));
    EXPECT_THAT(this->acts(one, 2, 2), ElementsAre("a"));
    EXPECT_THAT(this->acts(one, 1, 2), IsEmpty());
}

TYPED_TEST(StaffTrailContract, ForgetsWhereOldDeedsCameFrom) {
    this->add(one, "a", 1);
    this->add(one, "b", 5);
    EXPECT_EQ(this->registry().forget_origins(at(5)).value(), 1u);
    EXPECT_EQ(this->registry().forget_origins(at(5)).value(), 0u);
    const auto rows = this->registry().deeds(one, 0, 10).value();
    ASSERT_THAT(rows, SizeIs(2));
    EXPECT_EQ(rows[0].origin.client, "192.0.2.1");
    EXPECT_EQ(rows[1].origin, DeedOrigin{});
    EXPECT_THAT(this->findings(one), IsEmpty());
}

}  // namespace
}  // namespace standby::store
