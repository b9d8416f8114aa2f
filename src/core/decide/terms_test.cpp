// Offers keep what they said, and places stay with their contact.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class TermsTest : public testing::Test, public World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    Outcome set_price(const std::optional<Money>& price) {
        return patch_rules(RulesPatch{}.set(&Rules::payment, price));
    }
    // One seat in five hours, given back by ann; bob and cleo wait, and bob has the offer.
    void offered_to_bob(const RulesPatch& rules = plain(), std::optional<Money> most = {}) {
        create({.kind = Kind::Seats, .starts_at = start + hours{50}, .capacity = 1}, rules);
        join("ann");
        Wants wants;
        wants.max_price = most;
        bob = join("bob", wants);
        cleo = join("cleo");
        leave(Ticket{1});
        EXPECT_EQ(state(bob), "offered");
    }
    Ticket bob = 0;
    Ticket cleo = 0;
};

TEST_F(TermsTest, AHigherPriceIsOfferedAnew) {
    offered_to_bob();
    const OfferNumber first = offer_of(bob);
    EXPECT_EQ(trace(set_price(euros(90))),
              (Trace{"offer_ended terms_changed #2", "rules_changed rules_changed",
                     "offer_made terms_changed #2"}));
    EXPECT_EQ(state(first), "withdrawn");
    EXPECT_NE(offer_of(bob), first);
    EXPECT_EQ(refused(accept(first)), "offer-withdrawn") << "what nobody read can't be accepted";
    EXPECT_EQ(entry(bob).misses, 0U);
    EXPECT_EQ(last<OfferMade>().tries, 1U);
}

TEST_F(TermsTest, NobodyPaysMoreThanTheyWantTo) {
    offered_to_bob(plain(), euros(30));
    set_price(euros(90));
    EXPECT_EQ(state(bob), "waiting");
    EXPECT_EQ(rank(bob), 1U);
    EXPECT_EQ(state(cleo), "offered");
}

TEST_F(TermsTest, ALowerPriceSimplyHolds) {
    offered_to_bob(plain().set(&Rules::payment, euros(90)));
    const OfferNumber offer = offer_of(bob);
    EXPECT_EQ(trace(set_price(euros(40))), (Trace{"rules_changed rules_changed"}));
    accept(offer);
    EXPECT_EQ(last<OfferClaimed>().price, euros(40));
}

TEST_F(TermsTest, AnotherCurrencyIsAnotherPrice) {
    offered_to_bob(plain().set(&Rules::payment, euros(90)));
    EXPECT_EQ(trace(set_price(Money{.amount = 100, .currency = {'U', 'S', 'D'}})).front(),
              "offer_ended terms_changed #2");
}

TEST_F(TermsTest, WhoHasClaimedPaysWhatItCostThen) {
    offered_to_bob(plain().set(&Rules::payment, euros(20)));
    const OfferNumber offer = offer_of(bob);
    accept(offer);
    EXPECT_EQ(trace(set_price(euros(90))), (Trace{"rules_changed rules_changed"}));
    EXPECT_EQ(resource().offers.at(offer).price, euros(20));
    give(ReportPayment{offer});
    EXPECT_EQ(state(bob), "accepted");
}

TEST_F(TermsTest, AMovedStartIsOfferedAnewWithAWholeWindow) {
    offered_to_bob(plain().set(&Rules::claim_window, hours{2}));
    pass(hours{1});
    PatchResource moved;
    moved.starts_at = std::optional{start + hours{40}};
    EXPECT_EQ(trace(give(moved)),
              (Trace{"offer_ended terms_changed #2", "settings_changed requested",
                     "offer_made terms_changed #2"}));
    EXPECT_EQ(offer(offer_of(bob)).expires_at, now + hours{2});
}

TEST_F(TermsTest, OtherChangesLeaveOffersAlone) {
    offered_to_bob();
    EXPECT_EQ(trace(patch_capacity(1)), Trace{});
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::claim_window, hours{3}))),
              (Trace{"rules_changed rules_changed"}));
}

