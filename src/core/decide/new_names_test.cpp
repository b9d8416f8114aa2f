// Stories about services, staff and locations that a list has never heard of: a bot that fills it
// with them, and everybody else who uses the list meanwhile.
#include "base/prng.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"
#include "core/state/rows_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Actor guest{.kind = ActorKind::Guest, .id = 0};
constexpr Actor staff{.kind = ActorKind::Member, .id = 1};

// A list of slots. Unlike a World it does not decide everything twice, so it may become large.
class NewNamesTest : public testing::Test {
protected:
    void SetUp() override { give(staff, CreateResource{{.kind = Kind::Slots}, plain()}); }

    Outcome give(const Actor& actor, const Command& command) {
        return run(*state_, command, {.now = now_, .actor = actor, .zones = &zones_});
    }
    Outcome join(const Actor& actor, const Wants& wants) {
        Join command = person("guest " + std::to_string(++guests_));
        command.wants = wants;
        return give(actor, command);
    }
    Outcome change(const Actor& actor, Ticket entry, const Wants& wants) {
        return give(actor, UpdateEntry{.entry = entry, .wants = wants});
    }
    Outcome open(const std::string& service) {
        Slot slot;
        slot.starts_at = now_ + hours{3};
        slot.duration = minutes{30};
        slot.service = service;
        return give(staff, OpenSlot{.event_id = {}, .slot = slot});
    }
    static Wants nonsense(std::size_t number) {
        const std::string text = std::to_string(number);
        return {.service = "s" + text, .staff = "t" + text, .place = "p" + text};
    }
    // Joins with three new texts each, until that is refused.
    void let_bot_fill_it() {
        std::size_t number = 0;
        while (!join(guest, nonsense(++number)).refusal) {
            ASSERT_LT(number, limits::guest_names_max);
        }
        ASSERT_LE(state_->names.size(), limits::guest_names_max);
        ASSERT_GT(state_->names.size() + 3, limits::guest_names_max);
    }
    // What the rows alone bring back.
    std::unique_ptr<ResourceState> restored() {
        rows_.keep(take_changes(*state_));
        auto state = rows_.restore(state_->number);
        EXPECT_TRUE(state) << state.error();
        return *std::move(state);
    }

    ZoneBook zones_ = [] {
        ZoneBook zones;
        zones.add(Zone::fixed("Asia/Tokyo", hours{9}));
        return zones;
    }();
    Time now_ = World::start;
    std::unique_ptr<ResourceState> state_ = std::make_unique<ResourceState>(ResourceNumber{7});
    RowKeeper rows_;
    std::size_t guests_ = 0;
};

TEST_F(NewNamesTest, ABotThatFillsTheListShutsOutOnlyWhoBringsSomethingNew) {
    const Ticket regular = join(guest, {.service = "cut", .staff = "Ada"}).answer.entry;
    let_bot_fill_it();
    EXPECT_EQ(refused(join(guest, {})), "");
    EXPECT_EQ(refused(join(guest, {.service = "cut", .staff = "Ada"})), "");
    EXPECT_EQ(refused(join(guest, {.service = "cut", .time_zone = "Asia/Tokyo"})), "");
    EXPECT_EQ(refused(change(guest, regular, {.service = "cut", .min_notice = hours{1}})), "");
    EXPECT_EQ(refused(give(guest, UpdateEntry{.entry = regular, .party_size = 2})), "");
    EXPECT_EQ(refused(join(guest, {.service = "cut", .staff = "t1", .place = "salon"})),
              "invalid-field: wants.place");
    EXPECT_EQ(refused(change(guest, regular, {.service = "cut", .staff = "Bea", .place = "x"})),
              "invalid-field: wants.staff");
}

TEST_F(NewNamesTest, StaffOpenASlotOfAServiceThatAFullListHasNeverHeardOf) {
    let_bot_fill_it();
    const OpeningNumber opened = open("balayage").answer.opening;
    EXPECT_EQ(state_->openings.at(opened).slot.service, "balayage");
    // From here on the list knows it, so a guest may want it.
    const Outcome joined = join(guest, {.service = "balayage"});
    EXPECT_EQ(refused(joined), "");
    EXPECT_EQ(state_->entries.state(joined.answer.entry), EntryState::Offered);
}

TEST_F(NewNamesTest, StaffWriteDownWhatAGuestToldThemOnTheTelephone) {
    const Ticket regular = join(guest, {.service = "cut"}).answer.entry;
    let_bot_fill_it();
    EXPECT_EQ(refused(join(staff, {.service = "perm", .staff = "Cleo", .place = "salon"})), "");
    EXPECT_EQ(refused(change(staff, regular, {.service = "shave", .staff = "Dora"})), "");
}

TEST_F(NewNamesTest, RemovingTheBotsEntriesMakesRoomAtOnce) {
    let_bot_fill_it();
    EXPECT_EQ(refused(join(guest, {.service = "a", .staff = "b", .place = "c"})),
              "invalid-field: wants.place");
    give(staff, RemoveEntry{.entry = 1});
    EXPECT_EQ(refused(join(guest, {.service = "a", .staff = "b", .place = "c"})), "");
}

