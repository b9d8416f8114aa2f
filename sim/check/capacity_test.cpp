// Invented histories that break an invariant, given to the checks alone: neither the core nor the
// model could produce them.
#include "sim/check/event_checks.hpp"

#include <gtest/gtest.h>

namespace standby::sim {
namespace {

class InventedHistory : public testing::Test {
protected:
    void SetUp() override {
        core::ResourceCreated created;
        created.settings = {.kind = Kind::Seats, .time_zone = "UTC", .capacity = 2};
        tell({}, Subject::Resource, 0, static_cast<std::uint8_t>(ResourceStatus::Active),
             std::move(created));
    }

    struct About {
        Ticket entry = 0;
        OfferNumber offer{};
    };
    void tell(About about, Subject subject, std::uint8_t from, std::uint8_t to,
              core::EventBody body) {
        Event event;
        event.number = ledger_.last_number + 1;
        event.at = now_;
        event.entry = about.entry;
        event.offer = about.offer;
        event.subject = subject;
        event.from = from;
        event.to = to;
        event.body = std::move(body);
        const std::uint64_t taken = ledger_.taken();
        check_numbering(ledger_, event, report_);
        check_transitions(ledger_, event, report_);
        check_deadlines(ledger_, event, report_);
        ledger_.apply(event);
        check_capacity(taken, ledger_, event, report_);
    }
    void tell_entry(About about, EntryState from, EntryState to, core::EventBody body) {
        tell(about, Subject::Entry, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
             std::move(body));
    }
    void join(Ticket ticket, std::uint32_t party, EntryState to) {
        core::EntryJoined joined;
        joined.party_size = party;
        tell_entry({.entry = ticket}, EntryState::None, to, std::move(joined));
    }
    void offer(Ticket ticket, std::uint32_t number, std::uint32_t places) {
        core::OfferMade made;
        made.places = places;
        made.expires_at = now_ + std::chrono::minutes{10};
        tell_entry({.entry = ticket, .offer = OfferNumber{number}}, EntryState::Waiting,
                   EntryState::Offered, std::move(made));
    }

    Ledger ledger_;
    Report report_;
    Time now_{std::chrono::hours{480'000}};
};

TEST_F(InventedHistory, AHonestOnePasses) {
    join(1, 2, EntryState::Accepted);
    join(2, 1, EntryState::Waiting);
    EXPECT_TRUE(report_.ok());
}

TEST_F(InventedHistory, OnePlaceTooManyIsNoticed) {
    join(1, 2, EntryState::Accepted);
    join(2, 1, EntryState::Waiting);
    offer(2, 1, 1);
    EXPECT_FALSE(report_.ok());
}

TEST_F(InventedHistory, TwoLiveOffersForOneEntryAreNoticed) {
    join(1, 1, EntryState::Waiting);
    offer(1, 1, 1);
    ledger_.entries[1].state = EntryState::Waiting;
    offer(1, 2, 1);
    EXPECT_FALSE(report_.ok());
}

TEST_F(InventedHistory, TwoPlacesForOneGroupAreNoticed) {
    join(1, 1, EntryState::Accepted);
    join(2, 1, EntryState::Accepted);
    ledger_.entries[1].group = ledger_.entries[2].group = GroupKey{7};
    check_groups(ledger_, report_);
    EXPECT_FALSE(report_.ok());
}

TEST_F(InventedHistory, AClaimAtTheDeadlineIsNoticed) {
    join(1, 1, EntryState::Waiting);
    offer(1, 1, 1);
    now_ += std::chrono::minutes{10};
    tell_entry({.entry = 1, .offer = OfferNumber{1}}, EntryState::Offered, EntryState::Accepted,
               core::OfferAccepted{});
    EXPECT_FALSE(report_.ok());
}

TEST_F(InventedHistory, AWayOutOfATerminalStateIsNoticed) {
    join(1, 1, EntryState::Waiting);
    tell_entry({.entry = 1}, EntryState::Waiting, EntryState::Left, core::EntryEnded{});
    EXPECT_TRUE(report_.ok());
    offer(1, 1, 1);
    EXPECT_FALSE(report_.ok());
}

TEST_F(InventedHistory, AClockThatRunsBackwardsIsNoticed) {
    now_ -= Duration{1};
    join(1, 1, EntryState::Waiting);
    EXPECT_FALSE(report_.ok());
}

}  // namespace
}  // namespace standby::sim
