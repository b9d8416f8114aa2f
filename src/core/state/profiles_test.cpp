// Tests of shared wishes: equal ones have one number, and a number is given out again only when
// nobody uses it.
#include "core/state/profiles.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

class ProfilesTest : public testing::Test {
protected:
    static Wants for_service(std::uint32_t service) {
        return {.service = "service " + std::to_string(service)};
    }
    ProfileNumber acquire(const Wants& wants) { return profiles_.acquire(wants, names_); }
    ProfileNumber acquire(std::uint32_t service) { return acquire(for_service(service)); }
    void release(ProfileNumber number) { profiles_.release(number, names_); }
    Wants at(ProfileNumber number) const { return to_wants(profiles_.at(number), names_); }

    Names names_;
    Profiles profiles_;
};
using ProfilesDeathTest = ProfilesTest;

TEST_F(ProfilesTest, NumberZeroIsWantingNothingInParticular) {
    EXPECT_EQ(profiles_.size(), 1U);
    EXPECT_EQ(profiles_.at(0), Profile{});
    EXPECT_EQ(acquire(Wants{}), 0U);
    release(0);
    EXPECT_EQ(acquire(Wants{}), 0U);
}

TEST_F(ProfilesTest, NumberZeroStaysWhenNobodyUsesIt) {
    release(acquire(Wants{}));
    EXPECT_EQ(acquire(3), 1U);
    EXPECT_EQ(profiles_.at(0), Profile{});
}

TEST_F(ProfilesTest, EqualWishesShareANumber) {
    const ProfileNumber first = acquire(3);
    EXPECT_EQ(acquire(3), first);
    EXPECT_NE(acquire(4), first);
    EXPECT_EQ(at(first), for_service(3));
    EXPECT_EQ(profiles_.size(), 3U);
}

TEST_F(ProfilesTest, ANumberStaysUntilItsLastUserIsGone) {
    const ProfileNumber number = acquire(3);
    acquire(3);
    release(number);
    EXPECT_EQ(at(number), for_service(3));
    EXPECT_NE(acquire(4), number);
    EXPECT_EQ(acquire(3), number);
}

TEST_F(ProfilesTest, AnUnusedNumberIsGivenOutAgain) {
    const ProfileNumber three = acquire(3);
    const ProfileNumber four = acquire(4);
    release(three);
    EXPECT_EQ(acquire(5), three);
    EXPECT_EQ(at(three), for_service(5));
    EXPECT_EQ(at(four), for_service(4));
    const ProfileNumber again = acquire(3);
    EXPECT_NE(again, three);
    EXPECT_EQ(at(again), for_service(3));
    EXPECT_EQ(profiles_.size(), 4U);
}

TEST_F(ProfilesTest, NamesStayAsLongAsAWishHasThem) {
    const ProfileNumber one = acquire({.service = "cut", .staff = "Ada"});
    const ProfileNumber other = acquire({.service = "cut", .place = "chair 2"});
    acquire({.service = "cut", .staff = "Ada"});
    EXPECT_EQ(names_.size(), 3U);
    release(one);
    EXPECT_EQ(names_.size(), 3U);
    release(one);
    EXPECT_EQ(names_.find("Ada"), Names::unknown);
    EXPECT_NE(names_.find("cut"), Names::unknown);
    release(other);
    EXPECT_EQ(names_.size(), 0U);
}

TEST_F(ProfilesTest, AWishMayNameTheSameTextTwice) {
    const ProfileNumber number = acquire({.service = "Ada", .staff = "Ada"});
    EXPECT_EQ(acquire({.service = "Ada", .staff = "Ada"}), number);
    release(number);
    release(number);
    EXPECT_EQ(names_.size(), 0U);
}

