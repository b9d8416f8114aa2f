// A slot as its guest knows it.
#include "interchange/view/wished_slot.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

using core::Slot;
using core::Wants;

std::string service_of(const Slot& slot, const Wants& wants) {
    return as_wished(slot, wants).service;
}

TEST(WishedSlot, IsTheNameThatTheGuestAskedFor) {
    const Slot slot{.service = "Perm", .staff = "Zoe", .service_names = {"Colour", "Dye"}};
    EXPECT_EQ(service_of(slot, {.service = "colour"}), "Colour");
    EXPECT_EQ(service_of(slot, {.service = "Cut", .or_services = {"Dye", "Wash"}}), "Dye");
}

TEST(WishedSlot, KeepsItsFirstNameForWhoeverNamedThatOrNothing) {
    const Slot slot{.service = "Perm", .service_names = {"Colour"}};
    EXPECT_EQ(service_of(slot, {}), "Perm");
    EXPECT_EQ(service_of(slot, {.service = "Colour", .or_services = {"PERM"}}), "Perm");
}

TEST(WishedSlot, WithoutAServiceIsWhatItsGuestComesFor) {
    const Slot any{.blank_is_any = true};
    const Slot annas{.staff = "Anna", .service_names = {"Cut", "Perm"}, .blank_is_any = true};
    EXPECT_EQ(service_of(any, {.service = "Perm"}), "Perm");
    EXPECT_EQ(service_of(annas, {.service = "Perm"}), "Perm");
    EXPECT_EQ(service_of(annas, {.service = "Colour", .or_services = {"Perm"}}), "Perm");
    EXPECT_EQ(service_of(annas, {.service = "Cut", .or_services = {"Perm"}}), "") << "either";
    EXPECT_EQ(service_of(annas, {}), "");
}

TEST(WishedSlot, PromisesNobodyAPersonOrAPlaceThatItDoesNotName) {
    const Wants wants{.staff = "Anna", .place = "Window"};
    const Slot any = as_wished({.blank_is_any = true}, wants);
    EXPECT_EQ(any.staff + any.place, "");
    const Slot either = as_wished(
        {.staff = "Ben", .place = "Bar", .staff_names = {"Anna"}, .place_names = {"Window"}},
        wants);
    EXPECT_EQ(either.staff, "Anna");
    EXPECT_EQ(either.place, "Window");
}

}  // namespace
}  // namespace standby::interchange
