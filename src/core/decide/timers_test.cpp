// Tests of what time alone brings about, and of when the next such thing is due.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class TimersTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static constexpr OfferNumber first{1};

    // One seat, offered to ticket 2.
    void offered(const RulesPatch& rules, std::optional<Time> starts_at = {}) {
        create({.kind = Kind::Seats, .starts_at = starts_at, .capacity = 1}, rules);
        join("holder");
        join("ann");
        give(CancelEntry{1});
    }
};

TEST_F(TimersTest, NothingIsDueWhereOnlyACommandCanChangeAnything) {
    seats(1);
    join("ann");
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(TimersTest, UnansweredWindowEndsAsAMissAtItsDeadline) {
    offered(plain().set(&Rules::reminder_after, Duration{0}));
    send(first);
    EXPECT_EQ(due(), start + hours{12});
    EXPECT_EQ(trace(pass(hours{12} - Duration{1})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})),
              (Trace{"offer_ended window_ended #2", "places_idled nobody_eligible"}));
    EXPECT_EQ(last_event<OfferEnded>().actor, Actor{});
    EXPECT_EQ(state(2U), "expired");
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(TimersTest, WindowWhoseMessageHasNotLeftStartsAgain) {
    offered(plain().set(&Rules::reminder_after, Duration{0}));
    EXPECT_EQ(trace(pass(hours{12})), (Trace{"offer_extended not_yet_sent #2"}));
    EXPECT_EQ(state(2U), "offered");
    EXPECT_EQ(due(), start + hours{24});
    EXPECT_EQ(last_event<OfferExtended>().actor, Actor{});
    EXPECT_EQ(trace(pass(hours{30})), (Trace{"offer_extended not_yet_sent #2"}))
        << "one new window, however long nobody looked";
    send(first);
    EXPECT_EQ(trace(pass(hours{12})).front(), "offer_ended window_ended #2");
}

TEST_F(TimersTest, MessageThatHasNotLeftAtTheCutoffIsNoMiss) {
    offered(plain(), start + hours{15});
    EXPECT_EQ(trace(pass(hours{12})), (Trace{"offer_extended not_yet_sent #2"}));
    EXPECT_EQ(due(), start + hours{15});
    EXPECT_EQ(trace(pass(hours{3})).front(), "offer_ended never_sent #2");
    EXPECT_FALSE(last<OfferEnded>().counts_as_miss);
    EXPECT_EQ(state(2U), "expired") << "it has begun";
}

TEST_F(TimersTest, RemindsOnceAfterTheSending) {
    offered(plain());
    EXPECT_EQ(due(), start + hours{12}) << "no reminder of what was not sent";
    pass(hours{1});
    send(first);
    EXPECT_EQ(due(), start + hours{3});
    EXPECT_EQ(trace(pass(hours{2})), (Trace{"offer_reminded reminder #2"}));
    EXPECT_EQ(state(2U), "offered");
    EXPECT_EQ(due(), start + hours{13});
    EXPECT_EQ(trace(pass(hours{5})), Trace{});
}

TEST_F(TimersTest, ReminderThatWouldNotBeBeforeTheDeadlineIsLeftOut) {
    offered(plain().set(&Rules::reminder_after, hours{12}));
    send(first);
    EXPECT_EQ(due(), start + hours{12});
    EXPECT_EQ(pass(hours{12}).front().reason, Reason::WindowEnded);
}

TEST_F(TimersTest, ExtendedOfferIsRemindedOfToo) {
    offered(plain().set(&Rules::reminder_after, hours{12}));
    send(first);
    give(ExtendOffer{first, start + hours{20}});
    EXPECT_EQ(trace(pass(hours{12})), (Trace{"offer_reminded reminder #2"}));
    give(ExtendOffer{first, start + hours{30}});
    EXPECT_EQ(due(), start + hours{30}) << "reminded once";
}

TEST_F(TimersTest, AnsweredOfferIsNotRemindedOf) {
    offered(plain());
    send(first);
    accept(first);
    EXPECT_EQ(due(), std::nullopt);
    EXPECT_EQ(trace(pass(hours{24})), Trace{});
}

