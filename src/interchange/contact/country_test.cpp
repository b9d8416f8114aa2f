// Where numbers and zones belong: the cases that neighbouring prefixes could confuse.
#include "interchange/contact/country.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

TEST(Country, TheLongestPrefixDecides) {
    EXPECT_EQ(country_of_phone("+49301234567"), "DE");
    EXPECT_EQ(country_of_phone("+15005550006"), "US");
    EXPECT_EQ(country_of_phone("+14165550100"), "CA");
    EXPECT_EQ(country_of_phone("+18765550100"), "JM");
    EXPECT_EQ(country_of_phone("+252611234567"), "SO");
    EXPECT_EQ(country_of_phone("+447700900123"), "GB");
    EXPECT_EQ(country_of_phone("+447781123456"), "GG");
    EXPECT_EQ(country_of_phone("+77011234567"), "KZ");
    EXPECT_EQ(country_of_phone("+79161234567"), "RU");
}

TEST(Country, NumbersOfNoCountryHaveNone) {
    EXPECT_EQ(country_of_phone("+8816123456789"), "");
    EXPECT_EQ(country_of_phone("+97912345678"), "");
    EXPECT_EQ(country_of_phone("0301234567"), "");
    EXPECT_EQ(country_of_phone(""), "");
}

TEST(Country, AZoneIsInACountryUnlessItIsNowhere) {
    EXPECT_EQ(country_of_zone("Europe/Berlin"), "DE");
    EXPECT_EQ(country_of_zone("America/New_York"), "US");
    EXPECT_EQ(country_of_zone("US/Eastern"), "US");
    EXPECT_EQ(country_of_zone("Asia/Calcutta"), "IN");
    EXPECT_EQ(country_of_zone("UTC"), "");
    EXPECT_EQ(country_of_zone("Etc/GMT+5"), "");
    EXPECT_EQ(country_of_zone("Europe"), "");
}

TEST(Country, CodesAreKnown) {
    EXPECT_TRUE(is_country("DE"));
    EXPECT_FALSE(is_country("de"));
    EXPECT_FALSE(is_country("ZZ"));
    EXPECT_FALSE(is_country(""));
}

}  // namespace
}  // namespace standby::interchange
