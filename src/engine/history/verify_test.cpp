// Tests of verifying: a true history passes, and every kind of damage is named.
#include "engine/history/verify.hpp"

#include "base/prng.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/event_test_support.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/state/rows_test_support.hpp"
#include "engine/history/objection.hpp"
#include "engine/history/replay.hpp"
#include "engine/history/timeline.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace standby::engine {
namespace {

using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;

// A resource as a store would hold it.
struct Stored {
    std::vector<EventRow> events;
    core::RowKeeper rows;
    LoadedResource loaded;
    ResourceListing listing;
};

// Links the events anew, as somebody would who can write to the store.
void link(Stored& stored) {
    core::HashChain chain;
    for (EventRow& row : stored.events) {
        row.link = chain.extend(row.data);
    }
    stored.loaded.head.last_link = chain.last();
    stored.listing.last_link = chain.last();
}

Stored store(const World& world) {
    Stored stored;
    core::ResourceState state{world.resource().number};
    for (const core::Event& event : world.history()) {
        core::apply(state, event);
        stored.events.push_back({.number = event.number,
                                 .at = event.at,
                                 .data = core::encode_event(event),
                                 .link = {}});
    }
    stored.rows.keep(core::take_changes(state));
    stored.loaded.head.last_event = state.last_event;
    stored.listing.status = state.status;
    stored.listing.last_event = state.last_event;
    stored.listing.data = stored.rows.resource;
    link(stored);
    return stored;
}

std::vector<std::string> findings_of(Stored& stored, core::ResourceNumber number) {
    Verifier verifier{number};
    for (const EventRow& row : stored.events) {
        verifier.add(row);
    }
    const auto add = [&](RowTable table, const core::RowKeeper::Rows& rows) {
        for (const auto& [key, row] : rows) {
            verifier.add(
                table,
                StoredRow{.number = key, .state = row.state, .changed_at = {}, .data = row.data});
        }
    };
    add(RowTable::Entries, stored.rows.entries);
    add(RowTable::Offers, stored.rows.offers);
    add(RowTable::Openings, stored.rows.openings);
    auto state = stored.rows.restore(number);
    stored.loaded.state = state ? std::move(*state) : nullptr;
    verifier.compare(stored.loaded);
    verifier.compare(stored.listing);
    return verifier.finish();
}

using Findings = std::vector<std::string>;

World busy() {
    World world;
    world.slots(plain().set(&Rules::after_miss, core::AfterOffer::Back).set(&Rules::max_misses, 0));
    world.join("a");
    world.join("b");
    core::Join friend_of_b = core::person("c");
    friend_of_b.referrer = 2;
    world.join(friend_of_b);
    world.open();
    world.miss(1);
    world.accept(Ticket{2});
    world.open(hours{7});
    world.leave(2);
    return world;
}

class VerifierTest : public testing::Test {
protected:
    World world_ = busy();
    Stored stored_ = store(world_);

