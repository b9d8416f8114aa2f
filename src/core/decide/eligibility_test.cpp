// Tests of who fits a free place: each check by its name, in their order, and the instant yes.
#include "core/decide/eligibility.hpp"

#include "core/audit/explain.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr GroupKey family{77};
// Monday 15:00, when the slots of these tests begin.
constexpr std::uint16_t monday_three = 15 * 60;

class EligibilityTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    // A list that makes no moves, so that what is explained is what a move would find.
    void paused_slots(const RulesPatch& rules = plain()) {
        slots(rules);
        give(PauseResource{});
    }
    std::string failed(Ticket entry, OpeningNumber opening = OpeningNumber{1}) const {
        return std::string{name_of(explain(resource(), entry, opening, context()).failed)};
    }
    // What the wish fails on for a slot described so.
    std::string failed(const Wants& wants, const Slot& slot) {
        const OpeningNumber number = open(slot);
        const Ticket entry = join("guest " + std::to_string(number.value()), wants);
        return failed(entry, number);
    }
};

TEST_F(EligibilityTest, WhoNamesAServiceStaffOrPlaceWantsJustThat) {
    paused_slots();
    Slot full = slot();
    full.service = "cut";
    full.staff = "kim";
    full.place = "north";
    EXPECT_EQ(failed(Wants{.service = "cut", .staff = "kim", .place = "north"}, full), "none");
    EXPECT_EQ(failed(Wants{}, full), "none") << "who names nothing takes any";
    EXPECT_EQ(failed(Wants{.service = "color"}, full), "service");
    EXPECT_EQ(failed(Wants{.staff = "lee"}, full), "staff");
    EXPECT_EQ(failed(Wants{.place = "south"}, full), "place");
    EXPECT_EQ(failed(Wants{.service = "cut"}, slot()), "service") << "the slot names none";
    EXPECT_EQ(failed(Wants{.staff = "kim"}, slot()), "staff");
    EXPECT_EQ(failed(Wants{.place = "north"}, slot()), "place");
}

TEST_F(EligibilityTest, StartLiesBetweenEarliestAndLatest) {
    paused_slots();
    const Time begin = slot().starts_at;
    EXPECT_EQ(failed(Wants{.earliest = begin, .latest = begin}, slot()), "none");
    EXPECT_EQ(failed(Wants{.earliest = begin + Duration{1}}, slot()), "earliest");
    EXPECT_EQ(failed(Wants{.latest = begin - Duration{1}}, slot()), "latest");
}

TEST_F(EligibilityTest, WholeSlotLiesInsideOneWeeklyWindow) {
    paused_slots();
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three, 30}}}, slot()), "none");
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three, 29}}}, slot()), "weekly");
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three + 1, 60}}}, slot()), "weekly");
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three - 15, 30}, {monday_three + 15, 30}}}, slot()),
              "none")
        << "adjoining windows are one";
}

TEST_F(EligibilityTest, WeekIsThatOfTheResource) {
    create({.kind = Kind::Slots, .time_zone = "Europe/Berlin"}, plain());
    give(PauseResource{});
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three + 60, 30}}}, slot()), "none");
    EXPECT_EQ(failed(Wants{.weekly = {{monday_three, 30}}}, slot()), "weekly");
}

TEST_F(EligibilityTest, NoticeIsWhatIsLeftUntilTheStart) {
    paused_slots();
    EXPECT_EQ(failed(Wants{.min_notice = hours{3}}, slot()), "none");
    EXPECT_EQ(failed(Wants{.min_notice = hours{3} + Duration{1}}, slot()), "notice");
}

