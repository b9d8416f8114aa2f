// Tests of shared wishes: equal ones have one number, and a number is given out again only when
// nobody uses it.
#include "core/state/profiles.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

Profile for_service(NameNumber service) {
    Profile profile;
    profile.service = service;
    return profile;
}

TEST(Profiles, NumberZeroIsWantingNothingInParticular) {
    Profiles profiles;
    EXPECT_EQ(profiles.size(), 1U);
    EXPECT_EQ(profiles.at(0), Profile{});
    EXPECT_EQ(profiles.acquire(Profile{}), 0U);
    profiles.release(0);
    EXPECT_EQ(profiles.acquire(Profile{}), 0U);
}

TEST(Profiles, NumberZeroStaysWhenNobodyUsesIt) {
    Profiles profiles;
    profiles.release(profiles.acquire(Profile{}));
    EXPECT_EQ(profiles.acquire(for_service(3)), 1U);
    EXPECT_EQ(profiles.at(0), Profile{});
}

TEST(Profiles, EqualWishesShareANumber) {
    Profiles profiles;
    const ProfileNumber first = profiles.acquire(for_service(3));
    EXPECT_EQ(profiles.acquire(for_service(3)), first);
    EXPECT_NE(profiles.acquire(for_service(4)), first);
    EXPECT_EQ(profiles.at(first), for_service(3));
    EXPECT_EQ(profiles.size(), 3U);
}

TEST(Profiles, ANumberStaysUntilItsLastUserIsGone) {
    Profiles profiles;
    const ProfileNumber number = profiles.acquire(for_service(3));
    profiles.acquire(for_service(3));
    profiles.release(number);
    EXPECT_EQ(profiles.at(number), for_service(3));
    EXPECT_NE(profiles.acquire(for_service(4)), number);
    EXPECT_EQ(profiles.acquire(for_service(3)), number);
}

TEST(Profiles, AnUnusedNumberIsGivenOutAgain) {
    Profiles profiles;
    const ProfileNumber three = profiles.acquire(for_service(3));
    const ProfileNumber four = profiles.acquire(for_service(4));
    profiles.release(three);
    EXPECT_EQ(profiles.acquire(for_service(5)), three);
    EXPECT_EQ(profiles.at(three), for_service(5));
    EXPECT_EQ(profiles.at(four), for_service(4));
    const ProfileNumber again = profiles.acquire(for_service(3));
    EXPECT_NE(again, three);
    EXPECT_EQ(profiles.at(again), for_service(3));
    EXPECT_EQ(profiles.size(), 4U);
}

TEST(ProfilesDeathTest, WhatNobodyUsesCannotBeReleased) {
    Profiles profiles;
    const ProfileNumber number = profiles.acquire(for_service(3));
    EXPECT_DEATH(profiles.release(number + 1), "");
    profiles.release(number);
    EXPECT_DEATH(profiles.release(number), "");
}

using Edit = std::function<void(Profile&)>;

// Each makes a profile that differs from all the others in one field.
std::vector<Edit> all_edits() {
    const Time noon{hours{12}};
    const Money euro{.amount = 100};
    const Money dollar{.amount = 100, .currency = {'U', 'S', 'D'}};
    return {
        [](Profile&) {},
        [](Profile& one) { one.service = 1; },
        [](Profile& one) { one.staff = 1; },
        [](Profile& one) { one.place = 1; },
        [](Profile& one) { one.time_zone = 1; },
        [](Profile& one) { one.move_up = true; },
        [=](Profile& one) { one.earliest = noon; },
        [=](Profile& one) { one.latest = noon; },
        [](Profile& one) { one.min_notice = hours{1}; },
        [=](Profile& one) { one.max_price = euro; },
        [=](Profile& one) { one.max_price = dollar; },  // the hash of this one is the same
        [](Profile& one) { one.weekly = {{.from_minute = 1, .length_minutes = 2}}; },
        [](Profile& one) { one.weekly = {{.from_minute = 2, .length_minutes = 1}}; },
        [](Profile& one) { one.instant_yes = InstantYes{}; },
        [](Profile& one) { one.instant_yes = InstantYes{.min_notice = seconds{1}}; },
        [=](Profile& one) { one.instant_yes = InstantYes{.max_price = euro}; },
        [=](Profile& one) { one.instant_yes = InstantYes{.max_price = dollar}; },
        [](Profile& one) {
            one.instant_yes = InstantYes{.weekly = {{.from_minute = 1, .length_minutes = 2}}};
        },
    };
}

