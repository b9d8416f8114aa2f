// Tests of what becomes of offers whose deadline passed while nobody served them.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class GapTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static constexpr OfferNumber first{1};

    // One seat, offered to ticket 2 for 12 hours, and its message has left.
    void offered(const RulesPatch& rules, std::optional<Time> starts_at = {}) {
        create({.kind = Kind::Seats, .starts_at = starts_at, .capacity = 1}, rules);
        join("holder");
        join("ann");
        join("bea");
        give(CancelEntry{1});
        send(first);
    }
    static RulesPatch quick() { return plain().set(&Rules::reminder_after, Duration{0}); }
};

TEST_F(GapTest, DeadlineInTheGapMovesByItsLength) {
    offered(quick());
    pass(hours{12} - seconds{10});
    EXPECT_EQ(trace(be_away(seconds{30})), (Trace{"offer_extended out_of_service #2"}));
    EXPECT_EQ(last_event<OfferExtended>().actor, Actor{});
    EXPECT_EQ(offer(first).expires_at, start + hours{12} + seconds{30});
    EXPECT_EQ(refused(accept(first)), "");
}

TEST_F(GapTest, DeadlineOutsideTheGapStands) {
    offered(quick());
    EXPECT_EQ(trace(be_away(hours{11})), Trace{}) << "an hour is left";
    EXPECT_EQ(offer(first).expires_at, start + hours{12});
    pass(hours{1} - Duration{1});
    EXPECT_EQ(state(first), "live");
    EXPECT_EQ(trace(pass(Duration{1})).front(), "offer_ended window_ended #2");
}

TEST_F(GapTest, DeadlineAtTheVeryEndOfTheGapMoves) {
    offered(quick());
    EXPECT_EQ(trace(be_away(hours{12})), (Trace{"offer_extended out_of_service #2"}));
    EXPECT_EQ(offer(first).expires_at, start + hours{24});
}

TEST_F(GapTest, LessThanASecondDoesNotCount) {
    offered(quick());
    pass(hours{12} - Duration{500});
    EXPECT_EQ(trace(be_away(Duration{999})).front(), "offer_ended window_ended #2");
}

TEST_F(GapTest, AWeekIsMadeGoodAndNoMore) {
    offered(quick().set(&Rules::claim_window, Duration{hours{1}}));
    pass(minutes{50});
    EXPECT_EQ(trace(be_away(days{7})), (Trace{"offer_extended out_of_service #2"}));
    EXPECT_EQ(offer(first).expires_at, start + days{7} + hours{1});
    EXPECT_EQ(trace(be_away(days{7} + Duration{1})).front(), "offer_ended window_ended #2");
}

TEST_F(GapTest, NothingIsOfferedPastTheCutoff) {
    offered(quick().set(&Rules::cutoff, Duration{hours{1}}), start + hours{13} + minutes{5});
    pass(hours{12} - minutes{1});
    EXPECT_EQ(trace(be_away(minutes{4})), (Trace{"offer_extended out_of_service #2"}));
    EXPECT_EQ(offer(first).expires_at, start + hours{12} + minutes{4});
    EXPECT_EQ(trace(be_away(seconds{90})), (Trace{"offer_extended out_of_service #2"}));
    EXPECT_EQ(offer(first).expires_at, start + hours{12} + minutes{5})
        << "cut where its window is cut";
    EXPECT_EQ(trace(be_away(hours{2})).front(), "offer_ended window_ended #2")
        << "there is no time left";
}

TEST_F(GapTest, WhatStaffExtendedBeyondTheCutoffEndsAtTheStart) {
    offered(quick().set(&Rules::cutoff, Duration{hours{2}}), start + hours{15});
    give(ExtendOffer{first, start + hours{14}});
    pass(hours{14} - minutes{1});
    EXPECT_EQ(trace(be_away(minutes{50})).front(), "offer_extended out_of_service #2");
    EXPECT_EQ(offer(first).expires_at, start + hours{14} + minutes{50});
}

TEST_F(GapTest, UntoldOfferStartsItsWindowAgainAsAlways) {
    create({.kind = Kind::Seats, .capacity = 1}, quick());
    join("holder");
    join("ann");
    give(CancelEntry{1});
    pass(hours{12} - minutes{1});
    EXPECT_EQ(trace(be_away(minutes{2})), (Trace{"offer_extended not_yet_sent #2"}));
}

TEST_F(GapTest, PaymentGetsTheTimeToo) {
    create({.kind = Kind::Seats, .capacity = 1}, quick().set(&Rules::payment, euros(10)));
    join("ann");
    send(first);
    accept(first);
    pass(hours{12} - minutes{1});
    EXPECT_EQ(trace(be_away(minutes{10})), (Trace{"offer_extended out_of_service #1"}));
    EXPECT_EQ(state(1U), "confirming");
    EXPECT_EQ(refused(give(ReportPayment{first, PaymentOutcome::Succeeded})), "");
    EXPECT_EQ(state(1U), "accepted");
}

TEST_F(GapTest, BookingGetsTheTimeToo) {
    external_seats(quick());
    join("ann");
    release("one", 1);
    send(first);
    accept(first);
    pass(minutes{4});
    EXPECT_EQ(trace(be_away(minutes{10})), (Trace{"offer_extended out_of_service #1"}));
    EXPECT_EQ(refused(give(ReportBooking{first, BookingOutcome::Confirmed})), "");
    EXPECT_EQ(state(1U), "accepted");
}

}  // namespace
}  // namespace standby::core