// The number of a text says something else once nobody uses the text.
TEST_F(ProfilesTest, AWishIsNotTakenForOneWhoseNamesHadItsNumbers) {
    const ProfileNumber cut = acquire({.service = "cut"});
    release(cut);
    const ProfileNumber shave = acquire({.service = "shave"});
    const ProfileNumber again = acquire({.service = "cut"});
    EXPECT_NE(again, shave);
    EXPECT_EQ(at(shave).service, "shave");
    EXPECT_EQ(at(again).service, "cut");
}

TEST_F(ProfilesDeathTest, WhatNobodyUsesCannotBeReleased) {
    const ProfileNumber number = acquire(3);
    EXPECT_DEATH(release(number + 1), "");
    release(number);
    EXPECT_DEATH(release(number), "");
}

using Edit = std::function<void(Wants&)>;

// Each makes a wish that differs from all the others in one field.
std::vector<Edit> all_edits() {
    const Time noon{hours{12}};
    const Money euro{.amount = 100};
    const Money dollar{.amount = 100, .currency = {'U', 'S', 'D'}};
    return {
        [](Wants&) {},
        [](Wants& one) { one.service = "1"; },
        [](Wants& one) { one.staff = "1"; },
        [](Wants& one) { one.place = "1"; },
        [](Wants& one) { one.time_zone = "1"; },
        [](Wants& one) { one.move_up = true; },
        [=](Wants& one) { one.earliest = noon; },
        [=](Wants& one) { one.latest = noon; },
        [](Wants& one) { one.min_notice = hours{1}; },
        [=](Wants& one) { one.max_price = euro; },
        [=](Wants& one) { one.max_price = dollar; },  // the hash of this one is the same
        [](Wants& one) { one.weekly = {{.from_minute = 1, .length_minutes = 2}}; },
        [](Wants& one) { one.weekly = {{.from_minute = 2, .length_minutes = 1}}; },
        [](Wants& one) { one.instant_yes = InstantYes{}; },
        [](Wants& one) { one.instant_yes = InstantYes{.min_notice = seconds{1}}; },
        [=](Wants& one) { one.instant_yes = InstantYes{.max_price = euro}; },
        [=](Wants& one) { one.instant_yes = InstantYes{.max_price = dollar}; },
        [](Wants& one) {
            one.instant_yes = InstantYes{.weekly = {{.from_minute = 1, .length_minutes = 2}}};
        },
    };
}

TEST_F(ProfilesTest, AnyDifferenceMakesANumberOfItsOwn) {
    std::map<ProfileNumber, Wants> known;
    for (const Edit& edit : all_edits()) {
        Wants wants;
        edit(wants);
        EXPECT_TRUE(known.emplace(acquire(wants), wants).second);
    }
    for (const auto& [number, wants] : known) {
        EXPECT_EQ(at(number), wants);
        EXPECT_EQ(acquire(wants), number);
    }
}

TEST_F(ProfilesTest, WishesWithTheSameHashAreReleasedOneByOne) {
    const Wants euro{.max_price = Money{.amount = 100}};
    const Wants dollar{.max_price = Money{.amount = 100, .currency = {'U', 'S', 'D'}}};
    const ProfileNumber first = acquire(euro);
    const ProfileNumber second = acquire(dollar);
    release(first);
    EXPECT_EQ(acquire(dollar), second);
    release(second);
    release(second);
    EXPECT_EQ(acquire(9), second);
    EXPECT_EQ(acquire(euro), first);
}

// What a stranger would do: each has another earliest time, and a latest one that brings the hash
// back to where it is for all of them.
class CollidingWishes {
public:
    Wants operator()(std::uint64_t number) const {
        const std::uint64_t earliest = number + 1;
        const std::uint64_t latest = after(start_, earliest) ^ meeting_point;
        return {.earliest = time(earliest), .latest = time(latest)};
    }

private:
    static constexpr std::uint64_t meeting_point = 0x1234'5678'9ABC'DEF0U;