    Findings findings() { return findings_of(stored_, world_.resource().number); }
};

TEST_F(VerifierTest, ATrueHistoryHasNoFindings) {
    EXPECT_EQ(findings(), Findings{});
}

TEST_F(VerifierTest, ALongHistoryHasNoFindings) {
    World world;
    world.seats(1);
    for (int count = 0; count < 700; ++count) {
        const Ticket entry = world.join("guest " + std::to_string(count));
        world.leave(entry);
    }
    Stored stored = store(world);
    EXPECT_EQ(findings_of(stored, world.resource().number), Findings{});
}

// One guest who changes three texts 21,000 times, as a version wrote it that never forgot a text:
// it came to more of them than it could fold.
TEST_F(VerifierTest, AHistoryWithMoreNamesThanAListCanHaveAtOnceIsVerifiedExplainedAndReplayed) {
    constexpr int changes = 21'000;
    World world;
    world.slots();
    world.join("somebody", core::Wants{.service = "cut"});
    const Ticket entry = world.join("bot");
    world.actor.kind = core::ActorKind::Guest;
    for (int count = 0; count < changes; ++count) {
        const std::string text = std::to_string(count);
        core::UpdateEntry update{.entry = entry};
        update.wants = {.service = "s" + text, .staff = "t" + text, .place = "p" + text};
        ASSERT_EQ(core::refused(world.give(update)), "");
    }
    Stored stored = store(world);
    EXPECT_EQ(stored.events.size(), 3U + changes);
    EXPECT_EQ(findings_of(stored, world.resource().number), Findings{});
    EXPECT_EQ(stored.loaded.state->names.size(), 4U);

    Timeline timeline{world.resource().number, entry, *world.context().zones};
    Replay replay{world.resource().number, Time::max()};
    for (const core::Event& event : world.history()) {
        ASSERT_TRUE(timeline.add(event));
        ASSERT_TRUE(replay.add(event));
    }
    EXPECT_EQ(core::fingerprint(timeline.state()), core::fingerprint(world.resource()));

    // And the list goes on from there.
    core::ResourceState& state = *stored.loaded.state;
    core::Join join = core::person("grandmother");
    join.wants = {.service = "perm", .staff = "Ada", .place = "salon"};
    EXPECT_EQ(core::refused(core::run(state, join, world.context())), "");
    core::OpenSlot open;
    open.slot = world.slot();
    open.slot.service = "cut";
    EXPECT_EQ(core::refused(core::run(state, open, world.context())), "");
    EXPECT_EQ(state.entries.state(1), core::EntryState::Offered);
}

TEST_F(VerifierTest, AChangedEventBreaksTheChain) {
    stored_.events[3].data.back() ^= std::byte{1};
    EXPECT_EQ(findings(),
              Findings{"event 4: the hash chain breaks here; nothing after it was looked at"});
}

TEST_F(VerifierTest, AMissingEventIsNamed) {
    stored_.events.erase(stored_.events.begin() + 3);
    EXPECT_EQ(findings(), Findings{"event 4: it is missing; nothing after it was looked at"});
}

TEST_F(VerifierTest, AMissingLastEventIsNamed) {
    stored_.events.pop_back();
    const Findings found = findings();
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(std::ranges::any_of(found, [](const std::string& finding) {
        return finding.starts_with("the resource is said to stand at event");
    }));
}

TEST_F(VerifierTest, AnEventThatCannotHaveHappenedIsNamedEvenIfTheChainHolds) {
    auto event = core::decode_event(stored_.events[3].data).value();
    ASSERT_TRUE(std::holds_alternative<core::EntryJoined>(event.body));
    event.entry = 77;
    stored_.events[3].data = core::encode_event(event);
    link(stored_);
    EXPECT_EQ(findings(), Findings{"event 4: the ticket is not the next one; nothing after it was "
                                   "looked at"});
}

TEST_F(VerifierTest, ATimeStoredBesideTheEventMustBeItsOwn) {
    stored_.events[2].at += hours{1};
    EXPECT_EQ(findings(), Findings{"event 3: its number or time is not the one it is stored under; "
                                   "nothing after it was looked at"});
}

TEST_F(VerifierTest, AChangedRowIsNamed) {
    core::EntryRow row = core::decode_entry_row(stored_.rows.entries[3].data).value();
    row.tier = 9;
    stored_.rows.entries[3].data = core::encode_row(row);
    const Findings found = findings();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0], "entry 3: its row is not what the events say");
    EXPECT_EQ(found[1], "the stored state is not what the events say");
}

TEST_F(VerifierTest, AChangedStateOfAnEndedRowIsNamed) {
    stored_.rows.entries[2].state = static_cast<std::uint8_t>(core::EntryState::Removed);
    EXPECT_EQ(findings()[0], "entry 2: its state is not what the events say");
}

