// Tests of currencies.
#include "base/currency.hpp"

#include <gtest/gtest.h>

namespace standby {
namespace {

TEST(Currency, HasItsOwnNumberOfDecimals) {
    EXPECT_EQ(currency_decimals("EUR"), 2U);
    EXPECT_EQ(currency_decimals("JPY"), 0U);
    EXPECT_EQ(currency_decimals("XPF"), 0U);
    EXPECT_EQ(currency_decimals("KWD"), 3U);
    EXPECT_EQ(currency_decimals("???"), 2U);
}

}  // namespace
}  // namespace standby