    static Time time(std::uint64_t count) {
        return Time{Duration{static_cast<std::int64_t>(count)}};
    }
    static std::uint64_t after(std::uint64_t hash, std::uint64_t value) {
        return mix64(hash ^ value) + 0x9E37'79B9'7F4A'7C15U;
    }

    std::uint64_t start_ = after(after(0, 0), 0);
};

Profile profile_of(const Wants& wants) {
    return {.earliest = wants.earliest, .latest = wants.latest};
}

// With a chain for each hash, this many would be looked at five thousand million times.
TEST_F(ProfilesTest, WishesChosenToHaveOneHashCostNoMoreThanOthers) {
    constexpr std::uint64_t count = 100'000;
    const CollidingWishes wish;
    std::vector<ProfileNumber> numbers;
    for (std::uint64_t number = 0; number < count; ++number) {
        ASSERT_EQ(hash_of(profile_of(wish(number))), hash_of(profile_of(wish(0))));
        numbers.push_back(acquire(wish(number)));
    }
    ASSERT_EQ(profiles_.size(), count + 1);
    for (std::uint64_t number = 0; number < count; ++number) {
        ASSERT_EQ(acquire(wish(number)), numbers[number]);
    }
    for (std::uint64_t number = 0; number < count; ++number) {
        release(numbers[number]);
        release(numbers[number]);
    }
    EXPECT_EQ(acquire(7), numbers.back());
}

TEST_F(ProfilesTest, WishesWithOneHashAgreeWithACountOfUsersUnderRandomChanges) {
    const CollidingWishes wish;
    Prng prng(43);
    std::map<std::uint64_t, std::pair<ProfileNumber, int>> expected;
    for (int step = 0; step < 20'000; ++step) {
        const std::uint64_t which = prng.below(50);
        auto& [number, users] = expected[which];
        if (users == 0 || prng.chance(4, 10)) {
            const ProfileNumber given = acquire(wish(which));
            ASSERT_TRUE(users == 0 || given == number);
            ASSERT_EQ(at(given), wish(which));
            number = given;
            ++users;
        } else {
            release(number);
            --users;
        }
    }
    for (const auto& [which, use] : expected) {
        if (use.second > 0) {
            EXPECT_EQ(acquire(wish(which)), use.first);
        }
    }
}

TEST_F(ProfilesTest, AgreeWithACountOfUsersUnderRandomChanges) {
    Prng prng(42);
    std::map<std::uint32_t, std::pair<ProfileNumber, int>> expected;  // number, users by service
    std::size_t most_in_use = 0;
    for (int step = 0; step < 20'000; ++step) {
        const auto service = static_cast<std::uint32_t>(1 + prng.below(200));
        auto& [number, users] = expected[service];
        if (users == 0 || prng.chance(4, 10)) {
            const ProfileNumber given = acquire(service);
            ASSERT_TRUE(users == 0 || given == number);
            number = given;
            ++users;
        } else {
            release(number);
            --users;
        }
        std::size_t in_use = 1;
        for (const auto& [each, use] : expected) {
            if (use.second > 0) {
                ++in_use;
                ASSERT_EQ(at(use.first), for_service(each));
            }
        }
        most_in_use = std::max(most_in_use, in_use);
        ASSERT_EQ(profiles_.size(), most_in_use);
        ASSERT_EQ(names_.size(), in_use - 1);
    }
}

TEST_F(ProfilesTest, CountTheirMemory) {
    const std::size_t before = profiles_.memory_bytes();
    for (std::uint32_t service = 1; service <= 1000; ++service) {
        acquire(service);
    }
    EXPECT_GT(profiles_.memory_bytes(), before + 1000 * sizeof(Profile));
}

TEST_F(ProfilesTest, WantsAreTheSameAfterBeingAProfile) {
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
    EXPECT_EQ(at(acquire(wants)), wants);
    EXPECT_EQ(names_.size(), 4U);
    EXPECT_EQ(at(acquire(Wants{})), Wants{});
}

}  // namespace
}  // namespace standby::core
