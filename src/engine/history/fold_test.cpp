// Tests of folding stored events: what cannot have happened is named, and whatever is let through
// trips no assertion.
#include "engine/history/fold.hpp"

#include "base/prng.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/event_test_support.hpp"
#include "core/audit/explain.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"
#include "core/state/rows.hpp"
#include "engine/history/replay.hpp"
#include "engine/history/timeline.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace standby::engine {
namespace {

using core::Event;
using core::plain;
using core::Rules;
using core::Ticket;
using core::World;
using std::chrono::hours;

World busy_slots() {
    World world;
    world.slots(plain().set(&Rules::after_miss, core::AfterOffer::Back).set(&Rules::max_misses, 0));
    world.join("a", core::Wants{.service = "cut", .staff = "Ada"});
    world.join("b");
    core::Join friend_of_b = core::person("c");
    friend_of_b.referrer = 2;
    friend_of_b.wants = {.service = "cut", .place = "chair", .time_zone = "Asia/Tokyo"};
    world.join(friend_of_b);
    core::Slot slot = world.slot();
    slot.service = "cut";
    slot.staff = "Ada";
    world.open(slot);
    world.miss(1);
    world.open();
    world.accept(Ticket{2});
    core::Join earlier = core::person("b");
    earlier.wants.move_up = true;
    world.join(earlier);
    world.open(hours{1});
    world.give(core::UpdateEntry{.entry = 1, .wants = core::Wants{.service = "perm"}});
    world.leave(2);
    world.open(hours{30});
    world.pass(hours{40});
    world.open(hours{5});
    return world;
}

World busy_seats() {
    World world;
    world.seats(3, plain()
                       .set(&Rules::verify_email, true)
                       .set(&Rules::party, core::PartyPolicy::Fit)
                       .set(&Rules::order, core::Order::HeadStart)
                       .set(&Rules::after_decline, core::AfterOffer::Back)
                       .set(&Rules::payment, core::euros(5)));
    for (int count = 0; count < 6; ++count) {
        core::Join join = core::person("guest " + std::to_string(count));
        join.party_size = count % 3 == 0 ? 2 : 1;
        join.referrer = count > 1 ? 1 : 0;
        join.group = core::GroupKey{count > 3 ? 9U : 0U};
        const Ticket entry = world.join(join);
        if (count != 2) {
            world.give(core::Verify{entry});
        }
    }
    world.give(core::Accept{world.offer_of(1)});
    world.give(core::ReportPayment{world.offer_of(1), core::PaymentOutcome::Succeeded});
    world.decline(world.offer_of(2));
    world.give(core::RemoveEntry{.entry = 4, .cause = core::RemoveCause::Fraud});
    world.patch_rules(plain().set(&Rules::order, core::Order::Score));
    world.patch_capacity(6);
    world.give(core::CancelEntry{1});
    world.give(core::PauseResource{});
    world.give(core::ResumeResource{});
    world.pass(hours{100});
    return world;
}

World busy_external() {
    World world;
    world.external_seats(plain()
                             .set(&Rules::max_offers, 2)
                             .set(&Rules::wave_size, 2)
                             .set(&Rules::wave_interval, Duration{hours{1}}));
    for (int count = 0; count < 5; ++count) {
        world.join("guest " + std::to_string(count), count == 1 ? 2 : 1);
    }
    world.release("one", 3);
    world.accept(Ticket{1});
    world.give(core::ReportBooking{world.offer_of(1), core::BookingOutcome::Confirmed});
    world.pass(hours{2});
    world.accept(Ticket{2});
    world.give(core::ReportBooking{world.offer_of(2), core::BookingOutcome::Conflict});
    world.give(core::CancelEntry{1});
    world.release("two", 2);
    world.pass(hours{50});
    return world;
}

const std::vector<World>& worlds() {
    static const std::vector<World> all{busy_slots(), busy_seats(), busy_external()};
    return all;
}

// A history in which things are changed, left out, repeated and exchanged.
class Damage {
public:
    Damage(const std::vector<Event>& history, std::uint64_t seed)
        : history_(history), prng_(seed), seed_(seed) {}

