// Tests of steps in other systems: they are told, and change nothing.
#include "core/audit/fingerprint.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

class OutsideTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // A slot that has to be paid for, offered to ticket 1; ticket 2 is next.
    void paid_salon() {
        slots(plain().set(&Rules::payment, euros(20)));
        join("ann");
        join("bob");
        open();
    }
    static OutsideStep held() {
        return {.system = OutsideSystem::Payment,
                .kind = OutsideStepKind::Held,
                .reference = "stripe:pi_1",
                .amount = euros(20)};
    }
    std::string field_of_refusal(const ReportStep& report) {
        const Outcome outcome = give(report);
        return outcome.refusal ? std::string{outcome.refusal->field} : "none";
    }
    static constexpr OfferNumber first{1};
    static constexpr Ticket ann = 1;
    static constexpr Ticket bob = 2;
};

TEST_F(OutsideTest, AStepOfAnOfferIsToldOfItsEntry) {
    paid_salon();
    accept(first);
    const Outcome outcome = give(ReportStep{.offer = first, .step = held()});
    EXPECT_EQ(trace(outcome), (Trace{"outside_step none #1"}));
    const Event& event = outcome.events.back();
    EXPECT_EQ(event.entry, ann);
    EXPECT_EQ(event.offer, first);
    EXPECT_EQ(event.from, event.to);
    EXPECT_EQ(std::get<OutsideStep>(event.body), held());
    EXPECT_EQ(outcome.answer.entry, ann);
}

TEST_F(OutsideTest, AStepChangesNothingOfTheLine) {
    paid_salon();
    const auto due_before = due();
    give(ReportStep{.offer = first, .step = held()});
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(due(), due_before);
}

TEST_F(OutsideTest, ADepositIsAboutAnEntryAlone) {
    paid_salon();
    const Outcome outcome = give(ReportStep{.offer = {}, .entry = bob, .step = held()});
    EXPECT_EQ(trace(outcome), (Trace{"outside_step none #2"}));
}

TEST_F(OutsideTest, ARefundIsToldOfAnEntryThatHasEnded) {
    paid_salon();
    accept(first);
    give(ReportPayment{first});
    give(CancelEntry{ann});
    EXPECT_EQ(refused(give(ReportStep{.offer = first, .step = held()})), "unknown-entry")
        << "whose offer it was is no longer known here";
    OutsideStep refunded = held();
    refunded.kind = OutsideStepKind::Refunded;
    EXPECT_EQ(trace(give(ReportStep{.offer = first, .entry = ann, .step = refunded})),
              (Trace{"outside_step none #1"}));
}

TEST_F(OutsideTest, WhatIsNotThereIsRefused) {
    paid_salon();
    EXPECT_EQ(refused(give(ReportStep{.offer = OfferNumber{9}, .step = held()})), "unknown-offer");
    EXPECT_EQ(refused(give(ReportStep{.offer = {}, .entry = 9, .step = held()})), "unknown-entry");
    EXPECT_EQ(refused(give(ReportStep{.offer = {}, .step = held()})), "unknown-entry");
    EXPECT_EQ(field_of_refusal({.offer = first, .entry = bob, .step = held()}), "entry");
}

TEST_F(OutsideTest, BadValuesAreRefusedByField) {
    paid_salon();
    const auto field = [&](auto change) {
        OutsideStep step = held();
        change(step);
        return field_of_refusal({.offer = first, .step = step});
    };
    EXPECT_EQ(field([](OutsideStep& step) { step.system = OutsideSystem::None; }), "system");
    EXPECT_EQ(field([](OutsideStep& step) { step.kind = OutsideStepKind::None; }), "kind");
    EXPECT_EQ(field([](OutsideStep& step) {
                  step.reference.assign(limits::outside_reference_length_max + 1, 'x');
              }),
              "reference");
    EXPECT_EQ(field([](OutsideStep& step) { step.amount->amount = -1; }), "amount");
    EXPECT_EQ(field([](OutsideStep& step) { step.amount->amount = limits::money_amount_max + 1; }),
              "amount");
    EXPECT_EQ(field([](OutsideStep& step) { step.note.assign(limits::note_length_max + 1, 'x'); }),
              "note");
    EXPECT_EQ(field([](OutsideStep&) {}), "none");
}

}  // namespace
}  // namespace standby::core