TEST(Profiles, AnyDifferenceMakesANumberOfItsOwn) {
    Profiles profiles;
    std::map<ProfileNumber, Profile> known;
    for (const Edit& edit : all_edits()) {
        Profile profile;
        edit(profile);
        EXPECT_TRUE(known.emplace(profiles.acquire(profile), profile).second);
    }
    for (const auto& [number, profile] : known) {
        EXPECT_EQ(profiles.at(number), profile);
        EXPECT_EQ(profiles.acquire(profile), number);
    }
}

TEST(Profiles, WishesWithTheSameHashAreReleasedOneByOne) {
    Profile euro;
    euro.max_price = Money{.amount = 100};
    Profile dollar;
    dollar.max_price = Money{.amount = 100, .currency = {'U', 'S', 'D'}};
    Profiles profiles;
    const ProfileNumber first = profiles.acquire(euro);
    const ProfileNumber second = profiles.acquire(dollar);
    profiles.release(first);
    EXPECT_EQ(profiles.acquire(dollar), second);
    profiles.release(second);
    profiles.release(second);
    EXPECT_EQ(profiles.acquire(for_service(9)), second);
    EXPECT_EQ(profiles.acquire(euro), first);
}

TEST(Profiles, AgreeWithACountOfUsersUnderRandomChanges) {
    Prng prng(42);
    Profiles profiles;
    std::map<NameNumber, std::pair<ProfileNumber, int>> expected;  // number and users by service
    std::size_t most_in_use = 0;
    for (int step = 0; step < 20'000; ++step) {
        const auto service = static_cast<NameNumber>(1 + prng.below(200));
        auto& [number, users] = expected[service];
        if (users == 0 || prng.chance(4, 10)) {
            const ProfileNumber given = profiles.acquire(for_service(service));
            ASSERT_TRUE(users == 0 || given == number);
            number = given;
            ++users;
        } else {
            profiles.release(number);
            --users;
        }
        std::size_t in_use = 1;
        for (const auto& [each, use] : expected) {
            if (use.second > 0) {
                ++in_use;
                ASSERT_EQ(profiles.at(use.first).service, each);
            }
        }
        most_in_use = std::max(most_in_use, in_use);
        ASSERT_EQ(profiles.size(), most_in_use);
    }
}

TEST(Profiles, CountTheirMemory) {
    Profiles profiles;
    const std::size_t before = profiles.memory_bytes();
    for (NameNumber service = 1; service <= 1000; ++service) {
        profiles.acquire(for_service(service));
    }
    EXPECT_GT(profiles.memory_bytes(), before + 1000 * sizeof(Profile));
}

TEST(Wants, AreTheSameAfterBeingAProfile) {
    const Wants wants{.service = "haircut",
                      .staff = "Ada",
                      .place = "chair 2",
                      .earliest = Time{hours{1}},
                      .latest = Time{hours{2}},
                      .weekly = {{.from_minute = 3, .length_minutes = 4}},
                      .min_notice = hours{5},
                      .max_price = Money{.amount = 6},
                      .time_zone = "Europe/Berlin",
                      .instant_yes =
                          InstantYes{.min_notice = hours{7},
                                     .max_price = Money{.amount = 8},
                                     .weekly = {{.from_minute = 9, .length_minutes = 1}}},
                      .move_up = true};
    Names names;
    EXPECT_EQ(to_wants(to_profile(wants, names), names), wants);
    EXPECT_EQ(names.size(), 5U);
    EXPECT_EQ(to_wants(to_profile(Wants{}, names), names), Wants{});
    EXPECT_EQ(to_profile(Wants{}, names), Profile{});
}

}  // namespace
}  // namespace standby::core