TEST_F(TermsTest, ASlotIsOfferedToTheSamePersonAgain) {
    slots();
    const Ticket ann = join("ann");
    const OpeningNumber slot = open();
    EXPECT_EQ(trace(set_price(euros(10))),
              (Trace{"offer_ended terms_changed #1", "rules_changed rules_changed",
                     "offer_made terms_changed #1"}));
    EXPECT_EQ(entry(ann).opening, slot);
    EXPECT_EQ(opening(slot).offers_made, 1U);
}

TEST_F(TermsTest, ASlotWithItsOwnPriceKeepsIt) {
    slots(plain().set(&Rules::payment, euros(10)));
    const Ticket ann = join("ann");
    Slot slot = World::slot();
    slot.price = euros(45);
    open(slot);
    EXPECT_EQ(trace(set_price(euros(20))), (Trace{"rules_changed rules_changed"}));
    accept(ann);
    EXPECT_EQ(last<OfferClaimed>().price, euros(45));
}

TEST_F(TermsTest, AWaveHasRoomForWhatIsOfferedAnew) {
    access(5, plain().set(&Rules::wave_size, 1).set(&Rules::wave_interval, hours{1}));
    const Ticket ann = join("ann");
    release("one", 1);
    EXPECT_EQ(state(ann), "offered");
    set_price(euros(10));
    EXPECT_EQ(state(ann), "offered");
}

TEST_F(TermsTest, PausedListsOfferAnewWhenTheyResume) {
    offered_to_bob();
    give(PauseResource{});
    set_price(euros(10));
    EXPECT_EQ(state(bob), "waiting");
    give(ResumeResource{});
    EXPECT_EQ(state(bob), "offered");
}

class TransferTest : public TermsTest {
protected:
    void booked(bool may_transfer) {
        seats(1, plain().set(&Rules::transfer, may_transfer));
        ann = join("ann");
        actor = {.kind = ActorKind::Guest, .id = 0};
    }
    UpdateEntry to_bob() const {
        UpdateEntry change;
        change.entry = ann;
        change.contacts_removed = {contact("ann")};
        change.contacts_added = {contact("bob")};
        change.person_changes = true;
        change.transfers = true;
        return change;
    }
    Ticket ann = 0;
};

TEST_F(TransferTest, AGuestCannotPassAPlaceOn) {
    booked(false);
    EXPECT_EQ(refused(give(to_bob())), "transfer-refused");
    UpdateEntry in_two_steps = to_bob();
    in_two_steps.transfers = false;
    EXPECT_EQ(refused(give(in_two_steps)), "transfer-refused") << "nor in two steps";
    UpdateEntry by_proof;
    by_proof.entry = ann;
    by_proof.asks_proof = true;
    EXPECT_EQ(refused(give(by_proof)), "transfer-refused");
}

TEST_F(TransferTest, ANameIsCorrectedAndANumberIsAdded) {
    booked(false);
    UpdateEntry change;
    change.entry = ann;
    change.person_changes = true;
    change.contacts_added = {contact("a phone")};
    EXPECT_EQ(trace(give(change)), (Trace{"entry_updated requested #1"}));
}

TEST_F(TransferTest, StaffAlwaysMay) {
    booked(false);
    actor = {.kind = ActorKind::Member, .id = 1};
    EXPECT_EQ(trace(give(to_bob())), (Trace{"entry_updated transferred #1"}));
}

TEST_F(TransferTest, WhereTheRulesSaySoGuestsMayAndLinksEnd) {
    booked(true);
    const std::uint32_t before = entry(ann).link_epoch;
    EXPECT_EQ(trace(give(to_bob())), (Trace{"entry_updated transferred #1"}));
    EXPECT_GT(entry(ann).link_epoch, before);
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(TransferTest, WhoWaitsMayChangeTheirAddress) {
    seats(0);
    ann = join("ann");
    actor = {.kind = ActorKind::Guest, .id = 0};
    EXPECT_EQ(refused(give(to_bob())), "");
}

}  // namespace
}  // namespace standby::core
