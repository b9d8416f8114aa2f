// Waiting that is over, and events that are cancelled.
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"
#include "core/state/rows.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class EndingsTest : public testing::Test, public World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // One seat; it begins in five hours.
    void concert(const RulesPatch& rules = plain()) {
        create({.kind = Kind::Seats, .starts_at = start + hours{5}, .capacity = 1}, rules);
    }
    void as_guest() { actor = {.kind = ActorKind::Guest, .id = 0}; }
    // Why the entry ended, as its last row knows it.
    Reason end_reason(Ticket entry) {
        Reason reason = Reason::None;
        for (const RowChange& row : take().entries) {
            if (row.number == entry) {
                reason = decode_entry_row(row.data)->end_reason;
            }
        }
        return reason;
    }
    StateChanges take() {
        ResourceState copy = resource();
        return take_changes(copy);
    }
};

TEST_F(EndingsTest, WhoWaitsIsOffTheListWhenTheEventBegins) {
    concert();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    EXPECT_TRUE(pass(hours{5} - seconds{1}).empty() || state(bob) == "waiting");
    EXPECT_EQ(trace(pass(seconds{1})).back(), "entry_ended event_over #2");
    EXPECT_EQ(state(bob), "expired");
    EXPECT_EQ(state(ann), "accepted") << "whoever has a place keeps it";
    EXPECT_EQ(end_reason(bob), Reason::EventOver);
}

