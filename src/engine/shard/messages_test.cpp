// Tests of which messages the events of a decision call for, told as short texts.
#include "engine/shard/messages.hpp"

#include "core/run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace standby::engine {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using Lines = std::vector<std::string>;

class MessagesTest : public testing::Test {
protected:
    static constexpr Time start =
        std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16} + hours{12};

    // Carries out a command and returns what is to be said about it.
    std::vector<OutboxRow> rows(const core::Command& command) {
        const core::Outcome outcome =
            core::run(state_, command, {.now = now_, .actor = {}, .zones = &zones_});
        EXPECT_FALSE(outcome.refusal);
        return rows(outcome.events);
    }
    std::vector<OutboxRow> rows(const std::vector<core::Event>& events) {
        std::vector<OutboxRow> outbox;
        for (const core::Event& event : events) {
            append_messages(state_, terms_, event, outbox);
        }
        return outbox;
    }
    // "offer #1", with the time from now where it is not at once.
    Lines tell(const std::vector<OutboxRow>& outbox) {
        Lines lines;
        for (const OutboxRow& row : outbox) {
            std::string line = std::string(name_of(row.kind)) + " #" + std::to_string(row.entry);
            if (row.due_at != now_) {
                line += " in " + format_duration(row.due_at - now_);
            }
            EXPECT_EQ(row.resource, state_.number);
            EXPECT_NE(row.event, 0U);
            lines.push_back(std::move(line));
        }
        return lines;
    }
    Lines say(const core::Command& command) { return tell(rows(command)); }
    Lines pass(Duration duration) {
        now_ += duration;
        return tell(rows(core::catch_up(state_, {.now = now_, .actor = {}, .zones = &zones_})));
    }

    void create(core::Kind kind, std::uint32_t capacity = 0,
                std::optional<Time> starts_at = std::nullopt, core::RulesPatch rules = {}) {
        core::CreateResource command;
        command.settings.kind = kind;
        command.settings.capacity = capacity;
        command.settings.starts_at = starts_at;
        command.rules = rules.set(&core::Rules::quiet_hours, std::nullopt);
        EXPECT_EQ(say(command), Lines{});
    }
    core::Join person(std::uint64_t contact, core::Wants wants = {}, std::uint64_t group = 0) {
        core::Join command;
        command.contacts = {core::ContactKey{contact}};
        command.wants = std::move(wants);
        command.group = core::GroupKey{group};
        return command;
    }
    core::OpenSlot slot_in(Duration duration) {
        return {.slot = {.starts_at = now_ + duration, .duration = hours{1}}};
    }

    Time now_ = start;
    core::ZoneBook zones_;
    core::ResourceState state_{core::ResourceNumber{1}};
    EndTerms terms_{state_};
};

TEST_F(MessagesTest, WhoeverJoinsHearsWhereTheyStand) {
    create(core::Kind::Seats, 1);
    EXPECT_EQ(say(person(1)), Lines{"confirmed #1"});
    EXPECT_EQ(say(person(2)), Lines{"waitlisted #2"});
}

TEST_F(MessagesTest, WhoeverHasToConfirmTheAddressHearsThatFirst) {
    create(core::Kind::Seats, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::verify_email, true));
    EXPECT_EQ(say(person(1)), Lines{"verify #1"});
    EXPECT_EQ(say(core::Verify{1}), Lines{"waitlisted #1"});
}

TEST_F(MessagesTest, AFreedPlaceIsOfferedAndConfirmed) {
    create(core::Kind::Seats, 1);
    say(person(1));
    say(person(2));
    EXPECT_EQ(say(core::CancelEntry{1}), (Lines{"cancelled #1", "offer #2"}));
    const std::vector<OutboxRow> confirmed = rows(core::Accept{core::OfferNumber{1}});
    EXPECT_EQ(tell(confirmed), Lines{"confirmed #2"});
    EXPECT_EQ(confirmed.front().offer, core::OfferNumber{1});
}

TEST_F(MessagesTest, WhoWaitedInVainIsToldOnce) {
    create(core::Kind::Seats, 1, start + hours{5});
    say(person(1));
    say(person(2));
    EXPECT_EQ(pass(hours{5}), Lines{"event_over #2"});
    EXPECT_EQ(pass(hours{1}), Lines{});
}

TEST_F(MessagesTest, WhoWaitedInVainIsNotToldWhereTheRulesSaySo) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::tell_ends, false));
    say(person(1));
    EXPECT_EQ(say(core::CloseResource{}), Lines{});
    EXPECT_EQ(pass(hours{0}), Lines{});
    EXPECT_EQ(state_.entries.state(1), core::EntryState::Expired);
}