TEST_F(TimersTest, ClaimThatWaitsForItsPaymentIsNotRemindedOf) {
    offered(plain().set(&Rules::payment, euros(5)));
    send(first);
    accept(first);
    EXPECT_EQ(due(), start + hours{12});
}

TEST_F(TimersTest, ResourceReachesItsCutoffOnce) {
    create({.kind = Kind::Seats, .starts_at = start + hours{5}, .capacity = 1},
           plain().set(&Rules::cutoff, hours{2}));
    EXPECT_EQ(due(), start + hours{3});
    EXPECT_EQ(trace(pass(hours{3})), (Trace{"cutoff_reached cutoff"}));
    EXPECT_EQ(due(), std::nullopt);
    EXPECT_EQ(trace(pass(hours{9})), Trace{});
}

TEST_F(TimersTest, PostponedStartMovesTheCutoffAndOffersGoOn) {
    offered(plain().set(&Rules::cutoff, hours{2}), start + hours{5});
    EXPECT_EQ(offer(first).expires_at, start + hours{3});
    pass(hours{3});
    EXPECT_EQ(state(2U), "waiting");
    PatchResource command;
    command.starts_at = std::optional<Time>{start + hours{50}};
    give(command);
    EXPECT_EQ(state(2U), "offered") << "they were never told, so they are asked again";
    EXPECT_EQ(due(), start + hours{15});
    accept(Ticket{2});
    EXPECT_EQ(due(), start + hours{48});
}

