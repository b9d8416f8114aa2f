// What is next for an offer over there, for every answer that may come.
#include "app/bookings/booking_plan.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

using engine::BookingProblem;
using engine::BookingStage;
using engine::BookingView;
using std::chrono::minutes;
using std::chrono::seconds;

class BookingPlanTest : public testing::Test {
protected:
    BookingMove next() { return plan_booking(record, seen, ability, now).move; }

    // What is asked for now, and the answer to it.
    void answered(BookingStage stage) {
        const BookingPlan plan = plan_booking(record, seen, ability, now);
        ASSERT_TRUE(is_asking(plan.move));
        ask(plan);
        take(after_view(before, plan.move, seen, {.stage = stage}, ability, now));
    }
    void failed(BookingProblem problem) {
        const BookingPlan plan = plan_booking(record, seen, ability, now);
        ASSERT_TRUE(is_asking(plan.move));
        ask(plan);
        take(after_problem(before, plan.move, problem, now));
    }
    // The server is killed while the answer is out.
    void killed() {
        ask(plan_booking(record, seen, ability, now));
        record = meanwhile;
    }
    void saved() {
        const BookingPlan plan = plan_booking(record, seen, ability, now);
        ASSERT_EQ(plan.move, BookingMove::Save);
        card = plan.card;
        record = plan.record;
    }
    void claimed() { seen = {.fate = Fate::Claimed}; }
    void held() {
        answered(BookingStage::Held);
        claimed();
    }
    std::string steps() const {
        std::string names;
        for (const BookingStep& step : record.untold) {
            names += (names.empty() ? "" : " ") + std::string(name_of(step.kind));
        }
        return names;
    }

    Time now{std::chrono::hours{1'000'000}};
    BookingRecord record;
    BookingRecord meanwhile;
    BookingAbility ability;
    OfferSeen seen{.fate = Fate::Asked, .is_given_up = false, .until = now + minutes{10}};
    std::string_view card;

private:
    void ask(const BookingPlan& plan) {
        before = plan.record;
        meanwhile = while_asking(before, plan.move, seen, now);
        before.is_sent = meanwhile.is_sent;
        before.asked_until = meanwhile.asked_until;
    }
    void take(BookingStepTaken taken) {
        record = std::move(taken.record);
        card = taken.card;
    }
    BookingRecord before;
};

TEST_F(BookingPlanTest, HoldsConfirmsAndReports) {
    EXPECT_EQ(next(), BookingMove::Hold);
    answered(BookingStage::Held);
    EXPECT_EQ(next(), BookingMove::Wait);
    claimed();
    EXPECT_EQ(next(), BookingMove::Confirm);
    answered(BookingStage::Booked);
    EXPECT_EQ(next(), BookingMove::ReportBooked);
    seen.fate = Fate::Theirs;
    EXPECT_EQ(next(), BookingMove::Wait);
    EXPECT_EQ(steps(), "held confirmed");
}

TEST_F(BookingPlanTest, BooksAtOnceWhereNothingCanBeHeld) {
    failed(BookingProblem::NotOffered);
    EXPECT_EQ(next(), BookingMove::Wait);
    claimed();
    EXPECT_EQ(next(), BookingMove::Book);
}

TEST_F(BookingPlanTest, LongerOfferIsALongerHold) {
    answered(BookingStage::Held);
    seen.until += minutes{5};
    EXPECT_EQ(next(), BookingMove::Extend);
    answered(BookingStage::Held);
    EXPECT_EQ(next(), BookingMove::Wait);
}

TEST_F(BookingPlanTest, HoldThatIsShorterThanTheOfferIsRenewed) {
    const BookingPlan plan = plan_booking(record, seen, ability, now);
    record =
        after_view(while_asking(plan.record, BookingMove::Hold, seen, now), BookingMove::Hold, seen,
                   {.stage = BookingStage::Held, .held_until = now + minutes{5}}, ability, now)
            .record;
    EXPECT_EQ(next(), BookingMove::Wait);
    EXPECT_EQ(next_turn_of(record, seen, ability, now), now + minutes{5} - hold_renewed_before);
    now += minutes{5} - hold_renewed_before;
    EXPECT_EQ(next(), BookingMove::Extend);
}

