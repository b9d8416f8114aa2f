// Tests of event names: each body has a type of its own, and states are told in the words of
// whatever changed.
#include "core/model/event.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace standby::core {
namespace {

template <class Body>
std::string_view type_with(Body body) {
    Event event;
    event.body = std::move(body);
    return type_of(event);
}

template <std::size_t... Index>
std::set<std::string_view> all_types(std::index_sequence<Index...>) {
    return {type_with(std::variant_alternative_t<Index, EventBody>{})...};
}

Event change(Subject subject, std::uint8_t from, std::uint8_t to) {
    Event event;
    event.subject = subject;
    event.from = from;
    event.to = to;
    return event;
}

template <class State>
void expect_own_words(Subject subject, State last) {
    for (std::uint8_t value = 0; value <= static_cast<std::uint8_t>(last); ++value) {
        const auto reverse = static_cast<std::uint8_t>(static_cast<std::uint8_t>(last) - value);
        const Event event = change(subject, value, reverse);
        EXPECT_EQ(from_state(event), name_of(static_cast<State>(value)));
        EXPECT_EQ(to_state(event), name_of(static_cast<State>(reverse)));
    }
}

TEST(EventNames, EveryBodyHasATypeOfItsOwn) {
    constexpr std::size_t count = std::variant_size_v<EventBody>;
    EXPECT_EQ(all_types(std::make_index_sequence<count>{}).size(), count);
}

TEST(EventNames, TheTypeIsTheNameOfTheBody) {
    EXPECT_EQ(type_with(ResourceCreated{}), "resource_created");
    EXPECT_EQ(type_with(SettingsChanged{}), "settings_changed");
    EXPECT_EQ(type_with(RulesChanged{}), "rules_changed");
    EXPECT_EQ(type_with(StatusChanged{}), "status_changed");
    EXPECT_EQ(type_with(CutoffReached{}), "cutoff_reached");
    EXPECT_EQ(type_with(LotteryDrawn{}), "lottery_drawn");
    EXPECT_EQ(type_with(PlacesReleased{}), "places_released");
    EXPECT_EQ(type_with(PlacesIdled{}), "places_idled");
    EXPECT_EQ(type_with(EntryJoined{}), "entry_joined");
    EXPECT_EQ(type_with(EntryVerified{}), "entry_verified");
    EXPECT_EQ(type_with(EntryUpdated{}), "entry_updated");
    EXPECT_EQ(type_with(EntryEnded{}), "entry_ended");
    EXPECT_EQ(type_with(PointsChanged{}), "points_changed");
    EXPECT_EQ(type_with(OfferMade{}), "offer_made");
    EXPECT_EQ(type_with(OfferSent{}), "offer_sent");
    EXPECT_EQ(type_with(OfferExtended{}), "offer_extended");
    EXPECT_EQ(type_with(OfferReminded{}), "offer_reminded");
    EXPECT_EQ(type_with(OfferClaimed{}), "offer_claimed");
    EXPECT_EQ(type_with(OfferAccepted{}), "offer_accepted");
    EXPECT_EQ(type_with(OfferEnded{}), "offer_ended");
    EXPECT_EQ(type_with(CompensationDue{}), "compensation_due");
    EXPECT_EQ(type_with(OpeningAdded{}), "opening_added");
    EXPECT_EQ(type_with(OpeningMoved{}), "opening_moved");
    EXPECT_EQ(type_with(EntryBarred{}), "entry_barred");
    EXPECT_EQ(type_with(OfferUnreached{}), "offer_unreached");
    EXPECT_EQ(type_with(StandingYes{}), "standing_yes");
    EXPECT_EQ(type_with(EntryPinged{}), "entry_pinged");
    EXPECT_EQ(type_with(EntryPresence{}), "entry_presence");
    EXPECT_EQ(type_with(OutsideStep{}), "outside_step");
    EXPECT_EQ(type_with(PlacesRevoked{}), "places_revoked");
}

TEST(EventNames, StatesAreToldInTheWordsOfTheSubject) {
    expect_own_words(Subject::Resource, ResourceStatus::Cancelled);
    expect_own_words(Subject::Entry, EntryState::Attended);
    expect_own_words(Subject::Opening, OpeningState::WalkIn);
}

TEST(EventNames, TheSameNumberMeansAnotherStateForAnotherSubject) {
    EXPECT_EQ(to_state(change(Subject::Resource, 0, 2)), "paused");
    EXPECT_EQ(to_state(change(Subject::Entry, 0, 2)), "waiting");
    EXPECT_EQ(to_state(change(Subject::Opening, 0, 2)), "open");
}

TEST(EventNamesDeathTest, AnUnknownSubjectHasNoWords) {
    EXPECT_DEATH(from_state(change(static_cast<Subject>(3), 0, 0)), "");
}

}  // namespace
}  // namespace standby::core