TEST_F(MessagesTest, NobodyIsToldOfAnEventOfLastWeek) {
    create(core::Kind::Seats, 1, start + hours{5});
    say(person(1));
    say(person(2));
    EXPECT_EQ(pass(hours{5} + days{1}), Lines{});
    EXPECT_EQ(state_.entries.state(2), core::EntryState::Expired);
}

// The same call that moves the start ends those who waited for the old one.
TEST_F(MessagesTest, AStartThatMovesOnDoesNotMakeOldNewsNew) {
    create(core::Kind::Seats, 1, start + hours{5});
    say(person(1));
    say(person(2));
    now_ += days{3};
    core::PatchResource later;
    later.starts_at = std::optional{now_ + days{30}};
    EXPECT_EQ(say(later), Lines{});
    EXPECT_EQ(state_.entries.state(2), core::EntryState::Expired);
}

TEST_F(MessagesTest, AddressesThatNobodyProvedHearOfNoEnd) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::verify_email, true));
    say(person(1));
    say(core::CloseResource{});
    EXPECT_EQ(pass(hours{0}), Lines{});
}

TEST_F(MessagesTest, AClosedListTellsThoseWhoWaited) {
    create(core::Kind::Slots);
    say(person(1));
    say(core::CloseResource{});
    EXPECT_EQ(pass(hours{0}), Lines{"list_closed #1"});
}

TEST_F(MessagesTest, EverybodyHearsThatAnEventIsCancelled) {
    create(core::Kind::Seats, 2, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::tell_ends, false));
    say(person(1));
    say(person(2));
    say(person(3));
    say(person(4));
    say(core::CancelEntry{2});
    EXPECT_EQ(say(core::CancelResource{}), Lines{"event_cancelled #3"});
    EXPECT_EQ(pass(hours{0}), (Lines{"event_cancelled #1", "event_cancelled #4"}));
}

TEST_F(MessagesTest, AnOfferThatIsMadeAnewSaysWhatHasChanged) {
    create(core::Kind::Seats, 1);
    say(person(1));
    say(person(2));
    say(core::CancelEntry{1});
    core::PatchResource dearer;
    dearer.rules.set(&core::Rules::payment, core::Money{.amount = 9000});
    EXPECT_EQ(say(dearer), Lines{"offer_anew #2"});
}

TEST_F(MessagesTest, ALateYesThatComesTrueIsAConfirmationAndNoOffer) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::late_yes, true));
    say(person(1));
    say(slot_in(hours{5}));
    say(core::ReportSent{core::OfferNumber{1}, now_});
    pass(hours{1});
    const core::LateYes late{
        .entry = 1, .offer = core::OfferNumber{1}, .opening = core::OpeningNumber{1}};
    EXPECT_EQ(say(late), (Lines{"confirmed #1", "event_reminder #1"}));
}

TEST_F(MessagesTest, ALateYesToWhatIsPaidForIsAnOffer) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}
               .set(&core::Rules::late_yes, true)
               .set(&core::Rules::payment, core::Money{.amount = 900}));
    say(person(1));
    say(slot_in(hours{5}));
    say(core::ReportSent{core::OfferNumber{1}, now_});
    pass(hours{1});
    const core::LateYes late{
        .entry = 1, .offer = core::OfferNumber{1}, .opening = core::OpeningNumber{1}};
    EXPECT_EQ(say(late), Lines{"offer #1"});
}

TEST_F(MessagesTest, WhoIsNotAskedUnderTheNewTermsHearsThatTheOfferIsGone) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::payment, core::Money{.amount = 1000}));
    core::Wants thrifty;
    thrifty.max_price = core::Money{.amount = 2000};
    say(person(1, thrifty));
    say(person(2));
    EXPECT_EQ(say(slot_in(hours{48})), Lines{"offer #1"});
    core::PatchResource dearer;
    dearer.rules.set(&core::Rules::payment, core::Money{.amount = 9000});
    EXPECT_EQ(say(dearer), (Lines{"terms_changed #1", "offer #2"}));
}

TEST_F(MessagesTest, BothSidesHearThatAPlaceIsPassedOn) {
    create(core::Kind::Seats, 1);
    say(person(1));
    core::UpdateEntry handed_over{.entry = 1,
                                  .contacts_added = {core::ContactKey{2}},
                                  .contacts_removed = {core::ContactKey{1}},
                                  .person_changes = true,
                                  .transfers = true};
    EXPECT_EQ(say(handed_over), (Lines{"confirmed #1", "passed_on #1"}));
}