TEST_F(NewNamesTest, ATelephoneThatCorrectsTheServiceEachTimeUsesUpNothing) {
    const Ticket ann = join(guest, {.service = "cut"}).answer.entry;
    for (std::size_t time = 1; time <= 25'000; ++time) {
        ASSERT_EQ(refused(change(guest, ann, nonsense(time))), "");
    }
    EXPECT_EQ(state_->names.size(), 3U);
    EXPECT_EQ(refused(join(guest, {.service = "colour", .staff = "Bea", .place = "salon"})), "");
    EXPECT_EQ(refused(open("perm")), "");
}

TEST_F(NewNamesTest, AChainHasThousandsOfServices) {
    for (std::size_t service = 0; service < 3'000; ++service) {
        ASSERT_EQ(refused(open("service " + std::to_string(service))), "");
    }
    for (std::size_t service = 0; service < 3'000; ++service) {
        const Outcome joined = join(guest, {.service = "service " + std::to_string(service)});
        ASSERT_EQ(state_->entries.state(joined.answer.entry), EntryState::Offered);
    }
    EXPECT_EQ(state_->names.size(), 3'000U);
}

TEST_F(NewNamesTest, TwoWantTheSameAndOneChangesHerMind) {
    const Ticket ann = join(guest, {.service = "balayage"}).answer.entry;
    const Ticket bea = join(guest, {.service = "balayage"}).answer.entry;
    change(guest, ann, {.service = "cut"});
    open("balayage");
    EXPECT_EQ(state_->entries.state(ann), EntryState::Waiting);
    EXPECT_EQ(state_->entries.state(bea), EntryState::Offered);
}

// The number of "cut" is given to "shave" in between.
TEST_F(NewNamesTest, ASlotIsNotOfferedForAWishThatHadItsNumber) {
    const Ticket ann = join(guest, {.service = "cut"}).answer.entry;
    const NameNumber number = state_->names.find("cut");
    give(guest, Leave{ann});
    const Ticket bea = join(guest, {.service = "shave"}).answer.entry;
    ASSERT_EQ(state_->names.find("shave"), number);
    open("cut");
    EXPECT_EQ(state_->entries.state(bea), EntryState::Waiting);
    open("shave");
    EXPECT_EQ(state_->entries.state(bea), EntryState::Offered);
}

TEST_F(NewNamesTest, AnOpeningHoldsItsNamesUntilItIsOver) {
    const OpeningNumber withdrawn = open("cut").answer.opening;
    give(staff, WithdrawOpening{withdrawn});
    EXPECT_EQ(state_->names.size(), 0U);
    const OpeningNumber booked = open("shave").answer.opening;
    give(staff, BookOpening{booked});
    EXPECT_EQ(state_->names.size(), 0U);
    const Ticket ann = join(guest, {}).answer.entry;
    open("perm");
    give(guest, Accept{mark_of(*state_, ann).offer});
    EXPECT_EQ(state_->names.size(), 1U);
    give(guest, Leave{ann});  // the slot is opened again
    EXPECT_EQ(state_->names.size(), 1U);
    now_ += hours{48};
    open("colour");
    EXPECT_EQ(state_->names.find("perm"), Names::unknown);
}

TEST_F(NewNamesTest, WhatIsRestoredFromRowsKnowsTheSameNames) {
    Prng prng{5};
    for (int step = 0; step < 2'000; ++step) {
        const auto entry = static_cast<Ticket>(1 + prng.below(40));
        const Wants wants = nonsense(prng.below(3'000));
        switch (prng.below(5)) {
        case 0:
            give(guest, Leave{entry});
            break;
        case 1:
            open(wants.service);
            break;
        case 2:
            join(guest, wants);
            break;
        default:
            change(guest, entry, wants);
        }
    }
    const auto again = restored();
    EXPECT_EQ(fingerprint(*again), fingerprint(*state_));
    EXPECT_EQ(again->names.size(), state_->names.size());
    EXPECT_GT(state_->names.size(), 20U);
}

// Until texts were counted, a list could come to have 60,000 of them, all of them guests'.
TEST_F(NewNamesTest, AListThatIsFullerThanGuestsMayFillItIsRestoredAndGoesOn) {
    for (std::size_t number = 1; number <= 20'000; ++number) {
        ASSERT_EQ(refused(join(staff, nonsense(number))), "");
    }
    state_ = restored();
    EXPECT_EQ(state_->names.size(), 60'000U);
    EXPECT_EQ(refused(join(guest, {})), "");
    EXPECT_EQ(refused(join(guest, {.service = "s7"})), "");
    EXPECT_EQ(refused(change(guest, 1, {.service = "s7"})), "");
    EXPECT_EQ(refused(join(guest, {.service = "cut"})), "invalid-field: wants.service");
    EXPECT_EQ(refused(join(staff, {.service = "perm"})), "");
    const OpeningNumber opened = open("cut").answer.opening;
    EXPECT_NE(opened, OpeningNumber{});
}

}  // namespace
}  // namespace standby::core
