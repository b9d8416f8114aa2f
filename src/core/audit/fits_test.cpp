// Tests of who would get a slot: what is said beforehand is what then happens, and when nobody fits
// the reasons are those that keep them away.
#include "core/audit/fits.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

Fits fits_for(const World& world, const Slot& slot) {
    const Opening imagined{.slot = slot};
    return fits_of(world.resource(), imagined, world.context());
}

Slot colour(const World& world) {
    Slot slot = world.slot();
    slot.service = "Colour";
    slot.blank_is_any = true;
    return slot;
}

std::string missed_text(const Fits& fits) {
    std::string text;
    for (const Missed& missed : fits.missed) {
        text += (text.empty() ? "" : ", ") + std::to_string(missed.count) + " " +
                std::string(name_of(missed.check)) +
                (missed.wanted.empty() ? "" : " " + missed.wanted);
    }
    return text;
}

// The Saturday colour: three want a cut, one wants the colour with somebody else.
TEST(Fits, SaysWhyNobodyFitsAndWhatWouldHelp) {
    World world;
    world.slots();
    world.join("a", Wants{.service = "Cut"});
    world.join("b", Wants{.service = "cut"});
    world.join("c", Wants{.service = "CUT"});
    world.join("d", Wants{.service = "colour", .staff = "Ben"});
    Slot slot = colour(world);
    slot.staff = "Anna";
    const Fits fits = fits_for(world, slot);
    EXPECT_EQ(fits.first, 0U);
    EXPECT_EQ(fits.fit, 0U);
    EXPECT_EQ(fits.waiting, 4U);
    EXPECT_EQ(missed_text(fits), "3 service Cut, 1 staff Ben");
    EXPECT_EQ(fits.widened.service, 3U) << "those who want a cut have nothing against Anna";
    EXPECT_EQ(fits.widened.staff, 1U);
    EXPECT_EQ(fits.widened.place, std::nullopt);
    EXPECT_EQ(fits.widened.size, std::nullopt);
}

TEST(Fits, SaysWhoWouldBeAskedAndThenThatHappens) {
    World world;
    world.slots();
    world.join("cut", Wants{.service = "Cut"});
    const Ticket first = world.join("any", Wants{});
    world.join("colour", Wants{.service = "colour"});
    const Slot slot = colour(world);
    const Fits fits = fits_for(world, slot);
    EXPECT_EQ(fits.first, first);
    EXPECT_EQ(fits.fit, 2U);
    EXPECT_EQ(fits.send_at, world.now);
    EXPECT_EQ(missed_text(fits), "1 service Cut");
    world.open(slot);
    EXPECT_EQ(world.state(first), "offered");
}

TEST(Fits, ABlankSlotSuitsEverybody) {
    World world;
    world.slots();
    world.join("a", Wants{.service = "Cut"});
    world.join("b", Wants{.staff = "Ben"});
    Slot slot = world.slot();
    slot.blank_is_any = true;
    const Fits fits = fits_for(world, slot);
    EXPECT_EQ(fits.fit, 2U);
    EXPECT_THAT(fits.missed, IsEmpty());
    EXPECT_EQ(fits.widened, Widened{});
}

TEST(Fits, TellsTheNearestTimeThatWouldDo) {
    World world;
    world.slots();
    const Slot slot = colour(world);
    world.join("later", Wants{.earliest = slot.starts_at + hours{5}});
    world.join("soon", Wants{.earliest = slot.starts_at + hours{2}});
    world.join("past", Wants{.latest = slot.starts_at - hours{1}});
    const Fits fits = fits_for(world, slot);
    EXPECT_THAT(fits.missed, ElementsAre(Missed{Check::Earliest, "", 2, slot.starts_at + hours{2}},
                                         Missed{Check::Latest, "", 1, slot.starts_at - hours{1}}));
}

