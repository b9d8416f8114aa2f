// Parts of prices, to the smallest unit.
#include "core/rules/price_parts.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace standby::core {
namespace {

TEST(PriceParts, AShareIsAnAmountOrAPercentage) {
    EXPECT_EQ(share_of({.amount = Money{.amount = 1000}}, 4500), 1000);
    EXPECT_EQ(share_of({.amount = Money{.amount = 9000}}, 4500), 4500) << "never more than it all";
    EXPECT_EQ(share_of({.amount = {}, .percent_hundredths = 2000}, 4500), 900);
    EXPECT_EQ(share_of({.amount = {}, .percent_hundredths = 10'000}, 4500), 4500);
    EXPECT_EQ(share_of({.amount = {}, .percent_hundredths = 3333}, 100), 33);
    EXPECT_EQ(share_of({.amount = {}, .percent_hundredths = 5000}, 5), 3) << "half is rounded up";
}

TEST(PriceParts, TaxIsContainedInThePrice) {
    EXPECT_EQ(tax_in(Tax{.percent_hundredths = 1900, .label = "VAT"}, 4500), 718);
    EXPECT_EQ(tax_in(Tax{.percent_hundredths = 1900, .label = "VAT"}, 11'900), 1900);
    EXPECT_EQ(tax_in(std::nullopt, 4500), 0);
    EXPECT_EQ(tax_in(Tax{.percent_hundredths = 0, .label = "VAT"}, 4500), 0);
}

TEST(PriceParts, HoldForTheGreatestAmountsToo) {
    constexpr std::int64_t great = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(share_of({.amount = {}, .percent_hundredths = 10'000}, great), great);
    EXPECT_GT(tax_in(Tax{.percent_hundredths = 1900, .label = "VAT"}, great), great / 7);
}

TEST(PriceParts, ADepositStandsInForThePriceOrIsTakenOffIt) {
    Rules rules;
    EXPECT_EQ(due_on_claiming(rules, Money{.amount = 4500}).amount.amount, 4500);
    rules.deposit = Deposit{.share = {.amount = {}, .percent_hundredths = 2000}};
    const ClaimPrice deposit = due_on_claiming(rules, Money{.amount = 4500});
    EXPECT_EQ(deposit.amount.amount, 900);
    EXPECT_TRUE(deposit.is_deposit);
    rules.deposit->due = DepositDue::OnJoining;
    const ClaimPrice rest = due_on_claiming(rules, Money{.amount = 4500});
    EXPECT_EQ(rest.amount.amount, 3600);
    EXPECT_FALSE(rest.is_deposit);
}

}  // namespace
}  // namespace standby::core