TEST_F(EndingsTest, UnverifiedEntriesEndWithIt) {
    concert(plain().set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    pass(hours{5});
    EXPECT_EQ(state(ann), "expired");
    EXPECT_EQ(counts().unverified, 0U);
}

TEST_F(EndingsTest, NobodyJoinsWhatHasBegun) {
    concert();
    pass(hours{5});
    as_guest();
    EXPECT_EQ(refused(give(person("ann"))), "event-over");
}

TEST_F(EndingsTest, StaffLetPeopleInWhileAPlaceIsFree) {
    concert();
    pass(hours{6});
    EXPECT_EQ(state(join("ann")), "accepted");
    EXPECT_EQ(refused(give(person("bob"))), "event-over") << "nobody waits for what has begun";
}

TEST_F(EndingsTest, NobodyIsLetInTwelveHoursLater) {
    concert();
    pass(hours{17} - seconds{1});
    EXPECT_EQ(state(join("ann")), "accepted");
    EXPECT_EQ(refused(give(person("ann"))), "") << "she is on the list";
    pass(seconds{1});
    EXPECT_EQ(refused(give(person("bob"))), "event-over");
}

TEST_F(EndingsTest, AListWithoutAStartHasNoSuchEnd) {
    seats(1);
    join("ann");
    const Ticket bob = join("bob");
    pass(hours{10'000});
    EXPECT_EQ(state(bob), "waiting");
}

TEST_F(EndingsTest, AMovedStartIsTheOneThatCounts) {
    concert();
    join("ann");
    const Ticket bob = join("bob");
    PatchResource later;
    later.starts_at = std::optional{start + hours{8}};
    give(later);
    pass(hours{6});
    EXPECT_EQ(state(bob), "waiting");
    EXPECT_EQ(due(), start + hours{8});
    pass(hours{2});
    EXPECT_EQ(state(bob), "expired");
}

TEST_F(EndingsTest, WaitingEndsWithTheListThatIsClosed) {
    slots();
    const Ticket ann = join("ann");
    give(CloseResource{});
    EXPECT_EQ(due(), now);
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_ended list_closed #1"}));
    EXPECT_EQ(end_reason(ann), Reason::ListClosed);
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(EndingsTest, OffersOfAClosedListCanBeAnswered) {
    slots();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    open();
    open(hours{5});
    give(CloseResource{});
    pass(Duration{0});
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(refused(accept(ann)), "");
    decline(bob);
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_ended list_closed #2"}));
}

TEST_F(EndingsTest, ManyEndInPortions) {
    slots();
    constexpr std::uint32_t many = limits::passed_at_once_max + 20;
    for (std::uint32_t number = 0; number < many; ++number) {
        join("guest " + std::to_string(number));
    }
    give(CloseResource{});
    EXPECT_EQ(pass(Duration{0}).size(), limits::passed_at_once_max);
    EXPECT_EQ(counts().waiting, 20U);
    EXPECT_EQ(due(), now + limits::passed_pause);
    EXPECT_TRUE(pass(minutes{0}).empty());
    EXPECT_EQ(pass(limits::passed_pause).size(), 20U);
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(EndingsTest, WaitingAndBookingsEndInOnePortion) {
    concert();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(pass(std::chrono::days{2})),
              (Trace{"cutoff_reached cutoff", "entry_ended event_over #2",
                     "entry_ended time_passed #1"}));
    EXPECT_EQ(state(ann), "attended");
    EXPECT_EQ(state(bob), "expired");
}

TEST_F(EndingsTest, CancellingEndsOffersPlacesAndWaiting) {
    seats(2);
    const Ticket ann = join("ann");
    join("ann2");
    const Ticket bob = join("bob");
    const Ticket cleo = join("cleo");
    leave(Ticket{2});
    const OfferNumber offer = offer_of(bob);
    EXPECT_EQ(trace(give(CancelResource{"The singer is ill."})),
              (Trace{"offer_ended event_cancelled #3", "status_changed requested"}));
    EXPECT_EQ(resource().cancel_note, "The singer is ill.");
    EXPECT_EQ(state(bob), "expired");
    EXPECT_EQ(trace(pass(Duration{0})),
              (Trace{"entry_ended event_cancelled #1", "entry_ended event_cancelled #4"}));
    EXPECT_EQ(state(ann), "cancelled");
    EXPECT_EQ(state(cleo), "expired");
    EXPECT_EQ(end_reason(ann), Reason::EventCancelled);
    EXPECT_EQ(counts().accepted, 0U);
    EXPECT_EQ(refused(accept(offer)), "offer-withdrawn");
}

TEST_F(EndingsTest, NothingLeadsBackFromACancelledEvent) {
    seats(2);
    give(CancelResource{});
    EXPECT_EQ(refused(give(person("ann"))), "resource-closed");
    EXPECT_EQ(refused(give(ResumeResource{})), "resource-closed");
    EXPECT_EQ(refused(give(CloseResource{})), "resource-closed");
    EXPECT_EQ(refused(patch_capacity(5)), "resource-closed");
    EXPECT_TRUE(give(CancelResource{"again"}).answer.repeated);
    EXPECT_EQ(resource().cancel_note, "");
}

TEST_F(EndingsTest, AClosedListCanStillBeCancelled) {
    seats(1);
    const Ticket ann = join("ann");
    give(CloseResource{});
    pass(Duration{0});
    EXPECT_EQ(refused(give(CancelResource{})), "");
    pass(Duration{0});
    EXPECT_EQ(state(ann), "cancelled");
}

TEST_F(EndingsTest, ANoteThatIsTooLongIsRefused) {
    seats(1);
    EXPECT_EQ(refused(give(CancelResource{std::string(2001, 'x')})), "invalid-field: note");
    EXPECT_EQ(resource().status, ResourceStatus::Active);
}

TEST_F(EndingsTest, SlotsOfACancelledListDoNotOpenAgain) {
    slots();
    const Ticket ann = join("ann");
    const OpeningNumber booked = open();
    accept(ann);
    const OpeningNumber free = open(hours{6});
    give(CancelResource{});
    EXPECT_EQ(state(free), "withdrawn");
    pass(Duration{0});
    EXPECT_EQ(state(ann), "cancelled");
    EXPECT_EQ(state(booked), "booked");
    EXPECT_EQ(times<OpeningAdded>(), 2U);
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(EndingsTest, WhatWasPaidIsRefundedOnce) {
    seats(2, plain().set(&Rules::payment, euros(20)));
    const Ticket ann = join("ann");
    const OfferNumber offer = offer_of(ann);
    accept(ann);
    give(ReportPayment{offer});
    EXPECT_EQ(last<OfferAccepted>().paid, Paid::Yes);
    const Ticket bob = join("bob");
    const OfferNumber pending = offer_of(bob);
    accept(bob);
    give(CancelResource{});
    EXPECT_EQ(trace(pass(Duration{0})),
              (Trace{"entry_ended event_cancelled #1", "compensation_due event_cancelled"}));
    EXPECT_EQ(last_event<CompensationDue>().offer, offer);
    EXPECT_TRUE(give(ReportPayment{offer}).events.empty());
    // Bob's payment comes after the end: it goes back, too.
    EXPECT_EQ(trace(give(ReportPayment{pending})), (Trace{"compensation_due late"}));
}

TEST_F(EndingsTest, WhatWasFreeIsNotRefundedAlthoughItCostsSomethingNow) {
    seats(1);
    join("ann");
    const Ticket bob = join("bob");
    leave(Ticket{1});
    accept(bob);
    EXPECT_EQ(last<OfferAccepted>().paid, Paid::No);
    patch_rules(RulesPatch{}.set(&Rules::payment, euros(20)));
    give(CancelResource{});
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_ended event_cancelled #2"}));
}

// Earlier versions did not say whether it was paid: where there is a price, it was.
TEST_F(EndingsTest, PlacesOfEarlierVersionsAreRefundedWhereThereIsAPrice) {
    seats(1, plain().set(&Rules::payment, euros(20)));
    const Ticket ann = join("ann");
    const OfferNumber offer = offer_of(ann);
    accept(ann);
    give(ReportPayment{offer});
    ResourceState old{ResourceNumber{7}};
    for (Event event : history()) {
        if (auto* accepted = std::get_if<OfferAccepted>(&event.body)) {
            accepted->paid = Paid::Unknown;
        }
        apply(old, event);
    }
    run(old, CancelResource{}, context());
    EXPECT_EQ(catch_up(old, context()).size(), 2U);
    EXPECT_TRUE(old.compensated.contains({offer, Compensation::Refund}));
}

}  // namespace
}  // namespace standby::core
