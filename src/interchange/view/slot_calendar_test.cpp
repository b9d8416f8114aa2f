// Tests of what a calendar has of a list's slots.
#include "interchange/view/slot_calendar.hpp"

#include "core/decide/decide_test_support.hpp"
#include "core/state/rows.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace standby::interchange {
namespace {

using std::chrono::hours;

constexpr Time now = core::World::start;

class Salon {
public:
    Salon() { give(core::CreateResource{{.kind = core::Kind::Slots}, core::plain()}); }
    void give(const core::Command& command) {
        const core::Context context{.now = now, .actor = {}, .zones = &zones_};
        const core::Outcome outcome = core::run(state_, command, context);
        ASSERT_EQ(core::refused(outcome), "");
    }
    void open(Time starts_at) {
        core::OpenSlot open;
        open.slot = {.starts_at = starts_at, .duration = hours{1}};
        give(open);
    }
    const core::ResourceState& state() const { return state_; }
    SlotCalendar day() const { return calendar_of(state_, now, now, now + hours{24}); }

private:
    core::ZoneBook zones_;
    core::ResourceState state_{core::ResourceNumber{7}};
};

engine::StoredRow row_of(std::uint32_t number, core::OpeningState state, Time starts_at,
                         core::Ticket holder = 0) {
    core::OpeningRow row;
    row.holder = holder;
    row.slot = {.starts_at = starts_at, .duration = hours{1}};
    row.in_memory = false;
    return {.number = number,
            .state = static_cast<std::uint8_t>(state),
            .changed_at = now,
            .data = core::encode_row(row)};
}

std::vector<std::uint32_t> numbers(const SlotCalendar& calendar) {
    std::vector<std::uint32_t> found;
    for (const CalendarSlot& slot : calendar.slots) {
        found.push_back(core::number_of(slot.opening.id));
    }
    return found;
}

TEST(SlotCalendar, SaysWhatAGuestComesForWhereTheSlotLeavesItOpen) {
    core::World world;
    world.slots();
    world.join("Pia", core::Wants{.service = "Perm"});
    core::OpenSlot open;
    open.slot = {.starts_at = world.now + hours{20}, .duration = hours{1}, .blank_is_any = true};
    world.give(open);
    const SlotCalendar day =
        calendar_of(world.resource(), world.now, world.now, world.now + hours{24});
    ASSERT_EQ(day.slots.size(), 1u);
    EXPECT_EQ(day.slots.front().guest_service, "Perm");
    EXPECT_EQ(day.slots.front().opening.slot.service, "") << "whoever moves it moves it as it is";
}

TEST(SlotCalendar, HasTheSlotsThatBeginWithinTheTime) {
    Salon salon;
    salon.open(now + hours{24});
    salon.open(now + hours{23});
    salon.open(now + hours{1});
    SlotCalendar calendar = salon.day();
    cut(calendar);
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{3, 2}));
    EXPECT_TRUE(calendar.is_whole);
}

TEST(SlotCalendar, AddsWhatHasEndedOnce) {
    Salon salon;
    salon.open(now + hours{2});
    salon.open(now + hours{3});
    salon.open(now + hours{4});
    salon.give(core::BookOpening{.opening = core::OpeningNumber{2}});
    salon.give(core::WithdrawOpening{.opening = core::OpeningNumber{3}});
    SlotCalendar calendar = salon.day();
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{1}));
    add_ended(calendar, row_of(1, core::OpeningState::Open, now + hours{2}));
    add_ended(calendar, row_of(2, core::OpeningState::Booked, now + hours{3}));
    add_ended(calendar, row_of(3, core::OpeningState::Withdrawn, now + hours{4}));
    add_ended(calendar, row_of(4, core::OpeningState::Booked, now + hours{5}));
    cut(calendar);
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{1, 2}))
        << "what came after the look is left for the next one";
}

TEST(SlotCalendar, LeavesOutArchivedRowsAndThoseOfOtherDays) {
    Salon salon;
    salon.open(now + hours{2});
    salon.open(now + hours{3});
    salon.give(core::BookOpening{.opening = core::OpeningNumber{1}});
    salon.give(core::BookOpening{.opening = core::OpeningNumber{2}});
    SlotCalendar calendar = salon.day();
    engine::StoredRow archived = row_of(1, core::OpeningState::Booked, now + hours{2});
    archived.data.clear();
    add_ended(calendar, archived);
    add_ended(calendar, row_of(2, core::OpeningState::Booked, now + hours{24}));
    EXPECT_TRUE(calendar.slots.empty());
}

TEST(SlotCalendar, LeavesOutBookingsThatWereGivenBack) {
    Salon salon;
    salon.give(core::person("mia"));
    salon.give(core::person("ben"));
    salon.open(now + hours{2});
    salon.give(core::Accept{.offer = core::OfferNumber{1}});
    EXPECT_EQ(salon.day().slots.front().opening.holder, 1u);
    salon.give(core::CancelEntry{.entry = 1});
    SlotCalendar calendar = salon.day();
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{2})) << "it is offered to ben";
    add_ended(calendar, row_of(1, core::OpeningState::Booked, now + hours{2}, 1));
    EXPECT_EQ(calendar.slots.size(), 2u);
    drop_given_back(calendar, salon.state());
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{2}));
}

TEST(SlotCalendar, KeepsBookingsOfThoseWhoCame) {
    Salon salon;
    salon.give(core::person("mia"));
    salon.open(now + hours{2});
    salon.give(core::Accept{.offer = core::OfferNumber{1}});
    salon.give(core::MarkAttended{.entry = 1});
    SlotCalendar calendar = salon.day();
    add_ended(calendar, row_of(1, core::OpeningState::Booked, now + hours{2}, 1));
    drop_given_back(calendar, salon.state());
    EXPECT_EQ(numbers(calendar), (std::vector<std::uint32_t>{1}));
}

TEST(SlotCalendar, LooksAtSoManyAndSaysWhenThereAreMore) {
    SlotCalendar calendar{.from = now, .to = now + hours{24}, .slots = {}};
    calendar.last = calendar_limits::ended_looked_at + 17;
    EXPECT_EQ(ended_after(calendar), 17u);
    calendar.last = 3;
    EXPECT_EQ(ended_after(calendar), 0u);
    calendar.slots.resize(calendar_limits::slots);
    cut(calendar);
    EXPECT_TRUE(calendar.is_whole);
    calendar.slots.resize(calendar_limits::slots + 1);
    cut(calendar);
    EXPECT_FALSE(calendar.is_whole);
    EXPECT_EQ(calendar.slots.size(), calendar_limits::slots);
}

}  // namespace
}  // namespace standby::interchange