TEST_F(MessagesTest, AnOfferMadeAtNightIsDueInTheMorning) {
    core::CreateResource command;
    command.settings.kind = core::Kind::Access;
    command.settings.capacity = 10;
    say(command);
    now_ = start + hours{10};
    say(person(1));
    EXPECT_EQ(say(core::ReleasePlaces{"a", 1}), Lines{"offer #1 in 10h"});
}

TEST_F(MessagesTest, RemindsExpiresAndRollsOn) {
    create(core::Kind::Access, 10, std::nullopt,
           core::RulesPatch{}
               .set(&core::Rules::claim_window, hours{2})
               .set(&core::Rules::reminder_after, hours{1}));
    say(person(1));
    say(person(2));
    say(core::ReleasePlaces{"a", 1});
    EXPECT_EQ(say(core::ReportSent{core::OfferNumber{1}, now_}), Lines{});
    EXPECT_EQ(pass(hours{1}), Lines{"reminder #1"});
    EXPECT_EQ(pass(hours{1}), (Lines{"expired #1", "offer #2"}));
    EXPECT_EQ(say(core::Decline{core::OfferNumber{2}}).size(), 1U) << "only staff hear of it";
}

TEST_F(MessagesTest, AWindowThatStartsAgainIsNotTold) {
    create(core::Kind::Access, 10);
    say(person(1));
    say(core::ReleasePlaces{"a", 1});
    EXPECT_EQ(pass(hours{48}), Lines{}) << "nobody was told of the offer yet";
}

TEST_F(MessagesTest, WhatIsTakenBackIsTold) {
    create(core::Kind::Slots);
    say(person(1));
    say(slot_in(days{2}));
    EXPECT_EQ(say(core::WithdrawOpening{core::OpeningNumber{1}}), Lines{"taken #1"});
}

TEST_F(MessagesTest, LeavingTheLineIsNotAnnounced) {
    create(core::Kind::Seats, 1);
    say(person(1));
    say(person(2));
    EXPECT_EQ(say(core::Leave{2}), Lines{});
    EXPECT_EQ(say(core::RemoveEntry{1}).front(), "cancelled #1");
}

TEST_F(MessagesTest, StaffHearOfASlotThatNobodyWants) {
    create(core::Kind::Slots);
    const std::vector<OutboxRow> told = rows(slot_in(hours{5}));
    EXPECT_EQ(tell(told), Lines{"nobody_fits #0"});
    EXPECT_EQ(told.front().opening, core::OpeningNumber{1});
}

TEST_F(MessagesTest, AnEarlierPlaceIsOfferedAsAMoveUp) {
    create(core::Kind::Slots);
    say(person(1, {}, 7));
    say(slot_in(days{2}));
    EXPECT_EQ(say(core::Accept{core::OfferNumber{1}}),
              (Lines{"confirmed #1", "event_reminder #1"}));
    say(person(1, {.move_up = true}, 7));
    const Lines told = say(slot_in(days{1}));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(told.front().starts_with("move_up #")) << told.front();
}

TEST_F(MessagesTest, AnOfferWithoutAskingIsOnlyConfirmed) {
    create(core::Kind::Slots);
    say(person(1, {.instant_yes = core::InstantYes{}}));
    EXPECT_EQ(say(slot_in(hours{5})), (Lines{"confirmed #1", "event_reminder #1"}));
}

TEST_F(MessagesTest, AReminderOfTheEventIsBookedWithThePlaceAtMostAWeekBefore) {
    create(core::Kind::Seats, 3, start + days{30});
    EXPECT_EQ(say(person(1)), (Lines{"confirmed #1", "event_reminder #1 in 23d"}));
    now_ = start + days{28};
    EXPECT_EQ(say(person(2)), (Lines{"confirmed #2", "event_reminder #2"}));
}

TEST_F(MessagesTest, SystemsHearWhatTheyMustUndo) {
    create(core::Kind::Slots, 0, std::nullopt,
           core::RulesPatch{}.set(&core::Rules::payment, core::Money{1'000, {'E', 'U', 'R'}}));
    say(person(1));
    say(slot_in(days{2}));
    say(core::Accept{core::OfferNumber{1}});
    say(core::Leave{1});
    const std::vector<OutboxRow> told =
        rows(core::ReportPayment{core::OfferNumber{1}, core::PaymentOutcome::Succeeded});
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front().kind, MessageKind::Refund);
    EXPECT_EQ(told.front().offer, core::OfferNumber{1});
}

}  // namespace
}  // namespace standby::engine
