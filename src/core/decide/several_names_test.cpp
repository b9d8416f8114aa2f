// Tests of names: written in several ways, several of them, other names of a slot, and what a slot
// leaves blank.
#include "core/audit/explain.hpp"
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

class SeveralNamesTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    std::string failed(Ticket entry, OpeningNumber opening) const {
        return std::string{name_of(explain(resource(), entry, opening, context()).failed)};
    }
    // What the wish fails on for a slot described so, on a list that makes no offers.
    std::string failed(const Wants& wants, const Slot& slot) {
        const OpeningNumber number = open(slot);
        const Ticket entry = join("guest " + std::to_string(number.value()), wants);
        return failed(entry, number);
    }
    // Who was offered something last.
    Ticket asked() const { return last_event<OfferMade>().entry; }
    std::string refused_join(const Wants& wants) {
        Join command = person("Ada");
        command.wants = wants;
        return refused(give(command));
    }
    Slot colour() const {
        Slot colour = slot();
        colour.service = "Colour";
        return colour;
    }
};

TEST_F(SeveralNamesTest, ANameIsTheSameHoweverItIsWritten) {
    slots();
    give(PauseResource{});
    EXPECT_EQ(failed(Wants{.service = " COLOUR"}, colour()), "none");
    EXPECT_EQ(failed(Wants{.service = "cölour"}, colour()), "none");
    EXPECT_EQ(failed(Wants{.service = "co-lour"}, colour()), "none");
    EXPECT_EQ(failed(Wants{.service = "color"}, colour()), "service") << "another word";
}

TEST_F(SeveralNamesTest, TheFirstInLineIsAskedWhicheverWayItIsWritten) {
    slots();
    const Ticket first = join("first", Wants{.service = "COLOUR"});
    join("second", Wants{.service = "Colour"});
    open(colour());
    EXPECT_EQ(asked(), first);
}

TEST_F(SeveralNamesTest, OneOfSeveralWillDo) {
    slots();
    give(PauseResource{});
    Slot with_ben = colour();
    with_ben.staff = "Ben";
    const Wants either{
        .service = "Cut", .staff = "Anna", .or_services = {"Colour"}, .or_staff = {"ben", "Cleo"}};
    EXPECT_EQ(failed(either, with_ben), "none");
    Slot with_dora = colour();
    with_dora.staff = "Dora";
    EXPECT_EQ(failed(either, with_dora), "staff");
    EXPECT_EQ(failed(Wants{.or_services = {"Perm", "Colour"}}, colour()), "none");
    EXPECT_EQ(failed(Wants{.or_services = {"Perm", "Wash"}}, colour()), "service");
}

TEST_F(SeveralNamesTest, WhoTakesSeveralServicesHasOnePlaceInLine) {
    slots();
    const Ticket either = join("either", Wants{.service = "Cut", .or_services = {"Colour"}});
    const Ticket second = join("second", Wants{.service = "Colour"});
    Slot both = colour();
    both.service_names = {"Cut"};
    open(both);
    EXPECT_EQ(asked(), either);
    open(colour());
    EXPECT_EQ(asked(), second) << "the first has an offer";
    leave(either);
    leave(second);
    EXPECT_TRUE(resource().lines.by_service.empty());
}

TEST_F(SeveralNamesTest, ASlotIsFoundByItsOtherNames) {
    slots();
    give(PauseResource{});
    Slot known = colour();
    known.service_names = {"Färben", "Tint"};
    known.staff = "Anna";
    known.staff_names = {"Anna Schmidt"};
    EXPECT_EQ(failed(Wants{.service = "farben"}, known), "none");
    EXPECT_EQ(failed(Wants{.service = "Cut"}, known), "service");
    EXPECT_EQ(failed(Wants{.staff = "anna schmidt"}, known), "none");
}

TEST_F(SeveralNamesTest, WhatASlotLeavesBlankSuitsEverybodyIfItSaysSo) {
    slots();
    give(PauseResource{});
    Slot blank = slot();
    const Wants picky{.service = "Cut", .staff = "Anna", .place = "North"};
    EXPECT_EQ(failed(picky, blank), "service") << "as slots of before have it";
    blank.blank_is_any = true;
    EXPECT_EQ(failed(picky, blank), "none");
    blank.staff = "Ben";
    EXPECT_EQ(failed(picky, blank), "staff") << "what it names still counts";
}

TEST_F(SeveralNamesTest, ABlankSlotGoesToTheFirstInLineWhateverTheyWant) {
    slots();
    const Ticket first = join("first", Wants{.service = "Cut"});
    join("second");
    Slot blank = slot();
    blank.blank_is_any = true;
    open(blank);
    EXPECT_EQ(asked(), first);
}

TEST_F(SeveralNamesTest, EverybodyIsCountedOnce) {
    slots(plain().set(&Rules::auto_window, true));
    join("either", Wants{.service = "Cut", .or_services = {"Colour", "Wash"}});
    join("colour", Wants{.service = "colour"});
    join("any");
    join("perm", Wants{.service = "Perm"});
    Slot both = slot(hours{1});
    both.service = "Colour";
    both.service_names = {"cut", "COLOUR"};
    open(both);
    EXPECT_EQ(last<OfferMade>().people_who_fit, 3U);
}

TEST_F(SeveralNamesTest, TheSameWishWrittenOtherwiseIsNoOther) {
    slots();
    const Ticket entry = join("Ada", Wants{.service = "Colour", .or_staff = {"Anna", "Ben"}});
    EXPECT_EQ(join("Ada", Wants{.service = "COLOUR ", .staff = "ben", .or_staff = {"anna"}}),
              entry);
    EXPECT_NE(join("Ada", Wants{.service = "Colour", .staff = "Anna"}), entry);
    EXPECT_NE(join("Ada", Wants{.service = "Colour", .or_services = {"Cut"}}), entry);
}

TEST_F(SeveralNamesTest, TooManyNamesAreRefused) {
    slots();
    Wants wants{.service = "Cut"};
    wants.or_services.assign(21, "Colour");
    EXPECT_EQ(refused_join(wants), "invalid-field: wants.services");
    wants.or_services = {""};
    EXPECT_EQ(refused_join(wants), "invalid-field: wants.services");
    Slot too_many = colour();
    too_many.staff_names.assign(101, "Anna");
    EXPECT_EQ(refused(give(OpenSlot{.slot = too_many})), "invalid-field: staff_any");
}

}  // namespace
}  // namespace standby::core