TEST_F(VerifierTest, AMissingRowIsNamed) {
    stored_.rows.offers.erase(1);
    stored_.rows.openings.erase(stored_.rows.openings.rbegin()->first);
    const Findings found = findings();
    EXPECT_TRUE(std::ranges::find(found, "offer 1: its row is missing") != found.end());
    EXPECT_TRUE(std::ranges::find(found, "opening 3: its row is missing") != found.end());
}

TEST_F(VerifierTest, ARowTooManyIsNamed) {
    stored_.rows.offers[99] = stored_.rows.offers[1];
    EXPECT_EQ(findings()[0], "offer 99: no event tells of it");
}

TEST_F(VerifierTest, FieldsOfANewerVersionAreNoDamage) {
    const std::string later{"\xa0\x01\x05", 3};
    core::EntryRow row = core::decode_entry_row(stored_.rows.entries[3].data).value();
    stored_.rows.entries[3].data = core::encode_row(row, later);
    stored_.listing.data =
        core::encode_row(core::decode_resource_row(stored_.listing.data).value(), later);
    EXPECT_EQ(findings(), Findings{});
}

TEST_F(VerifierTest, AnEventOfANewerVersionIsNamedAndTheChainGoesOn) {
    stored_.events[3].data[1] = std::byte{31};
    link(stored_);
    EXPECT_EQ(findings(), Findings{"event 4: written by a newer Standby: event kind 31; from there "
                                   "on only the hash chain was checked"});
    stored_.events[6].data.back() = std::byte{1};
    EXPECT_EQ(findings().back(),
              "event 7: the hash chain breaks here; nothing after it was looked at");
}

TEST_F(VerifierTest, AnArchivedRowNeedsNoData) {
    stored_.rows.entries[2].data.clear();
    EXPECT_EQ(findings(), Findings{});
}

TEST_F(VerifierTest, TheListingIsComparedToo) {
    stored_.listing.data.back() ^= std::byte{1};
    EXPECT_EQ(findings(), Findings{"the row of the resource is not what the events say"});
}

TEST_F(VerifierTest, ManyFindingsAreCut) {
    for (std::uint32_t number = 200; number < 200 + Verifier::findings_max + 7; ++number) {
        stored_.rows.offers[number] = stored_.rows.offers[1];
    }
    const Findings found = findings();
    EXPECT_EQ(found.size(), Verifier::findings_max + 1);
    EXPECT_TRUE(found.back().starts_with("and "));
}

// Whatever is let through must be applicable: no assertion may be tripped.
TEST(Objection, EventsAtRandomAreRefusedOrDoNoHarm) {
    const World world = busy();
    std::size_t refused = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        core::ResourceState state{world.resource().number};
        Prng prng{seed};
        std::vector<core::Event> strange = core::one_of_each(seed);
        for (const core::Event& event : world.history()) {
            core::Event other = event;
            other.body = strange[prng.below(strange.size())].body;
            other.entry = static_cast<Ticket>(prng.below(6));
            other.offer = core::OfferNumber{static_cast<std::uint32_t>(prng.below(5))};
            refused += objection_to(state, other) ? 1U : 0U;
            other = event;
            other.entry += static_cast<Ticket>(prng.below(3));
            other.to = static_cast<std::uint8_t>(prng.below(13));
            if (objection_to(state, other)) {
                ++refused;
            } else if (prng.chance(1, 4)) {
                core::apply(state, other);
                continue;
            }
            // Once history went another way, what follows may not be possible any more.
            if (const auto objection = objection_to(state, event)) {
                ++refused;
                continue;
            }
            core::apply(state, event);
        }
    }
    EXPECT_GT(refused, 1000U);
}

TEST(Objection, AllIsWellWithATrueHistory) {
    const World world = busy();
    core::ResourceState state{world.resource().number};
    for (const core::Event& event : world.history()) {
        EXPECT_EQ(objection_to(state, event), std::nullopt) << event.number;
        core::apply(state, event);
    }
}

}  // namespace
}  // namespace standby::engine
