// Amounts over there and here: Stripe counts in the smallest unit, too, with exceptions.
#include "payments/stripe/stripe_amount.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace standby::payments {
namespace {

core::Money money(std::int64_t amount, const char (&code)[4]) {
    return {.amount = amount, .currency = {code[0], code[1], code[2]}};
}

TEST(StripeAmount, IsTheSmallestUnit) {
    EXPECT_EQ(stripe_amount(money(4500, "EUR")), 4500);
    EXPECT_EQ(stripe_currency(money(4500, "EUR")), "eur");
    EXPECT_EQ(stripe_amount(money(4500, "JPY")), 4500);
}

TEST(StripeAmount, HasTwoDecimalsOverThereForSomeThatHaveNone) {
    EXPECT_EQ(stripe_amount(money(4500, "ISK")), 450'000);
    EXPECT_EQ(stripe_amount(money(4500, "UGX")), 450'000);
    EXPECT_EQ(money_of_stripe(450'000, "isk"), money(4500, "ISK"));
    EXPECT_FALSE(money_of_stripe(450'050, "isk")) << "half a króna is none";
}

TEST(StripeAmount, HasNoDecimalsOverThereForMadagascar) {
    EXPECT_EQ(stripe_amount(money(4500, "MGA")), 45);
    EXPECT_FALSE(stripe_amount(money(4550, "MGA")));
    EXPECT_EQ(money_of_stripe(45, "mga"), money(4500, "MGA"));
}

TEST(StripeAmount, EndsWithAZeroWhereThereAreThree) {
    EXPECT_EQ(stripe_amount(money(4500, "KWD")), 4500);
    EXPECT_FALSE(stripe_amount(money(4501, "KWD")));
    EXPECT_EQ(money_of_stripe(4500, "kwd"), money(4500, "KWD"));
}

TEST(StripeAmount, IsNothingWhereItDoesNotFitOrIsNoMoney) {
    EXPECT_FALSE(stripe_amount(money(std::numeric_limits<std::int64_t>::max(), "ISK")));
    EXPECT_FALSE(money_of_stripe(-1, "eur"));
    for (const std::string_view code : {"", "eu", "euro", "e1r", "€ur"}) {
        EXPECT_FALSE(money_of_stripe(100, code)) << code;
    }
}

}  // namespace
}  // namespace standby::payments
