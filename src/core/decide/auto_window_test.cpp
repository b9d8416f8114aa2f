// Windows by the time left: short enough for everybody to be asked, long enough to answer.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

RulesPatch automatic(bool late_yes = true) {
    return plain().set(&Rules::auto_window, true).set(&Rules::late_yes, late_yes);
}

class AutoWindowTest : public testing::Test, public World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    void people(std::size_t count) {
        for (std::size_t index = 0; index < count; ++index) {
            join("person " + std::to_string(index));
        }
    }
    Duration window() const { return last<OfferMade>().expires_at - last<OfferMade>().send_at; }
};

TEST_F(AutoWindowTest, SharesHalfTheTimeLeftAmongThoseWhoFit) {
    slots(automatic());
    people(5);
    Wants cut;
    cut.service = "cut";
    join("no match", cut);
    Slot colour = slot(hours{1});
    colour.service = "colour";
    open(colour);
    EXPECT_EQ(last<OfferMade>().people_who_fit, 5U) << "not whoever wants something else";
    EXPECT_EQ(last<OfferMade>().window, minutes{6});
    EXPECT_EQ(window(), minutes{6});
}

TEST_F(AutoWindowTest, IsBetweenThreeAndTenMinutes) {
    slots(automatic());
    people(1);
    open(hours{3});
    EXPECT_EQ(window(), minutes{10});
    people(41);
    open(hours{3});
    EXPECT_EQ(window(), minutes{3});
}

TEST_F(AutoWindowTest, WithoutLateAnswersNobodyGetsLessThanAnswersTake) {
    slots(automatic(false));
    people(2);
    open(hours{1});
    EXPECT_EQ(window(), minutes{30});
    decline(1);
    EXPECT_EQ(last<OfferMade>().people_who_fit, 1U);
    EXPECT_EQ(window(), hours{1});
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::None);
    people(12);
    open(hours{1});
    EXPECT_EQ(window(), minutes{20});
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::Mail);
}

TEST_F(AutoWindowTest, WhoIsToldByTextAnswersSooner) {
    slots(automatic(false));
    Wants by_text;
    by_text.by_text = true;
    join("tess", by_text);
    people(19);
    open(hours{1});
    EXPECT_EQ(window(), minutes{5}) << "three minutes each would be too few";
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::Text);
    decline(1);
    EXPECT_EQ(window(), minutes{20}) << "the next one is told by mail";
    UpdateEntry gets_phone;
    gets_phone.entry = 3;
    gets_phone.wants = by_text;
    give(gets_phone);
    decline(2);
    EXPECT_EQ(window(), minutes{5}) << "and whoever has a phone by now, by text";
}

TEST_F(AutoWindowTest, WhatIsKnownOfTheHouseComesFirst) {
    slots(automatic(false));
    answer_window = minutes{8};
    Wants by_text;
    by_text.by_text = true;
    join("tess", by_text);
    people(19);
    open(hours{1});
    EXPECT_EQ(window(), minutes{8});
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::House);
    answer_window = minutes{12};
    send(Ticket{1});
    EXPECT_EQ(window(), minutes{8}) << "an offer keeps what it was made with";
    decline(1);
    EXPECT_EQ(window(), minutes{12});
}

TEST_F(AutoWindowTest, WhatIsKnownOfTheHouseIsKeptWithinReason) {
    slots(automatic(false));
    people(10);
    answer_window = Duration{0};
    open(minutes{5});
    EXPECT_EQ(window(), minutes{1});
    answer_window = hours{1'000};
    decline(1);
    EXPECT_EQ(last<OfferMade>().window, hours{24});
    EXPECT_EQ(window(), minutes{5}) << "cut at the start";
}

TEST_F(AutoWindowTest, ASlotHalfAYearAwayIsNotHeldForHalfAYear) {
    slots(automatic(false));
    people(1);
    open(hours{24 * 180});
    EXPECT_EQ(window(), hours{24});
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::None);
}