TEST_F(EligibilityTest, PriceIsAtMostTheCeilingInItsCurrency) {
    paused_slots();
    Slot priced = slot();
    priced.price = euros(50);
    EXPECT_EQ(failed(Wants{.max_price = euros(50)}, priced), "none");
    EXPECT_EQ(failed(Wants{.max_price = euros(49)}, priced), "price");
    EXPECT_EQ(
        failed(Wants{.max_price = Money{.amount = 90'000, .currency = {'S', 'E', 'K'}}}, priced),
        "price");
    EXPECT_EQ(failed(Wants{.max_price = euros(1)}, slot()), "none") << "no price is asked";
}

TEST_F(EligibilityTest, SlotWithoutAPriceCostsThePayment) {
    paused_slots(plain().set(&Rules::payment, euros(30)));
    EXPECT_EQ(failed(Wants{.max_price = euros(29)}, slot()), "price");
    Slot cheap = slot();
    cheap.price = euros(10);
    EXPECT_EQ(failed(Wants{.max_price = euros(29)}, cheap), "none") << "its own price counts";
}

TEST_F(EligibilityTest, ThereIsAMinuteToAnswer) {
    paused_slots();
    EXPECT_EQ(failed(Wants{}, slot(minutes{1})), "none");
    EXPECT_EQ(failed(Wants{}, slot(minutes{1} - Duration{1})), "time_to_answer");
}

TEST_F(EligibilityTest, ClaimWindowShorterThanAMinuteIsRespected) {
    paused_slots(plain().set(&Rules::claim_window, std::chrono::seconds{20}));
    EXPECT_EQ(failed(Wants{}, slot(std::chrono::seconds{20})), "none");
    EXPECT_EQ(failed(Wants{}, slot(std::chrono::seconds{19})), "time_to_answer");
}

TEST_F(EligibilityTest, PartyIsWithinTheSizeOfTheSlot) {
    paused_slots();
    Slot table = slot();
    table.size_min = 2;
    table.size_max = 4;
    open(table);
    EXPECT_EQ(failed(join("one", 1)), "party_size");
    EXPECT_EQ(failed(join("two", 2)), "none");
    EXPECT_EQ(failed(join("four", 4)), "none");
    EXPECT_EQ(failed(join("five", 5)), "party_size");
}

TEST_F(EligibilityTest, SameSlotIsNotOfferedTwiceToTheSameEntry) {
    slots();
    const Ticket ann = join("ann");
    open();
    decline(ann);
    EXPECT_EQ(failed(ann), "already_offered");
    EXPECT_EQ(state(ann), "waiting");
}

TEST_F(EligibilityTest, WhoeverDoesNotWaitIsNotAsked) {
    slots();
    const Ticket ann = join("ann");
    open();
    EXPECT_EQ(failed(ann), "not_waiting");
    EXPECT_FALSE(explain(resource(), 9, OpeningNumber{1}, context()).known);
    const Ticket bob = join("bob");
    EXPECT_FALSE(explain(resource(), bob, OpeningNumber{9}, context()).known);
}

TEST_F(EligibilityTest, GroupIsAskedOnceAtATime) {
    slots();
    const Ticket cut = join("ann", Wants{.service = "cut"}, family);
    const Ticket any = join("ann", Wants{}, family);
    Slot slot_cut = slot();
    slot_cut.service = "cut";
    open(slot_cut);
    EXPECT_EQ(state(cut), "offered");
    const OpeningNumber other = open(hours{4});
    EXPECT_EQ(failed(any, other), "group_has_offer");
    decline(cut);
    EXPECT_EQ(state(any), "offered") << "asked as soon as the other offer has ended";
}

TEST_F(EligibilityTest, GroupIsNotAskedWhileOneOfItIsConfirming) {
    slots(plain().set(&Rules::payment, euros(5)));
    const Ticket cut = join("ann", Wants{.service = "cut"}, family);
    const Ticket any = join("ann", Wants{}, family);
    Slot slot_cut = slot();
    slot_cut.service = "cut";
    open(slot_cut);
    accept(cut);
    EXPECT_EQ(failed(any, open(hours{2})), "group_has_offer");
}

TEST_F(EligibilityTest, ThereIsNoMovingUpAmongSeats) {
    seats(3);
    join("ann", Wants{}, family);
    const Ticket again = join("ann", Wants{.move_up = true}, family);
    EXPECT_EQ(failed(again, OpeningNumber{}), "group_holds_place");
}

TEST_F(EligibilityTest, GroupThatHoldsASlotIsAskedForAnEarlierOneOnly) {
    slots();
    const Ticket held = join("ann");
    open(hours{4});
    accept(held);
    const Ticket earlier = join("ann", Wants{.move_up = true});
    EXPECT_EQ(failed(earlier, open(hours{5})), "group_holds_place");
    EXPECT_EQ(failed(earlier, open(hours{4})), "group_holds_place");
    open(hours{3});
    EXPECT_EQ(state(earlier), "offered");
}

TEST_F(EligibilityTest, WhoNoLongerWantsToMoveUpIsNotAsked) {
    slots();
    const Ticket held = join("ann");
    open(hours{4});
    accept(held);
    const Ticket earlier = join("ann", Wants{.move_up = true});
    UpdateEntry content;
    content.entry = earlier;
    content.wants = Wants{};
    give(content);
    EXPECT_EQ(failed(earlier, open(hours{3})), "group_holds_place");
}

TEST_F(EligibilityTest, CountedPlacesHaveTheStartAndPriceOfTheResource) {
    create({.kind = Kind::Seats, .starts_at = start + hours{3}, .capacity = 2},
           plain().set(&Rules::payment, euros(30)));
    give(PauseResource{});
    const OpeningNumber none{};
    EXPECT_EQ(failed(join("a", Wants{}), none), "none");
    EXPECT_EQ(failed(join("b", Wants{.earliest = start + hours{4}}), none), "earliest");
    EXPECT_EQ(failed(join("c", Wants{.latest = start + hours{2}}), none), "latest");
    EXPECT_EQ(failed(join("d", Wants{.weekly = {{monday_three + 1, 60}}}), none), "weekly");
    EXPECT_EQ(failed(join("e", Wants{.min_notice = hours{4}}), none), "notice");
    EXPECT_EQ(failed(join("f", Wants{.max_price = euros(29)}), none), "price");
    EXPECT_EQ(failed(join("g", Wants{.service = "any"}), none), "service");
}

TEST_F(EligibilityTest, WithoutAStartItsChecksAreSkipped) {
    seats(2, plain().set(&Rules::payment, euros(30)));
    give(PauseResource{});
    const Ticket ann = join("ann", Wants{.earliest = start + days{9},
                                         .latest = start + days{10},
                                         .weekly = {{0, 1}},
                                         .min_notice = days{99}});
    EXPECT_EQ(failed(ann, OpeningNumber{}), "none");
}

TEST_F(EligibilityTest, PartyLargerThanALoweredCapacityIsNotAsked) {
    seats(3);
    join("holder");
    const Ticket crowd = join("crowd", 3);
    patch_capacity(2);
    EXPECT_EQ(failed(crowd, OpeningNumber{}), "party_size");
    const Ticket ann = join("ann");
    EXPECT_EQ(state(ann), "offered") << "nobody waits for what can never be";
}

TEST_F(EligibilityTest, ExternalSeatsTakeAnyParty) {
    external_seats();
    EXPECT_EQ(failed(join("crowd", 9), OpeningNumber{}), "none");
}

TEST_F(EligibilityTest, WhoSaidNoToASeatSitsOut) {
    seats(1, plain().set(&Rules::after_decline, AfterOffer::Keep));
    join("holder");
    const Ticket ann = join("ann");
    give(CancelEntry{1});
    decline(ann);
    EXPECT_EQ(failed(ann, OpeningNumber{}), "sitting_out");
}

class InstantYesTest : public EligibilityTest {
protected:
    static Wants yes(const InstantYes& terms = {}) {
        Wants wants;
        wants.instant_yes = terms;
        return wants;
    }
    Slot priced(std::int64_t amount) const {
        Slot result = slot();
        result.price = euros(amount);
        return result;
    }
};

TEST_F(InstantYesTest, IsBookedInTheSameStep) {
    slots();
    const Ticket ann = join("ann", yes());
    open();
    EXPECT_EQ(trace(history()).back(), "offer_accepted instant_yes #1");
    EXPECT_EQ(state(ann), "accepted");
    EXPECT_TRUE(last<OfferMade>().instant);
    EXPECT_EQ(last<OfferMade>().expires_at, start + minutes{10}) << "still one offer";
    EXPECT_EQ(last_event<OfferAccepted>().actor, Actor{});
    EXPECT_EQ(due(), start + hours{3} + minutes{30}) << "the end of the slot";
}

TEST_F(InstantYesTest, DoesNotPassThoseAhead) {
    slots();
    const Ticket ann = join("ann");
    const Ticket eager = join("eager", yes());
    open();
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(state(eager), "waiting");
}

TEST_F(InstantYesTest, IsAskedAsUsualWhereATermDoesNotHold) {
    slots();
    const Ticket notice = join("notice", yes({.min_notice = hours{4}}));
    open();
    EXPECT_EQ(state(notice), "offered");
    const Ticket price = join("price", yes({.max_price = euros(40)}));
    open(priced(41));
    EXPECT_EQ(state(price), "offered");
    const Ticket weekly = join("weekly", yes({.weekly = {{monday_three + 10, 60}}}));
    open();
    EXPECT_EQ(state(weekly), "offered");
    const Ticket all =
        join("all",
             yes({.min_notice = hours{3}, .max_price = euros(40), .weekly = {{monday_three, 30}}}));
    open(priced(40));
    EXPECT_EQ(state(all), "accepted");
}

TEST_F(InstantYesTest, IsAskedAsUsualWhereTheRulesSayNoOrAPaymentIsDue) {
    slots(plain().set(&Rules::instant_yes, false));
    const Ticket ann = join("ann", yes());
    open();
    EXPECT_EQ(state(ann), "offered");
    patch_rules(RulesPatch{}.set(&Rules::instant_yes, true).set(&Rules::payment, euros(5)));
    const Ticket bob = join("bob", yes());
    open();
    EXPECT_EQ(state(bob), "offered");
}

TEST_F(InstantYesTest, NeedsNoTimeToAnswer) {
    slots();
    const Ticket ann = join("ann", yes());
    open(std::chrono::seconds{30});
    EXPECT_EQ(state(ann), "accepted");
}

TEST_F(InstantYesTest, WaitsForTheBookingOfAnExternalInventory) {
    external_seats();
    const Ticket ann = join("ann", yes());
    release("evt", 1);
    EXPECT_EQ(trace(history()).back(), "offer_claimed instant_yes #1");
    EXPECT_EQ(state(ann), "confirming");
    EXPECT_EQ(due(), start + minutes{5});
}

TEST_F(InstantYesTest, HoldsForCountedPlacesWithoutAStart) {
    seats(1);
    join("holder");
    const Ticket ann = join("ann", yes({.min_notice = hours{4}}));
    give(CancelEntry{1});
    EXPECT_EQ(state(ann), "accepted");
}

}  // namespace
}  // namespace standby::core
