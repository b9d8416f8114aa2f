// Tests of values from outside: the first field that makes no sense is named, and the limits
// themselves are allowed.
#include "core/decide/validate.hpp"

#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::uint16_t week_minutes = 7 * 24 * 60;
const std::string long_name(limits::name_length_max, 'x');
const std::string too_long_name(limits::name_length_max + 1, 'x');

std::string bad(const Wants& wants) {
    ZoneBook zones;
    zones.add(Zone::fixed("Europe/Berlin", hours{1}));
    return text_of(check_wants(wants, zones));
}

std::string bad(const InstantYes& terms) {
    Wants wants;
    wants.instant_yes = terms;
    return bad(wants);
}

Money amount(std::int64_t value) {
    return {.amount = value};
}

TEST(ValidateTest, WantsOfNothingInParticularAreFine) {
    EXPECT_EQ(bad(Wants{}), "");
    EXPECT_EQ(bad(InstantYes{}), "");
}

TEST(ValidateTest, NamesOfWantsHaveALength) {
    EXPECT_EQ(bad(Wants{.service = long_name, .staff = long_name, .place = long_name}), "");
    EXPECT_EQ(bad(Wants{.service = too_long_name}), "invalid-field: wants.service");
    EXPECT_EQ(bad(Wants{.staff = too_long_name}), "invalid-field: wants.staff");
    EXPECT_EQ(bad(Wants{.place = too_long_name}), "invalid-field: wants.place");
}

TEST(ValidateTest, LatestIsNotBeforeEarliest) {
    const Time noon = World::start;
    EXPECT_EQ(bad(Wants{.earliest = noon, .latest = noon}), "");
    EXPECT_EQ(bad(Wants{.earliest = noon}), "");
    EXPECT_EQ(bad(Wants{.latest = noon}), "");
    EXPECT_EQ(bad(Wants{.earliest = noon + Duration{1}, .latest = noon}),
              "invalid-field: wants.latest");
}

TEST(ValidateTest, WeeklyWindowsLieWithinTheWeek) {
    EXPECT_EQ(bad(Wants{.weekly = {{week_minutes - 1, week_minutes}}}), "");
    EXPECT_EQ(bad(Wants{.weekly = {{week_minutes, 1}}}), "invalid-field: wants.weekly");
    EXPECT_EQ(bad(Wants{.weekly = {{0, 0}}}), "invalid-field: wants.weekly");
    EXPECT_EQ(bad(Wants{.weekly = {{0, week_minutes + 1}}}), "invalid-field: wants.weekly");
    Wants many;
    many.weekly.assign(limits::weekly_windows_max, {0, 1});
    EXPECT_EQ(bad(many), "");
    many.weekly.push_back({0, 1});
    EXPECT_EQ(bad(many), "invalid-field: wants.weekly");
}

TEST(ValidateTest, NoticeIsFromNothingToAYear) {
    EXPECT_EQ(bad(Wants{.min_notice = days{366}}), "");
    EXPECT_EQ(bad(Wants{.min_notice = -Duration{1}}), "invalid-field: wants.min_notice");
    EXPECT_EQ(bad(Wants{.min_notice = days{366} + Duration{1}}), "invalid-field: wants.min_notice");
}

TEST(ValidateTest, PriceIsNotNegativeAndNotBeyondReason) {
    EXPECT_EQ(bad(Wants{.max_price = amount(0)}), "");
    EXPECT_EQ(bad(Wants{.max_price = amount(limits::money_amount_max)}), "");
    EXPECT_EQ(bad(Wants{.max_price = amount(-1)}), "invalid-field: wants.max_price");
    EXPECT_EQ(bad(Wants{.max_price = amount(limits::money_amount_max + 1)}),
              "invalid-field: wants.max_price");
}

TEST(ValidateTest, TimeZoneIsKnownOrNotNamed) {
    EXPECT_EQ(bad(Wants{.time_zone = "Europe/Berlin"}), "");
    EXPECT_EQ(bad(Wants{.time_zone = "Europe/Atlantis"}), "invalid-field: time_zone");
}

TEST(ValidateTest, TermsOfAnInstantYesAreCheckedLikeWants) {
    EXPECT_EQ(bad(InstantYes{.min_notice = -Duration{1}}), "invalid-field: instant_yes.min_notice");
    EXPECT_EQ(bad(InstantYes{.max_price = amount(-1)}), "invalid-field: instant_yes.max_price");
    EXPECT_EQ(bad(InstantYes{.weekly = {{0, 0}}}), "invalid-field: instant_yes.weekly");
    EXPECT_EQ(bad(InstantYes{.min_notice = hours{1}, .max_price = amount(5), .weekly = {{0, 1}}}),
              "");
}

class SlotValidationTest : public testing::Test {
protected:
    SlotValidationTest() {
        slot.starts_at = World::start + Duration{1};
        slot.duration = minutes{30};
    }
    std::string bad() const { return text_of(check_slot(slot, World::start)); }

