// Figures that no event tells: they add up, and stay over a restart.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::LateLookCount;
using engine::MonthSuggestion;
using engine::RuleChange;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr engine::MonthNumber october = 2026 * 12 + 9;
constexpr Time now{};

template <class UnderTest>
class HouseFiguresContract : public StoreContract<UnderTest> {
protected:
    std::vector<LateLookCount> looks(std::int32_t from, std::int32_t to) {
        return this->registry().late_looks(salon, from, to).value();
    }
    core::ResourceNumber salon{7};
    core::ResourceNumber clinic{8};
};
TYPED_TEST_SUITE(HouseFiguresContract, Stores);

TYPED_TEST(HouseFiguresContract, LooksAddUp) {
    engine::Registry& registry = this->registry();
    ASSERT_TRUE(registry.add_late_looks({}));
    EXPECT_THAT(this->looks(0, 99'999), IsEmpty());
    const std::vector<LateLookCount> first{
        {this->salon, 20'000, 0, 2}, {this->salon, 20'001, 6, 1}, {this->clinic, 20'000, 0, 9}};
    const std::vector<LateLookCount> second{{this->salon, 20'000, 0, 3},
                                            {this->salon, 20'000, 1, 1}};
    ASSERT_TRUE(registry.add_late_looks(first));
    ASSERT_TRUE(registry.add_late_looks(second));
    this->restart();
    EXPECT_THAT(this->looks(0, 99'999), ElementsAre(LateLookCount{this->salon, 20'000, 0, 5},
                                                    LateLookCount{this->salon, 20'000, 1, 1},
                                                    LateLookCount{this->salon, 20'001, 6, 1}));
    EXPECT_THAT(this->looks(20'001, 20'001), ElementsAre(LateLookCount{this->salon, 20'001, 6, 1}));
    EXPECT_THAT(this->looks(20'002, 20'001), IsEmpty());
}

TYPED_TEST(HouseFiguresContract, TheFirstSuggestionForAMonthStays) {
    const AccountNumber house{3};
    const AccountNumber another{4};
    const MonthSuggestion found{.resource = core::ResourceNumber{5},
                                .list = {},
                                .change = RuleChange::LateYesAndAutoWindow,
                                .filled_now = 0.25,
                                .filled_then = 0.625};
    EXPECT_EQ(this->registry().kept_suggestion(house, october).value(), std::nullopt);
    ASSERT_TRUE(this->registry().keep_suggestion(house, october, found, now));
    ASSERT_TRUE(this->registry().keep_suggestion(house, october, std::nullopt, now));
    ASSERT_TRUE(this->registry().keep_suggestion(another, october, std::nullopt, now));
    this->restart();
    const auto kept = this->registry().kept_suggestion(house, october).value();
    ASSERT_TRUE(kept && *kept);
    EXPECT_EQ(**kept, found);
    const auto nothing = this->registry().kept_suggestion(another, october).value();
    ASSERT_TRUE(nothing.has_value()) << "that there is none is known, too";
    EXPECT_FALSE(nothing->has_value());
    EXPECT_EQ(this->registry().kept_suggestion(house, october + 1).value(), std::nullopt);
}

}  // namespace
}  // namespace standby::store
