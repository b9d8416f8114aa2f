// Tests of shared texts.
#include "core/state/names.hpp"

#include "core/model/limits.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

TEST(Names, TheEmptyTextIsAnyAndHasNumberZero) {
    Names names;
    EXPECT_EQ(names.size(), 1U);
    EXPECT_EQ(names.intern(""), Names::none);
    EXPECT_EQ(names.find(""), Names::none);
    EXPECT_EQ(names.text(Names::none), "");
    EXPECT_EQ(names.size(), 1U);
}

TEST(Names, ATextGetsItsNumberAtFirstSightAndKeepsIt) {
    Names names;
    const NameNumber haircut = names.intern("haircut");
    const NameNumber shave = names.intern("shave");
    EXPECT_NE(haircut, shave);
    EXPECT_NE(haircut, Names::none);
    EXPECT_EQ(names.intern("haircut"), haircut);
    EXPECT_EQ(names.find("shave"), shave);
    EXPECT_EQ(names.text(haircut), "haircut");
    EXPECT_EQ(names.size(), 3U);
}

TEST(Names, LookingATextUpDoesNotAddIt) {
    Names names;
    EXPECT_EQ(names.find("haircut"), Names::unknown);
    EXPECT_EQ(names.size(), 1U);
}

TEST(Names, TextsAreComparedByteByByte) {
    Names names;
    const NameNumber lower = names.intern("haircut");
    EXPECT_NE(names.intern("Haircut"), lower);
    EXPECT_NE(names.intern("haircut "), lower);
    EXPECT_NE(names.intern(std::string_view{"haircut\0", 8}), lower);
}

TEST(Names, HoldAsManyAsTheLimitAndNeverGiveOutUnknown) {
    Names names;
    while (names.size() < limits::names_max) {
        const std::string text = "name " + std::to_string(names.size());
        ASSERT_NE(names.intern(text), Names::unknown);
    }
    EXPECT_EQ(names.text(59'999), "name 59999");
    EXPECT_EQ(names.intern("name 7"), 7);
    EXPECT_DEATH(names.intern("one more"), "");
    EXPECT_DEATH(names.text(60'000), "");
}

}  // namespace
}  // namespace standby::core
