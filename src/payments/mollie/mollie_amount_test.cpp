// Amounts as Mollie writes them: "45.00".
#include "payments/mollie/mollie_amount.hpp"

#include <gtest/gtest.h>

namespace standby::payments {
namespace {

core::Money money(std::int64_t amount, const char (&code)[4]) {
    return {.amount = amount, .currency = {code[0], code[1], code[2]}};
}

TEST(MollieAmount, IsWrittenWithTheDecimalsOfItsCurrency) {
    EXPECT_EQ(mollie_value(money(4500, "EUR")), "45.00");
    EXPECT_EQ(mollie_value(money(5, "EUR")), "0.05");
    EXPECT_EQ(mollie_value(money(0, "EUR")), "0.00");
    EXPECT_EQ(mollie_value(money(4500, "JPY")), "4500");
    EXPECT_EQ(mollie_value(money(4500, "ISK")), "4500");
    EXPECT_EQ(mollie_value(money(4500, "KWD")), "4.500");
}

TEST(MollieAmount, IsReadAsItIsWritten) {
    for (const core::Money& one : {money(4500, "EUR"), money(5, "EUR"), money(4500, "JPY"),
                                   money(4501, "KWD"), money(0, "CHF")}) {
        const std::string code(one.currency.begin(), one.currency.end());
        EXPECT_EQ(money_of_mollie(mollie_value(one), code), one) << code;
    }
    EXPECT_EQ(money_of_mollie("45", "EUR"), money(4500, "EUR"));
    EXPECT_EQ(money_of_mollie("4500.00", "JPY"), money(4500, "JPY"));
}

TEST(MollieAmount, IsNothingWhereItIsNoMoney) {
    for (const std::string_view value :
         {"", ".", "-1.00", "1,00", "45.005", "1e3", " 1.00", "99999999999999999999.00", "1.0.0"}) {
        EXPECT_FALSE(money_of_mollie(value, "EUR")) << value;
    }
    EXPECT_FALSE(money_of_mollie("45.50", "JPY")) << "no half yen";
    EXPECT_FALSE(money_of_mollie("1.00", "eur"));
    EXPECT_FALSE(money_of_mollie("1.00", ""));
}

}  // namespace
}  // namespace standby::payments
