// Whose country a number without its code is of.
#include "interchange/contact/phone_region.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

TEST(PhoneRegion, IsWhatTheBusinessChose) {
    EXPECT_EQ(phone_region({.time_zone = "Europe/Berlin", .phone_region = "AT"}, "Europe/Paris"),
              "AT");
}

TEST(PhoneRegion, IsGuessedFromTheBusinessThenFromTheList) {
    EXPECT_EQ(phone_region({.time_zone = "Europe/Berlin"}, "Europe/Paris"), "DE");
    EXPECT_EQ(phone_region({.time_zone = "UTC"}, "Europe/Paris"), "FR");
    EXPECT_EQ(phone_region({.time_zone = "UTC"}, "Etc/GMT+5"), "");
    EXPECT_EQ(phone_region({}), "");
}

}  // namespace
}  // namespace standby::interchange
