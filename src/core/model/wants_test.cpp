// Tests of weekly availability: the canonical form means the same week, minute by minute, and a
// slot counts as inside only when one window holds all of it.
#include "core/model/wants.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bitset>

namespace standby::core {
namespace {

constexpr std::uint32_t week = 7 * 24 * 60;
constexpr std::uint32_t day = 24 * 60;

using Windows = std::vector<WeeklyWindow>;
using Coverage = std::bitset<week>;

WeeklyWindow window(std::uint32_t from, std::uint32_t length) {
    return {.from_minute = static_cast<std::uint16_t>(from),
            .length_minutes = static_cast<std::uint16_t>(length)};
}

Coverage coverage(const Windows& windows) {
    Coverage covered;
    for (const WeeklyWindow& one : windows) {
        for (std::uint32_t minute = 0; minute < one.length_minutes; ++minute) {
            covered.set((one.from_minute + minute) % week);
        }
    }
    return covered;
}

// The same weeks have the same form, so the minutes alone must give it.
Windows form_of(const Coverage& covered) {
    if (covered.all()) {
        return {window(0, week)};
    }
    Windows windows;
    for (std::uint32_t minute = 0; minute < week; ++minute) {
        if (covered.test(minute) && !covered.test((minute + week - 1) % week)) {
            std::uint32_t length = 1;
            while (covered.test((minute + length) % week)) {
                ++length;
            }
            windows.push_back(window(minute, length));
        }
    }
    return windows;
}

rc::Gen<WeeklyWindow> any_window() {
    const auto edge = rc::gen::element(0U, 1U, day - 1, day, 6 * day, week - 2, week - 1);
    const auto from = rc::gen::oneOf(edge, rc::gen::inRange(0U, week));
    const auto length = rc::gen::oneOf(rc::gen::element(0U, 1U, 2U, day, week - 1, week),
                                       rc::gen::inRange(0U, 300U), rc::gen::inRange(0U, week + 1));
    return rc::gen::map(rc::gen::pair(from, length),
                        [](const std::pair<std::uint32_t, std::uint32_t>& drawn) {
                            return window(drawn.first, drawn.second);
                        });
}

rc::Gen<Windows> any_windows() {
    return rc::gen::resize(12, rc::gen::container<Windows>(any_window()));
}

RC_GTEST_PROP(WeeklyProperty, TheCanonicalFormIsTheOneThatTheMinutesGive, ()) {
    const Windows windows = *any_windows();
    RC_ASSERT((canonical_weekly(windows) == form_of(coverage(windows))));
}

RC_GTEST_PROP(WeeklyProperty, TheCanonicalFormIsSortedApartAndItsOwnForm, ()) {
    const Windows form = canonical_weekly(*any_windows());
    RC_ASSERT((canonical_weekly(form) == form));
    RC_ASSERT(std::ranges::is_sorted(form));
    for (std::size_t index = 0; index + 1 < form.size(); ++index) {
        RC_ASSERT(form[index].from_minute + form[index].length_minutes <
                  form[index + 1].from_minute);
    }
}

RC_GTEST_PROP(WeeklyProperty, CoversExactlyWhatEveryMinuteOfTheSlotIsInside, ()) {
    const Windows form = canonical_weekly(*any_windows());
    RC_PRE(!form.empty());
    const std::uint32_t start = *rc::gen::inRange(0U, week);
    const std::uint32_t length =
        *rc::gen::oneOf(rc::gen::inRange(1U, 600U), rc::gen::inRange(1U, week));
    const Coverage covered = coverage(form);
    bool inside = true;
    for (std::uint32_t minute = 0; minute < length; ++minute) {
        inside = inside && covered.test((start + minute) % week);
    }
    RC_ASSERT(weekly_covers(form, start, length) == inside);
}

TEST(CanonicalWeekly, LeavesOutWindowsOfNoLength) {
    EXPECT_EQ(canonical_weekly({}), Windows{});
    EXPECT_EQ(canonical_weekly({window(5, 0), window(100, 0)}), Windows{});
    EXPECT_EQ(canonical_weekly({window(5, 0), window(7, 3)}), (Windows{window(7, 3)}));
}

TEST(CanonicalWeekly, MergesTouchingAndOverlappingWindowsInAnyOrder) {
    EXPECT_EQ(canonical_weekly({window(600, 60), window(540, 60)}), (Windows{window(540, 120)}));
    EXPECT_EQ(canonical_weekly({window(540, 120), window(600, 30)}), (Windows{window(540, 120)}));
    EXPECT_EQ(canonical_weekly({window(601, 59), window(540, 60)}),
              (Windows{window(540, 60), window(601, 59)}));
}

TEST(CanonicalWeekly, SundayNightRunsOnIntoMonday) {
    const Windows expected{window(week - 60, 120)};
    EXPECT_EQ(canonical_weekly({window(0, 60), window(week - 60, 60)}), expected);
    EXPECT_EQ(canonical_weekly({window(week - 60, 120)}), expected);
    EXPECT_EQ(canonical_weekly({window(0, 30), window(20, 10), window(week - 60, 120)}), expected);
    EXPECT_EQ(canonical_weekly({window(1, 60), window(week - 60, 60)}).size(), 2U);
}

TEST(CanonicalWeekly, AllWaysToSayTheWholeWeekAreTheSame) {
    const Windows expected{window(0, week)};
    EXPECT_EQ(canonical_weekly({window(0, week)}), expected);
    EXPECT_EQ(canonical_weekly({window(5000, week)}), expected);
    EXPECT_EQ(canonical_weekly({window(0, 5000), window(5000, week - 5000)}), expected);
    EXPECT_EQ(canonical_weekly({window(100, week - 80), window(20, 80)}), expected);
    EXPECT_EQ(canonical_weekly({window(week - 1, week), window(0, 1)}), expected);
}

TEST(CanonicalWants, BringsBothSetsOfWindowsIntoFormAndLeavesTheRest) {
    Wants wants;
    wants.service = "haircut";
    wants.weekly = {window(600, 60), window(540, 60)};
    wants.instant_yes = InstantYes{.weekly = {window(0, 60), window(week - 60, 60)}};
    const Wants form = canonical(wants);
    EXPECT_EQ(form.weekly, (Windows{window(540, 120)}));
    EXPECT_EQ(form.instant_yes->weekly, (Windows{window(week - 60, 120)}));
    EXPECT_EQ(form.service, "haircut");
    EXPECT_EQ(canonical(form), form);
    EXPECT_EQ(canonical(Wants{}), Wants{});
}

TEST(WeeklyCovers, NoWindowsMeanAnyTime) {
    EXPECT_TRUE(weekly_covers({}, 0, 0));
    EXPECT_TRUE(weekly_covers({}, week - 1, 10 * week));
}

TEST(WeeklyCovers, TheSlotMustEndByTheEndOfTheWindow) {
    const Windows monday_morning{window(540, 180)};
    EXPECT_TRUE(weekly_covers(monday_morning, 540, 180));
    EXPECT_TRUE(weekly_covers(monday_morning, 700, 20));
    EXPECT_FALSE(weekly_covers(monday_morning, 540, 181));
    EXPECT_FALSE(weekly_covers(monday_morning, 539, 10));
    EXPECT_FALSE(weekly_covers(monday_morning, 720, 1));
}

TEST(WeeklyCovers, ASlotOfNoLengthMustStartWithinTheWindow) {
    const Windows monday_morning{window(540, 180)};
    EXPECT_TRUE(weekly_covers(monday_morning, 540, 0));
    EXPECT_TRUE(weekly_covers(monday_morning, 719, 0));
    EXPECT_FALSE(weekly_covers(monday_morning, 720, 0));
    EXPECT_FALSE(weekly_covers(monday_morning, 539, 0));
}

TEST(WeeklyCovers, ASlotMayRunFromSundayIntoMonday) {
    const Windows night{window(week - 120, 300)};
    EXPECT_TRUE(weekly_covers(night, week - 60, 120));
    EXPECT_TRUE(weekly_covers(night, 0, 180));
    EXPECT_FALSE(weekly_covers(night, 0, 181));
    EXPECT_FALSE(weekly_covers(night, 180, 1));
}

TEST(WeeklyCovers, TwoWindowsWithAGapDoNotHoldASlotAcrossIt) {
    const Windows split{window(540, 60), window(601, 60)};
    EXPECT_FALSE(weekly_covers(split, 590, 20));
    EXPECT_TRUE(weekly_covers(canonical_weekly({window(540, 60), window(600, 60)}), 590, 20));
}

TEST(WeeklyCovers, TheWholeWeekHoldsASlotOfAnyLength) {
    const Windows always{window(0, week)};
    EXPECT_TRUE(weekly_covers(always, week - 1, 31 * day));
    EXPECT_FALSE(weekly_covers({window(0, week - 1)}, 0, week));
}

}  // namespace
}  // namespace standby::core