    Slot slot;
};

TEST_F(SlotValidationTest, BeginsInTheFuture) {
    EXPECT_EQ(bad(), "");
    slot.starts_at = World::start;
    EXPECT_EQ(bad(), "invalid-field: starts_at");
}

TEST_F(SlotValidationTest, LastsFromAMomentToAMonth) {
    slot.duration = days{31};
    EXPECT_EQ(bad(), "");
    slot.duration += Duration{1};
    EXPECT_EQ(bad(), "invalid-field: duration");
    slot.duration = Duration{0};
    EXPECT_EQ(bad(), "invalid-field: duration");
}

TEST_F(SlotValidationTest, HasNamesOfALength) {
    slot.service = slot.staff = slot.place = long_name;
    EXPECT_EQ(bad(), "");
    slot.place = too_long_name;
    EXPECT_EQ(bad(), "invalid-field: place");
    slot.staff = too_long_name;
    EXPECT_EQ(bad(), "invalid-field: staff");
    slot.service = too_long_name;
    EXPECT_EQ(bad(), "invalid-field: service");
}

TEST_F(SlotValidationTest, HasASizeFromOneToTheLargestParty) {
    slot.size_max = limits::party_size_max;
    EXPECT_EQ(bad(), "");
    slot.size_max = limits::party_size_max + 1;
    EXPECT_EQ(bad(), "invalid-field: size");
    slot.size_max = 2;
    slot.size_min = 3;
    EXPECT_EQ(bad(), "invalid-field: size");
    slot.size_min = 0;
    EXPECT_EQ(bad(), "invalid-field: size");
}

TEST_F(SlotValidationTest, HasAPriceThatIsNotNegative) {
    slot.price = amount(0);
    EXPECT_EQ(bad(), "");
    slot.price = amount(-1);
    EXPECT_EQ(bad(), "invalid-field: price");
}

TEST(ValidateTest, PartyIsFromOneToTheLargest) {
    EXPECT_EQ(text_of(check_party_size(1)), "");
    EXPECT_EQ(text_of(check_party_size(limits::party_size_max)), "");
    EXPECT_EQ(text_of(check_party_size(0)), "invalid-field: party_size");
    EXPECT_EQ(text_of(check_party_size(limits::party_size_max + 1)), "invalid-field: party_size");
}

TEST(ValidateTest, TierAndPointsHaveLimits) {
    EXPECT_EQ(text_of(check_tier_and_points(limits::tier_max, limits::points_max)), "");
    EXPECT_EQ(text_of(check_tier_and_points(limits::tier_max + 1, 0)), "invalid-field: tier");
    EXPECT_EQ(text_of(check_tier_and_points(0, -1)), "invalid-field: points");
    EXPECT_EQ(text_of(check_tier_and_points(0, limits::points_max + 1)), "invalid-field: points");
}

std::string check_new(const Names& names, ActorKind who, const Wants& wants) {
    return text_of(check_new_names(wants, names, Actor{.kind = who, .id = 1}));
}

TEST(ValidateTest, OnlyWhoBringsANewNameIsRefusedOnceTheyAreUsedUp) {
    Names names;
    while (names.size() + 2 < limits::guest_names_max) {
        names.hold(std::to_string(names.size()));
    }
    const auto guest = ActorKind::Guest;
    EXPECT_EQ(check_new(names, guest, {.service = "a", .staff = "b"}), "");
    EXPECT_EQ(check_new(names, guest, {.service = "a", .staff = "b", .place = "c"}),
              "invalid-field: wants.place");
    names.hold("the last but one");
    names.hold("the last one");
    EXPECT_EQ(check_new(names, guest, {}), "");
    EXPECT_EQ(check_new(names, guest, {.service = "7", .staff = "8", .place = "the last one"}), "");
    EXPECT_EQ(check_new(names, guest, {.service = "7", .staff = "new"}),
              "invalid-field: wants.staff");
    EXPECT_EQ(check_new(names, guest, {.time_zone = "Europe/Berlin"}), "");
}

TEST(ValidateTest, StaffHaveRoomForNamesWhereGuestsDoNot) {
    Names names;
    while (names.size() < limits::guest_names_max) {
        names.hold(std::to_string(names.size()));
    }
    EXPECT_EQ(check_new(names, ActorKind::Guest, {.service = "new"}),
              "invalid-field: wants.service");
    for (const ActorKind who : {ActorKind::Staff, ActorKind::Member, ActorKind::Integration}) {
        EXPECT_EQ(check_new(names, who, {.service = "new"}), "");
    }
    while (names.size() < limits::names_max) {
        names.hold(std::to_string(names.size()));
    }
    EXPECT_EQ(check_new(names, ActorKind::Member, {.service = "new"}),
              "invalid-field: wants.service");
}

}  // namespace
}  // namespace standby::core
