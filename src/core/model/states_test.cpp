// Tests of the written names: each state, move and reason has one of its own, in the form that the
// audit trail and the API promise.
#include "core/model/states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

namespace standby::core {
namespace {

bool is_snake_case(std::string_view name) {
    return !name.empty() && name.front() != '_' && name.back() != '_' &&
           std::ranges::all_of(
               name, [](char letter) { return (letter >= 'a' && letter <= 'z') || letter == '_'; });
}

// Every enumerator up to the last has a snake_case name that no other has.
template <class Enum>
void expect_distinct_names(Enum last) {
    std::set<std::string_view> names;
    for (std::size_t value = 0; value <= static_cast<std::size_t>(last); ++value) {
        const std::string_view name = name_of(static_cast<Enum>(value));
        EXPECT_TRUE(is_snake_case(name)) << name;
        EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    }
}

TEST(States, EveryEnumeratorHasANameOfItsOwn) {
    expect_distinct_names(EntryState::Attended);
    expect_distinct_names(OfferState::Withdrawn);
    expect_distinct_names(OpeningState::WalkIn);
    expect_distinct_names(ResourceStatus::Cancelled);
    expect_distinct_names(Kind::Access);
    expect_distinct_names(Inventory::External);
    expect_distinct_names(Move::HandBack);
    expect_distinct_names(Awaiting::Booking);
    expect_distinct_names(Compensation::Release);
    expect_distinct_names(Reason::Reminder);
    expect_distinct_names(ActorKind::Member);
}

TEST(States, NamesStandBesideTheirEnumerator) {
    EXPECT_EQ(name_of(EntryState::None), "none");
    EXPECT_EQ(name_of(EntryState::Accepted), "accepted");
    EXPECT_EQ(name_of(EntryState::NoShow), "no_show");
    EXPECT_EQ(name_of(EntryState::Attended), "attended");
    EXPECT_EQ(name_of(OfferState::Withdrawn), "withdrawn");
    EXPECT_EQ(name_of(OpeningState::HandedBack), "handed_back");
    EXPECT_EQ(name_of(OpeningState::WalkIn), "walk_in");
    EXPECT_EQ(name_of(ResourceStatus::Closed), "closed");
    EXPECT_EQ(name_of(Kind::Access), "access");
    EXPECT_EQ(name_of(Inventory::External), "external");
    EXPECT_EQ(name_of(Awaiting::Booking), "booking");
    EXPECT_EQ(name_of(Compensation::Release), "release");
    EXPECT_EQ(name_of(ActorKind::Integration), "integration");
}

TEST(States, ThereAreFourMovesAndNoFifth) {
    EXPECT_EQ(name_of(Move::NoFit), "no_fit");
    EXPECT_EQ(name_of(Move::Offer), "offer");
    EXPECT_EQ(name_of(Move::RollOn), "roll_on");
    EXPECT_EQ(name_of(Move::HandBack), "hand_back");
    EXPECT_DEATH(name_of(static_cast<Move>(5)), "");
}

TEST(States, ReasonsAreNamedAsTheRulesNameThem) {
    EXPECT_EQ(name_of(Reason::NobodyEligible), "nobody_eligible");
    EXPECT_EQ(name_of(Reason::ListExhausted), "list_exhausted");
    EXPECT_EQ(name_of(Reason::MaxOffers), "max_offers");
    EXPECT_EQ(name_of(Reason::Cutoff), "cutoff");
    EXPECT_EQ(name_of(Reason::GroupSettled), "group_settled");
    EXPECT_EQ(name_of(Reason::MovedUp), "moved_up");
    EXPECT_EQ(name_of(Reason::NewOpening), "opening");
    EXPECT_EQ(name_of(Reason::BookingConflict), "booking_conflict");
    EXPECT_EQ(name_of(Reason::Late), "late");
    EXPECT_EQ(name_of(Reason::DrawTime), "draw_time");
    EXPECT_EQ(name_of(Reason::Reminder), "reminder");
}

TEST(StatesDeathTest, AValueBeyondTheLastHasNoName) {
    EXPECT_DEATH(name_of(static_cast<EntryState>(13)), "");
    EXPECT_DEATH(name_of(static_cast<Reason>(255)), "");
}

TEST(States, AnEntryIsActiveOrEndedButNeverBoth) {
    for (int value = 0; value <= static_cast<int>(EntryState::Attended); ++value) {
        const auto state = static_cast<EntryState>(value);
        EXPECT_EQ(is_active(state) || is_terminal(state), state != EntryState::None);
        EXPECT_FALSE(is_active(state) && is_terminal(state)) << name_of(state);
    }
    EXPECT_TRUE(is_active(EntryState::Unverified));
    EXPECT_TRUE(is_active(EntryState::Accepted));
    EXPECT_TRUE(is_terminal(EntryState::Declined));
    EXPECT_TRUE(is_terminal(EntryState::Attended));
}

TEST(States, AnOfferIsOverOnceItIsAnsweredOrEnded) {
    EXPECT_FALSE(is_terminal(OfferState::Live));
    EXPECT_FALSE(is_terminal(OfferState::Confirming));
    for (const OfferState state :
         {OfferState::Accepted, OfferState::Declined, OfferState::Expired, OfferState::Withdrawn}) {
        EXPECT_TRUE(is_terminal(state)) << name_of(state);
    }
}

}  // namespace
}  // namespace standby::core