    std::vector<Event> events() {
        std::vector<Event> events = history_;
        for (std::uint64_t left = 1 + prng_.below(4); left > 0; --left) {
            const std::size_t at = prng_.below(events.size());
            switch (prng_.below(8)) {
            case 0:
                events.erase(events.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            case 1:
                events.insert(events.begin() + static_cast<std::ptrdiff_t>(at), any(events));
                break;
            case 2:
                std::swap(events[at], events[prng_.below(events.size())]);
                break;
            case 3:
                events[at].body = any(events).body;
                break;
            case 4:
                replace_body(events[at]);
                break;
            case 5:
                change_bytes(events[at]);
                break;
            default:
                change_header(events[at]);
            }
            if (events.empty()) {
                break;
            }
        }
        return events;
    }

private:
    const Event& any(const std::vector<Event>& events) {
        return events[prng_.below(events.size())];
    }

    void replace_body(Event& event) {
        core::EventFiller filler{seed_,
                                 prng_.chance(1, 2) ? Duration{hours{1000}} : Duration::max()};
        std::vector<Event> strange = core::one_of_each(
            filler, std::make_index_sequence<std::variant_size_v<core::EventBody>>{});
        event.body =
            strange[prng_.chance(2, 3) ? event.body.index() : prng_.below(strange.size())].body;
    }

    void change_bytes(Event& event) {
        std::vector<std::byte> bytes = core::encode_event(event);
        const std::size_t at = prng_.below(bytes.size());
        bytes[at] = prng_.chance(1, 2) ? static_cast<std::byte>(prng_.below(256))
                                       : bytes[at] ^ static_cast<std::byte>(1U << prng_.below(8));
        if (const auto decoded = core::decode_event(bytes)) {
            event = *decoded;
        }
    }

    void change_header(Event& event) {
        const auto near = [&](std::uint32_t number) {
            return static_cast<std::uint32_t>(number + prng_.below(5)) - 2U;
        };
        switch (prng_.below(7)) {
        case 0:
            event.entry = near(event.entry);
            break;
        case 1:
            event.offer = core::OfferNumber{near(event.offer.value())};
            break;
        case 2:
            event.opening = core::OpeningNumber{near(event.opening.value())};
            break;
        case 3:
            event.from = static_cast<std::uint8_t>(prng_.below(14));
            break;
        case 4:
            event.to = static_cast<std::uint8_t>(prng_.below(14));
            break;
        case 5:
            event.reason = static_cast<core::Reason>(
                prng_.below(static_cast<std::uint64_t>(core::Reason::Ping) + 1));
            break;
        default:
            event.at = prng_.chance(1, 3) ? Time::max() : event.at + Duration{prng_.below(1 << 30)};
        }
    }

    const std::vector<Event>& history_;
    Prng prng_;
    std::uint64_t seed_;
};

// Looks at everything that a state has.
void look_around(core::ResourceState& state, const World& world) {
    core::fingerprint(state);
    for (Ticket entry = 1; entry <= state.entries.last(); ++entry) {
        core::view_entry(state, entry);
    }
    for (const auto& [number, opening] : state.openings) {
        core::explain(state, 1, number, world.context());
    }
    core::take_changes(state);
}

TEST(Fold, NoHistoryHoweverDamagedTripsAnAssertion) {
    std::size_t refused = 0;
    std::size_t folded = 0;
    for (std::uint64_t seed = 1; seed <= 6'000; ++seed) {
        const World& world = worlds()[seed % worlds().size()];
        core::ResourceState state{world.resource().number};
        Timeline timeline{world.resource().number, static_cast<Ticket>(1 + seed % 5),
                          *world.context().zones};
        for (Event event : Damage{world.history(), seed}.events()) {
            // As if the others were genuine: the damage gets as far as it can.
            event.number = state.last_event + 1;
            const bool fits = fold(state, event).has_value();
            EXPECT_EQ(timeline.add(event).has_value(), fits);
            ++(fits ? folded : refused);
        }
        look_around(state, world);
    }
    EXPECT_GT(refused, 6'000U);
    EXPECT_GT(folded, 60'000U);
}

TEST(Fold, ATrueHistoryGivesTheState) {
    for (const World& world : worlds()) {
        EXPECT_EQ(world.contradiction(), "");
        core::ResourceState state{world.resource().number};
        for (const Event& event : world.history()) {
            const auto folded = fold(state, event);
            ASSERT_TRUE(folded) << folded.error();
        }
        EXPECT_EQ(core::fingerprint(state), core::fingerprint(world.resource()));
    }
}

// Each of these would trip an assertion, throw or overflow, were it applied: the first event of its
// kind that the change was made to, and what is said of it.
struct Impossible {
    std::string_view what;
    std::size_t world = 0;
    std::function<bool(Event&)> change;
    std::string_view objection;
};

template <class Body>
std::function<bool(Event&)> change_of(std::function<void(Event&, Body&)> change) {
    return [change](Event& event) {
        auto* body = std::get_if<Body>(&event.body);
        if (body == nullptr) {
            return false;
        }
        change(event, *body);
        return true;
    };
}

std::vector<Impossible> impossible_events() {
    const Time far = Time::max();
    const auto to = [](auto state) { return static_cast<std::uint8_t>(state); };
    return {
        {"a number is left out", 0,
         change_of<core::EntryJoined>([](Event& event, auto&) { event.number += 1; }),
         "its number is not the next one"},
        {"time runs backwards", 0,
         change_of<core::EntryJoined>([](Event& event, auto&) { event.at -= hours{1}; }),
         "it is earlier than the one before"},
        {"the end of time", 0,
         change_of<core::EntryJoined>([=](Event& event, auto&) { event.at = far; }),
         "its time is out of range"},
        {"a list without a status", 1,
         change_of<core::StatusChanged>([](Event& event, auto&) { event.to = 9; }),
         "a resource does not cease to exist"},
        {"a capacity beyond all", 1,
         change_of<core::SettingsChanged>([](Event&, auto& body) { body.settings.capacity = ~0U; }),
         "the settings make no sense"},
        {"a start at the end of time", 1, change_of<core::SettingsChanged>([=](Event&, auto& body) {
             body.settings.starts_at = far;
         }),
         "the settings make no sense"},
        {"a draw at the end of time", 1,
         change_of<core::RulesChanged>([=](Event&, auto& body) { body.rules.draw_at = far; }),
         "the rules make no sense"},
        {"a ticket is left out", 0,
         change_of<core::EntryJoined>([](Event& event, auto&) { event.entry += 1; }),
         "the ticket is not the next one"},
        {"a party of 256", 0,
         change_of<core::EntryJoined>([](Event&, auto& body) { body.party_size = 256; }),
         "nobody could join like this"},
        {"a tier beyond all", 0,
         change_of<core::EntryJoined>([](Event&, auto& body) { body.tier = 255; }),
         "nobody could join like this"},
        {"a wish for the end of time", 0,
         change_of<core::EntryJoined>([=](Event&, auto& body) { body.wants.latest = far; }),
         "nobody could join like this"},
        {"joining in a terminal state", 0, change_of<core::EntryJoined>([=](Event& event, auto&) {
             event.to = to(core::EntryState::Left);
         }),
         "nobody could join like this"},
        {"a referrer who never was", 0,
         change_of<core::EntryJoined>([](Event&, auto& body) { body.referrer = 77; }),
         "the referrer is not on the list"},
        {"moving up from nothing", 0,
         change_of<core::EntryJoined>([](Event&, auto& body) { body.moving_up_from = 77; }),
         "what it joins is not on the list"},
        {"verifying one who is verified", 1,
         change_of<core::EntryVerified>(
             [=](Event& event, auto&) { event.to = to(core::EntryState::Left); }),
         "it was not to be verified"},
        {"a change of somebody else's state", 0,
         change_of<core::EntryUpdated>([](Event& event, auto&) { event.entry = 77; }),
         "the entry is in another state"},
        {"a tier beyond all, later", 0,
         change_of<core::EntryUpdated>([](Event&, auto& body) { body.tier = 255; }),
         "the entry could not be changed like this"},
        {"ending as waiting", 0, change_of<core::EntryEnded>([=](Event& event, auto&) {
             event.to = to(core::EntryState::Waiting);
         }),
         "the entry could not end like this"},
        {"points for a stranger", 1,
         change_of<core::PointsChanged>([](Event&, auto& body) { body.referred = 77; }),
         "there is no such referral"},
        {"more points than can be counted", 1,
         change_of<core::PointsChanged>([](Event&, auto& body) { body.delta = 2'000'000'000; }),
         "the points are out of range"},
        {"an offer is left out", 0, change_of<core::OfferMade>([](Event& event, auto&) {
             event.offer = core::OfferNumber{77};
         }),
         "the offer is not the next one"},
        {"an opening that never was", 0, change_of<core::OfferMade>([](Event& event, auto&) {
             event.opening = core::OpeningNumber{77};
         }),
         "the opening is not free"},
        {"an offer until the end of time", 0,
         change_of<core::OfferMade>([=](Event&, auto& body) { body.expires_at = far; }),
         "nobody could be offered a place like this"},
        {"passing somebody who does not wait", 1,
         change_of<core::OfferMade>([](Event&, auto& body) { body.passed = {77}; }),
         "nobody could be offered a place like this"},
        {"a message of an offer that never was", 0,
         change_of<core::OfferSent>(
             [](Event& event, auto&) { event.offer = core::OfferNumber{77}; }),
         "the offer is not under way"},
        {"a message sent at the end of time", 0,
         change_of<core::OfferSent>([=](Event&, auto& body) { body.sent_at = far; }),
         "its times are out of range"},
        {"a claim until the end of time", 1,
         change_of<core::OfferClaimed>([=](Event&, auto& body) { body.expires_at = far; }),
         "an offer is not claimed like this"},
        {"a booking where none is made", 1, change_of<core::OfferClaimed>([](Event&, auto& body) {
             body.awaiting = core::Awaiting::Booking;
         }),
         "an offer is not claimed like this"},
        {"an accepted entry that waits", 1,
         change_of<core::OfferAccepted>(
             [=](Event& event, auto&) { event.to = to(core::EntryState::Waiting); }),
         "an offer is not accepted like this"},
        {"an offer that ends as live", 0, change_of<core::OfferEnded>([](Event&, auto& body) {
             body.outcome = core::OfferState::Live;
         }),
         "an offer does not end like this"},
        {"a place at the back that is somebody's", 0,
         change_of<core::OfferEnded>([](Event&, auto& body) { body.new_place = 2; }),
         "an offer does not end like this"},
        {"a booking conflict about places that were never released", 1,
         change_of<core::OfferEnded>(
             [](Event& event, auto&) { event.reason = core::Reason::BookingConflict; }),
         "more places are gone than were released"},
        {"a slot at the end of time", 0,
         change_of<core::OpeningAdded>([=](Event&, auto& body) { body.slot.starts_at = far; }),
         "a slot does not open like this"},
        {"an opening is left out", 0, change_of<core::OpeningAdded>([](Event& event, auto&) {
             event.opening = core::OpeningNumber{77};
         }),
         "the opening is not the next one"},
        {"moving an opening that never was", 0,
         change_of<core::OpeningMoved>(
             [](Event& event, auto&) { event.opening = core::OpeningNumber{77}; }),
         "the opening is not free"},
    };
}

std::string error_of(const auto& result) {
    return result ? std::string{} : result.error();
}

TEST(Fold, WhatCannotHaveHappenedIsNamedAndTheServerLives) {
    for (const Impossible& one : impossible_events()) {
        const World& world = worlds()[one.world];
        core::ResourceState state{world.resource().number};
        Timeline timeline{world.resource().number, 1, *world.context().zones};
        Replay replay{world.resource().number, Time::max()};
        bool met = false;
        for (Event event : world.history()) {
            const std::uint64_t number = event.number;
            if (state.status != core::ResourceStatus::None && one.change(event)) {
                const std::string error =
                    "event " + std::to_string(event.number) + ": " + std::string{one.objection};
                EXPECT_EQ(error_of(fold(state, event)), error) << one.what;
                EXPECT_EQ(error_of(replay.add(event)), error) << one.what;
                if (event.number == number) {
                    EXPECT_EQ(error_of(timeline.add(event)), error) << one.what;
                }
                EXPECT_EQ(state.last_event, number - 1);
                met = true;
                break;
            }
            ASSERT_TRUE(fold(state, event));
            ASSERT_TRUE(timeline.add(event));
            ASSERT_TRUE(replay.add(event));
        }
        EXPECT_TRUE(met) << one.what;
    }
}

// Points were added up in 32 bits; each time they come close to what is let through.
TEST(Fold, PointsThatAddUpBeyondMeasureAreRefused) {
    World world;
    world.seats(1);
    world.join("referrer");
    std::vector<Event> events = world.history();
    const auto next = [&](core::EventBody body, Ticket entry, core::EntryState from,
                          core::EntryState to) {
        Event event = events.back();
        event.number = events.back().number + 1;
        event.subject = core::Subject::Entry;
        event.entry = entry;
        event.from = static_cast<std::uint8_t>(from);
        event.to = static_cast<std::uint8_t>(to);
        event.reason = core::Reason::Referral;
        event.body = std::move(body);
        events.push_back(event);
    };
    const auto accepted = core::EntryState::Accepted;
    for (Ticket friend_of = 2; friend_of <= 5; ++friend_of) {
        next(core::EntryJoined{.contacts = {}, .wants = {}, .referrer = 1}, friend_of,
             core::EntryState::None, core::EntryState::Waiting);
        next(core::PointsChanged{.referred = friend_of, .raw = 1 << 30, .delta = 1 << 30}, 1,
             accepted, accepted);
        next(core::EntryUpdated{.wants = {}, .points = 0}, 1, accepted, accepted);
    }
    core::ResourceState state{world.resource().number};
    std::string error;
    for (const Event& event : events) {
        const auto folded = fold(state, event);
        if (!folded) {
            error = folded.error();
            break;
        }
    }
    EXPECT_EQ(error, "event 7: the points are out of range");
}

}  // namespace
}  // namespace standby::engine