TEST_F(BookingPlanTest, PlaceThatIsGoneIsReportedBeforeItsGuestAnswers) {
    failed(BookingProblem::Taken);
    EXPECT_EQ(next(), BookingMove::ReportTaken);
    seen.fate = Fate::Gone;
    saved();
    EXPECT_EQ(record.stage, Stage::Done);
}

TEST_F(BookingPlanTest, UnansweredBookingIsAskedForBeforeItIsAskedForAgain) {
    held();
    for (const BookingProblem problem :
         {BookingProblem::NoAnswer, BookingProblem::Busy, BookingProblem::NotUnderstood,
          BookingProblem::WrongBooking, BookingProblem::InProgress}) {
        failed(problem);
        EXPECT_EQ(next(), BookingMove::Wait) << "not at once";
        now += booking_backoff_max;
        EXPECT_EQ(next(), BookingMove::Look);
        answered(BookingStage::None);
        now += booking_backoff_max;
        EXPECT_EQ(next(), BookingMove::Book) << "the hold is gone, as far as they know";
    }
    answered(BookingStage::Booked);
    EXPECT_EQ(record.stage, Stage::Booked);
}

TEST_F(BookingPlanTest, BookingThatWasMadeWithoutAnAnswerCounts) {
    held();
    failed(BookingProblem::NoAnswer);
    now += booking_backoff_max;
    answered(BookingStage::Booked);
    EXPECT_EQ(next(), BookingMove::ReportBooked);
    EXPECT_EQ(steps(), "held unclear confirmed");
}

TEST_F(BookingPlanTest, WhoeverWasKilledLooksFirst) {
    killed();
    EXPECT_EQ(next(), BookingMove::Look);
    answered(BookingStage::Held);
    claimed();
    killed();
    EXPECT_EQ(next(), BookingMove::Look);
    answered(BookingStage::Booked);
    EXPECT_EQ(next(), BookingMove::ReportBooked);
}

TEST_F(BookingPlanTest, TakenByOurselvesIsNotTaken) {
    failed(BookingProblem::NotOffered);
    claimed();
    failed(BookingProblem::NoAnswer);
    now += booking_backoff_max;
    answered(BookingStage::None);
    now += booking_backoff_max;
    failed(BookingProblem::Taken);
    EXPECT_EQ(next(), BookingMove::Look) << "it may be what we had asked for before";
    answered(BookingStage::Booked);
    EXPECT_EQ(next(), BookingMove::ReportBooked);
}

TEST_F(BookingPlanTest, TakenBySomebodyElseIsBelievedAfterALook) {
    failed(BookingProblem::NotOffered);
    claimed();
    failed(BookingProblem::NoAnswer);
    now += booking_backoff_max;
    answered(BookingStage::None);
    now += booking_backoff_max;
    failed(BookingProblem::Taken);
    answered(BookingStage::None);
    EXPECT_EQ(next(), BookingMove::ReportTaken);
}

TEST_F(BookingPlanTest, RefusalIsForStaffAndNoMiss) {
    held();
    failed(BookingProblem::Refused);
    EXPECT_EQ(card, "refused");
    EXPECT_EQ(next(), BookingMove::ReportRefused);
}

TEST_F(BookingPlanTest, WrongTokenIsTriedAgainSinceItCanBeMended) {
    held();
    failed(BookingProblem::WrongToken);
    EXPECT_EQ(next(), BookingMove::Wait);
    now += booking_backoff_max;
    EXPECT_EQ(next(), BookingMove::Confirm);
}

TEST_F(BookingPlanTest, GivenUpIsForStaffAndWhatMayBeThereGoes) {
    held();
    failed(BookingProblem::Busy);
    seen = {.fate = Fate::Gone, .is_given_up = true};
    saved();
    EXPECT_EQ(card, "given_up");
    EXPECT_EQ(next(), BookingMove::Release);
    failed(BookingProblem::NoAnswer);
    now += release_backoff_max;
    EXPECT_EQ(next(), BookingMove::Release) << "until it is answered";
    answered(BookingStage::Ended);
    EXPECT_EQ(record.stage, Stage::Releasing) << "what was on its way may still arrive";
    now += booking_doubt;
    EXPECT_EQ(next(), BookingMove::Release);
    answered(BookingStage::None);
    EXPECT_EQ(record.stage, Stage::Done);
    EXPECT_EQ(steps(), "held unclear given_up released");
}