TEST_F(AutoWindowTest, NorWhereSeveralFit) {
    slots(automatic(false));
    people(3);
    open(hours{24 * 180});
    EXPECT_EQ(window(), hours{24});
    open(hours{36});
    EXPECT_EQ(last<OfferMade>().people_who_fit, 2U);
    EXPECT_EQ(window(), hours{18}) << "less time is shared out as ever";
}

TEST_F(AutoWindowTest, WhereLateAnswersStandNobodysAnswersMatter) {
    slots(automatic());
    answer_window = hours{2};
    people(1);
    open(hours{3});
    EXPECT_EQ(window(), minutes{10});
    EXPECT_EQ(last<OfferMade>().answers_by, AnswersBy::None);
}

TEST_F(AutoWindowTest, CountsEachTimeAnew) {
    slots(automatic());
    people(3);
    open(hours{1});
    EXPECT_EQ(last<OfferMade>().people_who_fit, 3U);
    decline(1);
    EXPECT_EQ(last<OfferMade>().people_who_fit, 2U);
}

TEST_F(AutoWindowTest, AnOfferKeepsItsOwnWindow) {
    slots(automatic());
    people(5);
    open(hours{1});
    pass(minutes{2});
    send(Ticket{1});
    EXPECT_EQ(offer(offer_of(1)).expires_at, now + minutes{6}) << "counted from the message";
    patch_rules(RulesPatch{}.set(&Rules::claim_window, minutes{45}));
    give(ReportUndeliverable{offer_of(1), Undeliverable::Bounced});
    EXPECT_EQ(offer(offer_of(1)).patience_until, now + minutes{3}) << "half of it";
    pass(minutes{1});
    send(Ticket{1});
    EXPECT_EQ(offer(offer_of(1)).expires_at, now + minutes{6});
}

TEST_F(AutoWindowTest, ByHandTheTimeIsThatUntilTheStart) {
    slots(automatic().set(&Rules::cutoff, hours{2}));
    people(1);
    Wants cut;
    cut.service = "cut";
    join("no match", cut);
    Slot colour = slot(hours{1});
    colour.service = "colour";
    const OpeningNumber opening = open(colour);
    give(Promote{.entry = 2, .opening = opening});
    EXPECT_EQ(last<OfferMade>().people_who_fit, 1U) << "after the cutoff nobody else can be asked";
    EXPECT_EQ(window(), minutes{10});
}

TEST_F(AutoWindowTest, AFixedWindowTurnsItOff) {
    slots(automatic());
    patch_rules(RulesPatch{}.set(&Rules::claim_window, minutes{45}));
    EXPECT_FALSE(resource().rules.auto_window);
    people(5);
    open(hours{3});
    EXPECT_EQ(window(), minutes{45});
    EXPECT_EQ(last<OfferMade>().window, Duration{0});
}

TEST_F(AutoWindowTest, IsForSlotsOnly) {
    EXPECT_EQ(refused(create({.kind = Kind::Seats, .capacity = 2}, automatic())),
              "invalid-field: rules.claim_window");
    EXPECT_EQ(refused(create({.kind = Kind::Access, .capacity = 2}, automatic())),
              "invalid-field: rules.claim_window");
}

TEST_F(AutoWindowTest, AReminderBeyondTheWindowIsAContradiction) {
    const RulesPatch rules = automatic().set(&Rules::reminder_after, minutes{10});
    EXPECT_EQ(refused(create({.kind = Kind::Slots}, rules)), "invalid-field: rules.reminder_after");
    slots(automatic().set(&Rules::reminder_after, minutes{9}));
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::reminder_after, hours{1}))),
              "invalid-field: rules.reminder_after");
}

TEST_F(AutoWindowTest, AtNightTheTimeLeftBeginsInTheMorning) {
    slots(automatic().set(&Rules::quiet_hours, QuietHours{}));
    people(5);
    now = start + hours{10};  // ten in the evening
    open(hours{11});          // nine in the morning
    EXPECT_EQ(last<OfferMade>().send_at, start + hours{20});
    EXPECT_EQ(last<OfferMade>().window, minutes{6});
    EXPECT_EQ(last<OfferMade>().expires_at, start + hours{20} + minutes{6});
}

}  // namespace
}  // namespace standby::core
