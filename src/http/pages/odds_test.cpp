// Tests of what is counted as waiting, and as having got a place.
#include "http/pages/odds.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::EntryState;

class OddsTest : public testing::Test {
protected:
    void tell(core::Ticket entry, EntryState to, core::EventBody body, int hour) {
        core::Event event;
        event.entry = entry;
        event.to = static_cast<std::uint8_t>(to);
        event.at = Time{} + std::chrono::hours(hour);
        event.body = std::move(body);
        fold.add(event);
    }
    void never_confirm(core::Ticket entry) {
        tell(entry, EntryState::Unverified, core::EntryJoined{}, 0);
        core::Event event;
        event.entry = entry;
        event.from = static_cast<std::uint8_t>(EntryState::Unverified);
        event.to = static_cast<std::uint8_t>(EntryState::Expired);
        event.body = core::EntryEnded{};
        fold.add(event);
    }
    void join(core::Ticket entry) { tell(entry, EntryState::Waiting, core::EntryJoined{}, 0); }

    OddsFold fold;
};

TEST_F(OddsTest, SaysNothingAboutFew) {
    for (core::Ticket entry = 1; entry < 20; ++entry) {
        join(entry);
        tell(entry, EntryState::Accepted, core::OfferAccepted{}, 1);
    }
    EXPECT_EQ(fold.result(), std::nullopt);
    join(20);
    EXPECT_EQ(fold.result(), std::nullopt) << "whoever still waits is not counted";
    tell(20, EntryState::Left, core::EntryEnded{}, 2);
    EXPECT_EQ(fold.result(), (Odds{.waited = 20, .got_place = 19, .usual = std::chrono::hours(1)}));
}

TEST_F(OddsTest, CountsEachWayOutOnce) {
    for (core::Ticket entry = 1; entry <= 30; ++entry) {
        join(entry);
    }
    for (core::Ticket entry = 1; entry <= 10; ++entry) {
        tell(entry, EntryState::Accepted, core::OfferAccepted{}, static_cast<int>(entry));
        tell(entry, EntryState::Attended, core::EntryEnded{}, 50);
    }
    for (core::Ticket entry = 11; entry <= 20; ++entry) {
        tell(entry, EntryState::Waiting, core::OfferEnded{}, 3);
        tell(entry, EntryState::Expired, core::OfferEnded{}, 4);
    }
    const auto odds = fold.result();
    ASSERT_TRUE(odds);
    EXPECT_EQ(odds->waited, 20U);
    EXPECT_EQ(odds->got_place, 10U);
    EXPECT_EQ(odds->usual, std::chrono::hours(5));
}

TEST_F(OddsTest, LeavesOutWhoeverDidNotWait) {
    for (core::Ticket entry = 1; entry <= 30; ++entry) {
        tell(entry, EntryState::Accepted, core::EntryJoined{}, 0);
        tell(entry, EntryState::Cancelled, core::EntryEnded{}, 1);
    }
    for (core::Ticket entry = 61; entry <= 90; ++entry) {
        never_confirm(entry);
    }
    // Whose join is not among the events.
    for (core::Ticket entry = 31; entry <= 60; ++entry) {
        tell(entry, EntryState::Left, core::EntryEnded{}, 1);
    }
    EXPECT_EQ(fold.result(), std::nullopt);
}

}  // namespace
}  // namespace standby::http