TEST_F(BookingPlanTest, OfferThatEndsLetsGoOfItsHold) {
    answered(BookingStage::Held);
    seen = {.fate = Fate::Gone};
    saved();
    EXPECT_EQ(card, "");
    answered(BookingStage::Ended);
    EXPECT_EQ(record.stage, Stage::Done);
    EXPECT_EQ(steps(), "held released");
}

TEST_F(BookingPlanTest, NothingIsAskedAboutWhatNobodyAskedFor) {
    ability.holds = false;
    EXPECT_EQ(next(), BookingMove::Wait);
    seen = {.fate = Fate::Gone};
    saved();
    EXPECT_EQ(record.stage, Stage::Done);
}

TEST_F(BookingPlanTest, GuestWhoGivesItBackIsCancelledThere) {
    held();
    answered(BookingStage::Booked);
    seen = {.fate = Fate::Gone};
    saved();
    EXPECT_EQ(next(), BookingMove::Release);
    answered(BookingStage::Ended);
    EXPECT_EQ(record.stage, Stage::Done);
    EXPECT_EQ(steps(), "held confirmed cancelled");
}

TEST_F(BookingPlanTest, WhatMayStillArriveIsTakenAwayAlsoAfterTheyCancelled) {
    held();
    failed(BookingProblem::NoAnswer);
    now += booking_backoff_max;
    answered(BookingStage::Booked);
    seen = {.fate = Fate::Theirs};
    record =
        after_view(record, BookingMove::Look, seen, {.stage = BookingStage::Ended}, ability, now)
            .record;
    EXPECT_EQ(next(), BookingMove::ReportCancelled);
    seen = {.fate = Fate::Gone};
    saved();
    EXPECT_EQ(next(), BookingMove::Release);
}

TEST_F(BookingPlanTest, CancelledThereIsReportedAndMissingIsForStaff) {
    held();
    answered(BookingStage::Booked);
    seen = {.fate = Fate::Theirs};
    BookingStepTaken seen_there =
        after_view(record, BookingMove::Look, seen, {.stage = BookingStage::None}, ability, now);
    EXPECT_EQ(seen_there.card, "missing");
    seen_there = after_view(seen_there.record, BookingMove::Look, seen,
                            {.stage = BookingStage::None}, ability, now);
    EXPECT_EQ(seen_there.card, "") << "once";
    record = after_view(seen_there.record, BookingMove::Look, seen, {.stage = BookingStage::Ended},
                        ability, now)
                 .record;
    EXPECT_EQ(next(), BookingMove::ReportCancelled);
}

TEST_F(BookingPlanTest, SystemThatBooksWhatItShouldHoldHasBooked) {
    answered(BookingStage::Booked);
    EXPECT_EQ(next(), BookingMove::Wait);
    claimed();
    saved();
    EXPECT_EQ(next(), BookingMove::ReportBooked);
}

TEST_F(BookingPlanTest, RepeatedRequestThatWouldBeAnotherBookingWaitsForTheFirst) {
    ability.knows_repeats = false;
    claimed();
    failed(BookingProblem::NoAnswer);
    now += seconds{2};
    answered(BookingStage::None);
    now += seconds{5};
    EXPECT_EQ(next(), BookingMove::Look) << "it may still be on its way";
    now += booking_settles;
    answered(BookingStage::None);
    now += booking_backoff_max;
    EXPECT_EQ(next(), BookingMove::Book);
}

TEST_F(BookingPlanTest, KeepsEverythingItKnows) {
    held();
    failed(BookingProblem::NoAnswer);
    record.known = {.hold = "h", .booking = "b"};
    record.starts_at = now;
    const auto read = read_booking_record(write_record(record));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, record);
    EXPECT_FALSE(read_booking_record("[]"));
}

TEST_F(BookingPlanTest, TalliesTheLastDay) {
    BookingProgress progress;
    tally_of(progress, now).booked = 3;
    tally_of(progress, now + std::chrono::hours{23}).taken = 1;
    EXPECT_EQ(tally_in_all(progress, now + std::chrono::hours{23}).booked, 3U);
    EXPECT_EQ(tally_in_all(progress, now + std::chrono::hours{24}).booked, 0U);
    EXPECT_EQ(
        tally_in_all(read_booking_progress(write_progress(progress)), now + std::chrono::hours{24})
            .taken,
        1U);
}

}  // namespace
}  // namespace standby::app
