// Each way that money can go, step by step, without a provider.
#include "app/payments/payment_step.hpp"

#include "app/payments/payment_place.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentProblem;
using engine::PaymentStage;
using engine::PaymentTold;
using engine::PaymentView;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Time noon{std::chrono::hours{12}};
constexpr PlaceSeen awaits{.fate = PlaceFate::Awaits, .expires_at = noon + minutes{20}};
constexpr PlaceSeen theirs{.fate = PlaceFate::Theirs, .expires_at = std::nullopt};
constexpr PlaceSeen gone{.fate = PlaceFate::Gone, .expires_at = std::nullopt};

Payment begun() {
    Payment row;
    row.number = 7;
    row.amount = {.amount = 4'500};
    row.expires_at = noon + minutes{20};
    row.next_look = noon;
    row.created_at = noon;
    return row;
}

PaymentView seen(PaymentStage stage, std::int64_t amount = 4'500, std::int64_t refunded = 0) {
    PaymentView view;
    view.id = "cs_1";
    view.charge = stage == PaymentStage::Open ? "" : "pi_1";
    view.stage = stage;
    view.amount = {.amount = amount};
    view.refunded = refunded;
    view.url = stage == PaymentStage::Open ? "https://pay.example/cs_1" : "";
    return view;
}

Payment told(Payment row, PaymentTold what) {
    row.told |= static_cast<std::uint32_t>(what);
    return row;
}

Payment held() {
    Payment row = after_view(begun(), PaymentMove::Begin, seen(PaymentStage::Open), noon);
    return told(after_view(row, PaymentMove::Look, seen(PaymentStage::Authorised), noon),
                PaymentTold::Held);
}

Payment taking() {
    return plan_payment(held(), theirs, noon).row;
}

Payment taken() {
    return told(after_view(taking(), PaymentMove::Capture, seen(PaymentStage::Captured), noon),
                PaymentTold::Taken);
}

TEST(PaymentStepTest, MoneyIsHeldThenThePlaceIsBookedThenItIsTaken) {
    EXPECT_EQ(plan_payment(begun(), awaits, noon).move, PaymentMove::Begin);
    const Payment paying = after_view(begun(), PaymentMove::Begin, seen(PaymentStage::Open), noon);
    EXPECT_EQ(paying.phase, PaymentPhase::Paying);
    EXPECT_EQ(paying.next_look, noon + payment_look_every);
    EXPECT_EQ(held().phase, PaymentPhase::Booking);
    EXPECT_EQ(plan_payment(held(), awaits, noon).move, PaymentMove::Book);
    EXPECT_EQ(plan_payment(taking(), theirs, noon).move, PaymentMove::Capture);
    EXPECT_EQ(taken().phase, PaymentPhase::Taken);
    EXPECT_EQ(taken().captured, 4'500);
}

TEST(PaymentStepTest, AnOpenPaymentIsLookedAtShortlyBeforeItsEnd) {
    const Payment late = after_view(begun(), PaymentMove::Look, seen(PaymentStage::Open),
                                    noon + minutes{20} - seconds{10});
    EXPECT_EQ(late.next_look, noon + minutes{20} - payment_last_look);
}

TEST(PaymentStepTest, WhatComesTooLateIsLetGoOf) {
    Payment row = after_view(begun(), PaymentMove::Begin, seen(PaymentStage::Open), noon);
    row = plan_payment(row, gone, noon).row;
    ASSERT_EQ(row.phase, PaymentPhase::Releasing);
    EXPECT_EQ(plan_payment(row, gone, noon).move, PaymentMove::Release);
    // It was paid just before its page could be ended.
    row = after_view(row, PaymentMove::Release, seen(PaymentStage::Authorised), noon);
    ASSERT_EQ(row.phase, PaymentPhase::Releasing);
    EXPECT_EQ(plan_payment(row, gone, noon).move, PaymentMove::Release);
    row = after_view(row, PaymentMove::Release, seen(PaymentStage::Released), noon);
    EXPECT_EQ(row.phase, PaymentPhase::Released);
    EXPECT_EQ(plan_payment(row, gone, noon).move, PaymentMove::Tell);
}

TEST(PaymentStepTest, WhatWasTakenAllTheSameIsGivenBack) {
    Payment row = plan_payment(held(), gone, noon).row;
    ASSERT_EQ(row.phase, PaymentPhase::Releasing);
    row = after_view(row, PaymentMove::Release, seen(PaymentStage::Captured), noon);
    EXPECT_EQ(row.phase, PaymentPhase::Refunding);
    EXPECT_EQ(row.refund_wanted, 4'500);
    row = after_view(row, PaymentMove::Refund, seen(PaymentStage::Captured, 4'500, 4'500), noon);
    EXPECT_EQ(row.phase, PaymentPhase::Refunded);
    EXPECT_TRUE(has_to_tell(row));
}

TEST(PaymentStepTest, AFailureThatIsKeptIsFollowedByALookAndAnotherKey) {
    for (const PaymentMove move : {PaymentMove::Capture, PaymentMove::Refund}) {
        Payment row = taking();
        if (move == PaymentMove::Refund) {
            row = taken();
            row.phase = PaymentPhase::Refunding;
            row.refund_wanted = 1'000;
        }
        const std::uint32_t key = row.key;
        row = after_problem(row, move, PaymentProblem::Failed, noon);
        EXPECT_EQ(plan_payment(row, theirs, noon).move, PaymentMove::Look);
        row = after_view(
            row, PaymentMove::Look,
            seen(move == PaymentMove::Capture ? PaymentStage::Authorised : PaymentStage::Captured),
            noon);
        EXPECT_EQ(row.key, key + 1);
        EXPECT_EQ(plan_payment(row, theirs, noon).move, move);
    }
}

TEST(PaymentStepTest, AnUnknownOutcomeIsAskedForUnderTheSameKey) {
    const Payment row =
        after_problem(taking(), PaymentMove::Capture, PaymentProblem::Unknown, noon);
    EXPECT_EQ(plan_payment(row, theirs, noon).move, PaymentMove::Look);
    const Payment again =
        after_view(row, PaymentMove::Look, seen(PaymentStage::Authorised), noon + seconds{1});
    EXPECT_EQ(again.key, taking().key);
    EXPECT_EQ(plan_payment(again, theirs, noon).move, PaymentMove::Capture);
}

TEST(PaymentStepTest, ARefundInPartsStopsAtWhatWasWanted) {
    Payment row = taken();
    row.refund_wanted = 1'500;
    row = plan_payment(row, theirs, noon).row;
    ASSERT_EQ(row.phase, PaymentPhase::Refunding);
    row = after_view(row, PaymentMove::Refund, seen(PaymentStage::Captured, 4'500, 1'500), noon);
    EXPECT_EQ(row.phase, PaymentPhase::Taken);
    EXPECT_EQ(row.refund_wanted, 0);
    EXPECT_EQ(row.refunded, 1'500);
}

TEST(PaymentStepTest, APlaceThatEndsGivesBackAllButWhatIsKept) {
    PlaceSeen ended = theirs;
    ended.is_refund_due = true;
    ended.keeps = 1'000;
    Payment row = plan_payment(taken(), ended, noon).row;
    EXPECT_EQ(row.refund_wanted, 3'500);
    row = after_view(row, PaymentMove::Refund, seen(PaymentStage::Captured, 4'500, 3'500), noon);
    row.refund_told = row.refunded;
    EXPECT_EQ(plan_payment(row, ended, noon).row.refund_wanted, 0);
}

TEST(PaymentStepTest, WhatIsKeptFollowsTheRules) {
    core::Rules rules;
    rules.payment = core::Money{.amount = 4'500};
    const auto kept = [&](engine::PaymentPurpose purpose, PlaceEnd end) {
        return kept_after(rules, purpose, 4'500, end);
    };
    using core::EntryState;
    using engine::PaymentPurpose;
    PlaceEnd given_back{.state = EntryState::Cancelled,
                        .reason = core::Reason::Requested,
                        .at = noon,
                        .starts_at = noon + std::chrono::hours{30}};
    EXPECT_EQ(kept(PaymentPurpose::Place, given_back), 4'500) << "no rule says otherwise";
    rules.late_fee = core::LateFee{.share = {.amount = core::Money{.amount = 1'000}},
                                   .within = std::chrono::hours{24}};
    EXPECT_EQ(kept(PaymentPurpose::Place, given_back), 0);
    given_back.at = noon + std::chrono::hours{10};
    EXPECT_EQ(kept(PaymentPurpose::Place, given_back), 1'000);
    given_back.reason = core::Reason::EventCancelled;
    EXPECT_EQ(kept(PaymentPurpose::Place, given_back), 0);
    EXPECT_EQ(kept(PaymentPurpose::Place, {.state = EntryState::NoShow}), 4'500);
    EXPECT_EQ(kept(PaymentPurpose::Place, {.state = EntryState::Removed}), 0);
    rules.deposit = core::Deposit{.no_show = core::DepositFate::Refunded};
    EXPECT_EQ(kept(PaymentPurpose::Deposit, {.state = EntryState::NoShow}), 0);
}

}  // namespace
}  // namespace standby::app