TEST_F(TimersTest, StartTakenAwayTakesTheCutoffAway) {
    create({.kind = Kind::Seats, .starts_at = start + hours{5}, .capacity = 1}, plain());
    PatchResource command;
    command.starts_at.emplace(std::nullopt);
    give(command);
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(TimersTest, SlotsHaveNoCutoffOfTheResource) {
    create({.kind = Kind::Slots, .starts_at = start + hours{5}}, plain());
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(TimersTest, DrawIsMadeAtItsTimeAndMovesBegin) {
    seats(1, plain()
                 .set(&Rules::order, Order::Lottery)
                 .set(&Rules::draw_at, start + hours{1})
                 .set(&Rules::draw_seed, "seed"));
    join("ann");
    EXPECT_EQ(trace(pass(hours{1} - Duration{1})), Trace{});
    EXPECT_EQ(trace(pass(Duration{1})),
              (Trace{"lottery_drawn draw_time", "offer_made first_in_line #1"}));
    EXPECT_EQ(due(), start + hours{13});
}

TEST_F(TimersTest, WhatIsDueAtTheSameTimeComesInAFixedOrder) {
    create({.kind = Kind::Seats, .starts_at = start + hours{1}, .capacity = 3},
           plain()
               .set(&Rules::order, Order::Lottery)
               .set(&Rules::draw_at, start + hours{1})
               .set(&Rules::draw_seed, "seed"));
    const Ticket ann = join("ann");
    give(Promote{ann});
    pass(minutes{5});
    send(first);
    EXPECT_EQ(trace(pass(minutes{55})),
              (Trace{"lottery_drawn draw_time", "offer_ended window_ended #1",
                     "places_idled cutoff", "cutoff_reached cutoff"}));
    EXPECT_EQ(last<PlacesIdled>().places, 1U) << "the others were free from the start";
}

TEST_F(TimersTest, DeadlineAndReminderComeBeforeTheCutoffOfASlot) {
    slots(plain().set(&Rules::cutoff, minutes{5}).set(&Rules::reminder_after, minutes{5}));
    join("ann");
    open(minutes{15});
    open(minutes{10});
    send(first);
    EXPECT_EQ(trace(pass(minutes{5})),
              (Trace{"offer_reminded reminder #1", "opening_moved cutoff @2"}));
    EXPECT_EQ(trace(pass(minutes{5})),
              (Trace{"offer_ended window_ended #1", "opening_moved cutoff @1"}));
}

TEST_F(TimersTest, LongSilenceIsCaughtUpInTheOrderOfTime) {
    slots(plain().set(&Rules::reminder_after, minutes{4}));
    join("ann");
    join("bob");
    open();
    send(first);
    const std::vector<Event> events = pass(hours{2});
    EXPECT_EQ(trace(events), (Trace{"offer_reminded reminder #1", "offer_ended window_ended #1",
                                    "offer_made previous_expired #2"}));
    EXPECT_EQ(events.back().at, now);
    EXPECT_EQ(last<OfferMade>().expires_at, now + minutes{10}) << "a whole window from now on";
}

TEST_F(TimersTest, PauseDoesNotStopTheClockOfALiveOffer) {
    offered(plain());
    give(PauseResource{});
    send(first);
    pass(hours{12});
    EXPECT_EQ(state(2U), "expired");
    EXPECT_EQ(times<PlacesIdled>(), 0U) << "moves wait for the resume";
    EXPECT_EQ(trace(give(ResumeResource{})),
              (Trace{"status_changed requested", "places_idled nobody_eligible"}));
}

class QuietHoursTest : public TimersTest {
protected:
    void night_salon(bool urgent) {
        slots(RulesPatch{}.set(&Rules::urgent, urgent));
        now = start + hours{10};
    }
};

TEST_F(QuietHoursTest, OfferMadeAtNightIsSentInTheMorning) {
    night_salon(false);
    join("ann");
    open(hours{20});
    EXPECT_EQ(last<OfferMade>().send_at, start + hours{20});
    EXPECT_EQ(last<OfferMade>().expires_at, start + hours{20} + minutes{10});
}

TEST_F(QuietHoursTest, WindowCountsWakingHoursOnly) {
    slots(RulesPatch{}.set(&Rules::claim_window, hours{2}));
    join("ann");
    now = start + hours{8};
    open(hours{30});
    EXPECT_EQ(last<OfferMade>().send_at, now);
    EXPECT_EQ(last<OfferMade>().expires_at, start + hours{21}) << "an hour now, one in the morning";
}

TEST_F(QuietHoursTest, UrgentOfferGoesOutAtNightWhenTheSlotWouldPass) {
    night_salon(true);
    join("ann");
    open(hours{3});
    EXPECT_EQ(last<OfferMade>().send_at, now);
    EXPECT_EQ(last<OfferMade>().expires_at, now + minutes{10});
    EXPECT_TRUE(last<OfferMade>().plain_clock);
    pass(minutes{1});
    send(first);
    EXPECT_EQ(offer(first).expires_at, now + minutes{10}) << "every hour counts for it";
}

TEST_F(QuietHoursTest, UrgentOfferWaitsForTheMorningWhenThereIsTime) {
    night_salon(true);
    join("ann");
    open(hours{20});
    EXPECT_EQ(last<OfferMade>().send_at, start + hours{20});
}

TEST_F(QuietHoursTest, NightIsThatOfTheGuest) {
    slots(RulesPatch{});
    join("far", Wants{.time_zone = "Asia/Tokyo"});
    now = start + minutes{30};
    open(hours{20});
    EXPECT_EQ(last<OfferMade>().send_at, start + hours{11}) << "08:00 in Tokyo";
}

TEST_F(QuietHoursTest, NightOfAGuestWhoseZoneIsNotKnownAnyMoreIsThatOfTheResource) {
    create({.kind = Kind::Slots, .time_zone = "Europe/Berlin"}, RulesPatch{});
    join("far", Wants{.time_zone = "Asia/Tokyo"});
    now = start + hours{9};
    const ZoneBook fewer;
    ResourceState copy = resource();
    const Context context{.now = now, .actor = actor, .zones = &fewer};
    const Outcome outcome = run(copy, OpenSlot{"", slot(hours{30}), Reason::NewOpening}, context);
    ASSERT_EQ(outcome.events.size(), 2U);
    const auto* made = std::get_if<OfferMade>(&outcome.events[1].body);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->send_at, start + hours{20}) << "neither zone is known: UTC";
}

}  // namespace
}  // namespace standby::core
