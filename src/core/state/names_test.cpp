// Tests of shared texts.
#include "core/state/names.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace standby::core {
namespace {

TEST(Names, TheEmptyTextIsAnyAndHasNumberZero) {
    Names names;
    EXPECT_EQ(names.size(), 0U);
    EXPECT_EQ(names.hold(""), Names::none);
    EXPECT_EQ(names.find(""), Names::none);
    EXPECT_EQ(names.text(Names::none), "");
    names.release(Names::none);
    EXPECT_EQ(names.text(Names::none), "");
    EXPECT_EQ(names.size(), 0U);
}

TEST(Names, ATextGetsItsNumberAtFirstSightAndKeepsIt) {
    Names names;
    const NameNumber haircut = names.hold("haircut");
    const NameNumber shave = names.hold("shave");
    EXPECT_NE(haircut, shave);
    EXPECT_NE(haircut, Names::none);
    EXPECT_EQ(names.hold("haircut"), haircut);
    EXPECT_EQ(names.find("shave"), shave);
    EXPECT_EQ(names.text(haircut), "haircut");
    EXPECT_EQ(names.size(), 2U);
}

TEST(Names, NamesThatAreTheSameShareAKey) {
    Names names;
    const NameNumber first = names.hold("Colour");
    const NameNumber second = names.hold(" COLOUR");
    const NameNumber other = names.hold("Cut");
    EXPECT_NE(first, second) << "texts are kept as they were written";
    EXPECT_EQ(names.key(first), names.key(second));
    EXPECT_NE(names.key(first), names.key(other));
    EXPECT_EQ(names.key(Names::none), Names::none);
    EXPECT_EQ(names.key_text(names.key(second)), "colour");
    EXPECT_EQ(names.find_key("cölour"), names.key(first));
    names.release(first);
    EXPECT_EQ(names.find_key("colour"), names.key(second)) << "one name is left that has it";
    names.release(second);
    EXPECT_EQ(names.find_key("colour"), Names::unknown);
    EXPECT_EQ(names.find_key(""), Names::none);
}

TEST(Names, LookingATextUpDoesNotAddIt) {
    Names names;
    EXPECT_EQ(names.find("haircut"), Names::unknown);
    EXPECT_EQ(names.size(), 0U);
}

TEST(Names, TextsAreComparedByteByByte) {
    Names names;
    const NameNumber lower = names.hold("haircut");
    EXPECT_NE(names.hold("Haircut"), lower);
    EXPECT_NE(names.hold("haircut "), lower);
    EXPECT_NE(names.hold(std::string_view{"haircut\0", 8}), lower);
}

TEST(Names, ATextStaysUntilItsLastUserIsGone) {
    Names names;
    const NameNumber haircut = names.hold("haircut");
    names.hold("haircut");
    names.release(haircut);
    EXPECT_EQ(names.find("haircut"), haircut);
    names.release(haircut);
    EXPECT_EQ(names.find("haircut"), Names::unknown);
    EXPECT_EQ(names.size(), 0U);
}

TEST(Names, ANumberThatNobodyUsesIsGivenOutAgain) {
    Names names;
    const NameNumber haircut = names.hold("haircut");
    const NameNumber shave = names.hold("shave");
    names.release(haircut);
    EXPECT_EQ(names.hold("colour"), haircut);
    EXPECT_EQ(names.text(haircut), "colour");
    EXPECT_EQ(names.find("haircut"), Names::unknown);
    EXPECT_EQ(names.text(shave), "shave");
}

TEST(Names, ACopyIsItsOwn) {
    Names names;
    const NameNumber haircut = names.hold("haircut");
    Names copy = names;
    copy.release(haircut);
    EXPECT_EQ(copy.find("haircut"), Names::unknown);
    EXPECT_EQ(names.text(haircut), "haircut");
}

TEST(Names, MemoryFollowsWhatIsInUse) {
    Names names;
    std::size_t after_a_thousand = 0;
    for (int count = 0; count < 100'000; ++count) {
        names.release(
            names.hold("a service that nobody else has, number " + std::to_string(count)));
        after_a_thousand = count == 1000 ? names.memory_bytes() : after_a_thousand;
    }
    EXPECT_EQ(names.memory_bytes(), after_a_thousand);
}

TEST(Names, AgreeWithACountOfUsersUnderRandomChanges) {
    Prng prng(7);
    Names names;
    std::map<std::string, std::pair<NameNumber, int>> expected;
    for (int step = 0; step < 20'000; ++step) {
        const std::string text = std::to_string(prng.below(100));
        auto& [number, users] = expected[text];
        if (users == 0 || prng.chance(1, 2)) {
            const NameNumber given = names.hold(text);
            ASSERT_TRUE(users == 0 || given == number);
            number = given;
            ++users;
        } else {
            names.release(number);
            --users;
        }
        std::size_t in_use = 0;
        for (const auto& [each, use] : expected) {
            in_use += use.second > 0 ? 1U : 0U;
            ASSERT_EQ(names.find(each), use.second > 0 ? use.first : Names::unknown);
        }
        ASSERT_EQ(names.size(), in_use);
    }
}

TEST(NamesDeathTest, WhatNobodyUsesHasNoTextAndCannotBeReleased) {
    Names names;
    const NameNumber haircut = names.hold("haircut");
    EXPECT_DEATH(names.text(haircut + 1), "");
    EXPECT_DEATH(names.release(haircut + 1), "");
    names.release(haircut);
    EXPECT_DEATH(names.text(haircut), "");
    EXPECT_DEATH(names.release(haircut), "");
}

}  // namespace
}  // namespace standby::core
