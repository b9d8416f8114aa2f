// A slot that everybody declined is with staff, and whoever comes later is still asked.
#include "core/audit/fingerprint.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr OpeningNumber one{1};

class NewcomersTest : public testing::Test, public World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // Ann was the only one, and said no; the slot begins in three hours.
    Ticket declined_by_ann(const RulesPatch& rules = plain()) {
        slots(rules);
        const Ticket ann = join("ann");
        open();
        decline(ann);
        return ann;
    }
    static Wants for_service(const char* service) {
        Wants wants;
        wants.service = service;
        return wants;
    }
};

TEST_F(NewcomersTest, WhoeverJoinsIsAskedAtOnce) {
    const Ticket ann = declined_by_ann();
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_TRUE(last<OpeningMoved>().asks_newcomers);
    EXPECT_EQ(counts().free_places, 1U);
    const Outcome joined = give(person("bob"));
    EXPECT_EQ(trace(joined),
              (Trace{"entry_joined requested #2", "offer_made previous_declined #2"}));
    EXPECT_EQ(last<OfferMade>().move, Move::RollOn);
    EXPECT_EQ(last<OfferMade>().tries, 2U);
    EXPECT_EQ(state(one), "offering");
    EXPECT_EQ(state(ann), "waiting") << "who said no is not asked a second time";
}

TEST_F(NewcomersTest, StaffHaveItAgainWhenTheNewcomerSaysNoToo) {
    declined_by_ann();
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(decline(bob)),
              (Trace{"offer_ended requested #2", "opening_moved list_exhausted @1"}));
    EXPECT_EQ(state(one), "handed_back");
    const Ticket cleo = join("cleo");
    EXPECT_EQ(state(cleo), "offered");
}

TEST_F(NewcomersTest, WhoeverChangesAWishSoThatItFitsIsAsked) {
    slots();
    const Ticket ann = join("ann", for_service("colour"));
    const Ticket bob = join("bob", for_service("cut"));
    Slot colour = slot();
    colour.service = "colour";
    open(colour);
    decline(ann);
    EXPECT_EQ(state(bob), "waiting");
    UpdateEntry change;
    change.entry = bob;
    change.wants = for_service("colour");
    EXPECT_EQ(trace(give(change)),
              (Trace{"entry_updated requested #2", "offer_made previous_declined #2"}));
}

TEST_F(NewcomersTest, WhoeverProvesTheirAddressIsAsked) {
    slots(plain().set(&Rules::verify_email, true));
    const Ticket ann = join("ann");
    give(Verify{.entry = ann});
    const Ticket bob = join("bob");
    open();
    decline(ann);
    EXPECT_EQ(state(bob), "unverified");
    give(Verify{.entry = bob});
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(NewcomersTest, WhoeverComesBackFromAnotherOfferIsAsked) {
    slots();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    open(hours{3});
    const OpeningNumber later = open(hours{5});
    EXPECT_EQ(entry(bob).opening, later);
    decline(ann);
    EXPECT_EQ(state(one), "handed_back") << "bob has another offer";
    EXPECT_EQ(state(ann), "waiting");
    decline(bob);
    EXPECT_EQ(entry(bob).opening, one);
    EXPECT_EQ(entry(ann).opening, later);
}

TEST_F(NewcomersTest, NobodyIsAskedFromTheCutoffOn) {
    declined_by_ann(plain().set(&Rules::cutoff, hours{1}));
    EXPECT_EQ(due(), start + hours{2});
    EXPECT_EQ(trace(pass(hours{2})), (Trace{"opening_moved cutoff @1"}));
    EXPECT_EQ(last<OpeningMoved>().move, Move::None) << "staff have it already";
    EXPECT_EQ(state(one), "handed_back");
    EXPECT_EQ(counts().free_places, 0U);
    EXPECT_EQ(state(join("bob")), "waiting");
    EXPECT_EQ(due(), std::nullopt);
}

TEST_F(NewcomersTest, NobodyIsAskedBeyondMaxOffers) {
    declined_by_ann(plain().set(&Rules::max_offers, 2));
    const Ticket bob = join("bob");
    EXPECT_EQ(trace(decline(bob)),
              (Trace{"offer_ended requested #2", "opening_moved max_offers @1"}));
    EXPECT_EQ(state(join("cleo")), "waiting");
}

TEST_F(NewcomersTest, FewerOffersThanWereMadeEndTheAsking) {
    declined_by_ann();
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::max_offers, 1))),
              (Trace{"rules_changed rules_changed", "opening_moved max_offers @1"}));
    EXPECT_EQ(last<OpeningMoved>().move, Move::None);
    EXPECT_EQ(state(join("bob")), "waiting");
}

TEST_F(NewcomersTest, StaffMayFillItOrTakeItBack) {
    declined_by_ann();
    EXPECT_EQ(trace(give(BookOpening{one})), (Trace{"opening_moved staff_booked @1"}));
    EXPECT_EQ(state(join("bob")), "waiting");
    const OpeningNumber two = open();
    decline(Ticket{1});
    decline(Ticket{2});
    EXPECT_EQ(state(two), "handed_back");
    give(WithdrawOpening{two});
    EXPECT_EQ(state(join("cleo")), "waiting");
    EXPECT_TRUE(resource().unclaimed.empty());
    EXPECT_TRUE(resource().timers.empty());
}

TEST_F(NewcomersTest, NobodyIsAskedWhileTheListIsPaused) {
    declined_by_ann();
    give(PauseResource{});
    const Ticket bob = join("bob");
    EXPECT_EQ(state(bob), "waiting");
    give(ResumeResource{});
    EXPECT_EQ(state(bob), "offered");
}

// What an earlier version handed back is in the hands of staff alone.
TEST_F(NewcomersTest, AnOpeningThatWasHandedBackWithoutItStaysWithStaff) {
    slots();
    const Ticket ann = join("ann");
    open();
    decline(ann);
    ResourceState old{ResourceNumber{7}};
    for (Event event : history()) {
        if (auto* moved = std::get_if<OpeningMoved>(&event.body)) {
            moved->asks_newcomers = false;
        }
        apply(old, event);
    }
    EXPECT_TRUE(old.unclaimed.empty());
    EXPECT_EQ(run(old, person("bob"), context()).events.size(), 1U);
}

}  // namespace
}  // namespace standby::core