TEST(Fits, TellsWhenTheDayBeginsForThoseWhoComeLater) {
    World world;
    world.slots();
    Slot slot = colour(world);
    // Whatever day it is: two hours later on the same one, and on another one.
    const auto local = Zone::utc().to_local(slot.starts_at);
    const auto midnight = std::chrono::floor<std::chrono::days>(local);
    slot.starts_at = Zone::utc().to_utc(midnight + std::chrono::days{1} + hours{15});
    const auto day = (std::chrono::weekday{midnight + std::chrono::days{1}}.iso_encoding() - 1);
    const auto from = static_cast<std::uint16_t>(day * 24 * 60 + 17 * 60);
    world.join("after work", Wants{.weekly = {{from, 180}}});
    world.join(
        "other day",
        Wants{.weekly = {{static_cast<std::uint16_t>((from + 24 * 60) % (7 * 24 * 60)), 180}}});
    const Fits fits = fits_for(world, slot);
    EXPECT_THAT(fits.missed, ElementsAre(Missed{Check::Weekly, "", 2, slot.starts_at + hours{2}}));
}

TEST(Fits, KnowsPartiesThatAreTooLarge) {
    World world;
    world.slots();
    world.join("pair", 2);
    Slot slot = colour(world);
    slot.size_max = 1;
    const Fits fits = fits_for(world, slot);
    EXPECT_EQ(missed_text(fits), "1 party_size");
    EXPECT_EQ(fits.widened.size, 1U);
}

TEST(Fits, AsksNobodyWhileTheListIsPaused) {
    World world;
    world.slots();
    world.join("a", Wants{});
    world.give(PauseResource{});
    const Fits fits = fits_for(world, colour(world));
    EXPECT_EQ(fits.held_up, HeldUp::Paused);
    EXPECT_EQ(name_of(fits.held_up), "paused");
    EXPECT_EQ(fits.first, 0U);
    EXPECT_EQ(fits.fit, 1U);
}

// Nobody on the list has ever heard of the word: no wish has it, and no name is added by looking.
TEST(Fits, LooksUpNamesWithoutAddingThem) {
    World world;
    world.slots();
    world.join("a", Wants{.service = "Cut"});
    const std::size_t names = world.resource().names.size();
    Slot slot = colour(world);
    slot.service = "Balayage";
    EXPECT_EQ(fits_for(world, slot).fit, 0U);
    EXPECT_EQ(world.resource().names.size(), names);
}

TEST(Fits, LeavesOutWhoWasOfferedTheSlotBefore) {
    World world;
    world.slots();
    const Ticket asked = world.join("a", Wants{});
    const OpeningNumber opening = world.open(colour(world));
    world.decline(asked);
    const Fits fits =
        fits_of(world.resource(), world.resource().openings.at(opening), world.context());
    EXPECT_EQ(fits.first, 0U);
    EXPECT_EQ(missed_text(fits), world.state(asked) == "waiting" ? "1 already_offered" : "");
}

TEST(Fits, SaysWhoCouldBeAskedAtOnceInQuietHours) {
    World world;
    world.slots(plain().set(&Rules::quiet_hours, QuietHours{}));
    world.join("any", Wants{});
    world.pass(hours{11});  // 23:00
    Slot slot = colour(world);
    slot.starts_at = world.now + hours{12};
    const Fits waits = fits_for(world, slot);
    EXPECT_GT(waits.send_at, world.now);
    EXPECT_EQ(waits.widened.any_hour, 1U);
    slot.any_hour = true;
    const Fits now = fits_for(world, slot);
    EXPECT_EQ(now.send_at, world.now);
    EXPECT_EQ(now.widened.any_hour, std::nullopt);
    slot.any_hour = false;
    slot.starts_at = world.now + hours{2};
    const Fits late = fits_for(world, slot);
    EXPECT_EQ(late.first, 0U) << "in the morning it is too late";
    EXPECT_EQ(late.widened.any_hour, 1U);
}

}  // namespace
}  // namespace standby::core
