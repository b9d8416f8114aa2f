// Tests of the fingerprint: the same events give the same one, and any single difference, reached
// by commands or made by hand, gives another.
#include "core/audit/fingerprint.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Join somebody() {
    Join command = person("somebody");
    command.contacts.push_back(contact("their phone"));
    command.wants.service = "haircut";
    command.referrer = 1;
    return command;
}

// Slots with an offer that was sent, a booked one, one that nobody fits, and two who wait.
World busy_slots() {
    World world;
    world.slots(plain().set(&Rules::reminder_after, minutes{2}));
    world.join("a");
    world.open();
    world.accept(Ticket{1});
    world.join("b");
    Slot slot = world.slot(hours{4});
    slot.service = "haircut";
    world.give(OpenSlot{.event_id = "first", .slot = slot, .reason = Reason::Cancellation});
    world.send(Ticket{2});
    world.join(somebody());
    world.join("c", {}, GroupKey{3});
    slot.size_min = 2;
    slot.size_max = 2;
    world.open(slot);
    return world;
}

// Seats with a place that was declined once, one that is offered, and one that went to the back.
World busy_seats() {
    World world;
    world.seats(3, plain()
                       .set(&Rules::after_decline, AfterOffer::Back)
                       .set(&Rules::wave_size, 5)
                       .set(&Rules::wave_interval, hours{1}));
    world.join("a", 2);
    world.join("b");
    world.join("c");
    world.join("d");
    world.leave(1);
    world.decline(Ticket{3});
    return world;
}

using Step = std::function<void(World&)>;

// Each step, taken alone from the same state, leads to a state of its own.
void expect_all_differ(const std::function<World()>& make,
                       const std::vector<std::pair<std::string, Step>>& steps) {
    std::map<std::uint64_t, std::string> seen{{fingerprint(make().resource()), "no step"}};
    for (const auto& [name, step] : steps) {
        World world = make();
        step(world);
        const auto [at, is_new] = seen.emplace(fingerprint(world.resource()), name);
        EXPECT_TRUE(is_new) << name << " is the same as " << at->second;
        EXPECT_EQ(world.contradiction(), "") << name;
    }
}

TEST(Fingerprint, IsTheSameForTheSameCommands) {
    EXPECT_EQ(fingerprint(busy_slots().resource()), fingerprint(busy_slots().resource()));
    EXPECT_EQ(fingerprint(busy_seats().resource()), fingerprint(busy_seats().resource()));
    EXPECT_NE(fingerprint(busy_slots().resource()), fingerprint(busy_seats().resource()));
    EXPECT_NE(fingerprint(ResourceState{ResourceNumber{1}}),
              fingerprint(ResourceState{ResourceNumber{2}}));
}

TEST(Fingerprint, IsTheSameWhenTheEventsAreFolded) {
    for (const World& world : {busy_slots(), busy_seats()}) {
        ResourceState folded{ResourceNumber{7}};
        for (const Event& event : world.history()) {
            apply(folded, event);
        }
        EXPECT_EQ(fingerprint(folded), fingerprint(world.resource()));
    }
}

TEST(Fingerprint, DoesNotDependOnTheOrderInWhichContactsAreKept) {
    World one;
    World other;
    Join command = somebody();
    one.seats(0);
    one.join(command);
    std::swap(command.contacts[0], command.contacts[1]);
    other.seats(0);
    other.join(command);
    EXPECT_EQ(fingerprint(one.resource()), fingerprint(other.resource()));
}

TEST(Fingerprint, DoesNotSeeAReferrerWhoReferredNobody) {
    ResourceState state = busy_slots().resource();
    const std::uint64_t before = fingerprint(state);
    state.referrers[2] = {};
    EXPECT_EQ(fingerprint(state), before);
}

TEST(Fingerprint, TellsApartWhatASingleFieldOfAJoinChanges) {
    const auto joins = [](std::function<void(Join&)> edit) {
        return [=](World& world) {
            Join command = person("newcomer");
            edit(command);
            world.join(command);
        };
    };
    expect_all_differ(
        busy_slots,
        {
            {"plain", joins([](Join&) {})},
            {"another contact", joins([](Join& join) { join.contacts = {contact("other")}; })},
            {"two contacts", joins([](Join& join) { join.contacts.push_back(contact("other")); })},
            {"party", joins([](Join& join) { join.party_size = 3; })},
            {"tier", joins([](Join& join) { join.tier = 1; })},
            {"points", joins([](Join& join) { join.points = 1; })},
            {"referrer", joins([](Join& join) { join.referrer = 1; })},
            {"another referrer", joins([](Join& join) { join.referrer = 2; })},
            {"group", joins([](Join& join) { join.group = GroupKey{8}; })},
            {"service", joins([](Join& join) { join.wants.service = "shave"; })},
            {"staff", joins([](Join& join) { join.wants.staff = "Ada"; })},
            {"place", joins([](Join& join) { join.wants.place = "chair"; })},
            {"zone", joins([](Join& join) { join.wants.time_zone = "Asia/Tokyo"; })},
            {"weekly", joins([](Join& join) { join.wants.weekly = {{5, 60}}; })},
            {"instant yes", joins([](Join& join) { join.wants.instant_yes = InstantYes{}; })},
            {"move up", joins([](Join& join) { join.wants.move_up = true; })},
            {"later",
             [](World& world) {
                 world.now += seconds{1};
                 world.join("newcomer");
             }},
        });
}

TEST(Fingerprint, TellsApartWhereEachCommandLeads) {
    const OfferNumber second{2};
    expect_all_differ(
        busy_slots,
        {
            {"accept", [=](World& world) { world.accept(second); }},
            {"decline", [=](World& world) { world.decline(second); }},
            {"leave while offered", [](World& world) { world.leave(2); }},
            {"remove", [](World& world) { world.give(RemoveEntry{2}); }},
            {"extend",
             [=](World& world) { world.give(ExtendOffer{second, world.now + hours{1}}); }},
            {"extend further",
             [=](World& world) { world.give(ExtendOffer{second, world.now + hours{2}}); }},
            {"remind", [](World& world) { world.pass(minutes{2}); }},
            {"expire", [](World& world) { world.pass(minutes{10}); }},
            {"leave", [](World& world) { world.leave(3); }},
            {"another leaves", [](World& world) { world.leave(4); }},
            {"cancel", [](World& world) { world.give(CancelEntry{1}); }},
            {"no show", [](World& world) { world.give(MarkNoShow{1}); }},
            {"attended", [](World& world) { world.give(MarkAttended{1}); }},
            {"withdraw", [](World& world) { world.give(WithdrawOpening{OpeningNumber{3}}); }},
            {"book", [](World& world) { world.give(BookOpening{OpeningNumber{3}}); }},
            {"open", [](World& world) { world.open(hours{9}); }},
            {"open by event",
             [](World& world) {
                 world.give(OpenSlot{.event_id = "second", .slot = world.slot(hours{9})});
             }},
            {"update", [](World& world) { world.give(UpdateEntry{.entry = 3, .party_size = 9}); }},
            {"pause", [](World& world) { world.give(PauseResource{}); }},
            {"close", [](World& world) { world.give(CloseResource{}); }},
            {"rules",
             [](World& world) { world.patch_rules(RulesPatch{}.set(&Rules::urgent, true)); }},
        });
}

TEST(Fingerprint, TellsApartWhatHappensToSeats) {
    expect_all_differ(busy_seats,
                      {
                          {"accept", [](World& world) { world.accept(Ticket{4}); }},
                          {"decline", [](World& world) { world.decline(Ticket{4}); }},
                          {"leave while offered", [](World& world) { world.leave(4); }},
                          {"an accepted one leaves", [](World& world) { world.leave(2); }},
                          {"attended", [](World& world) { world.give(MarkAttended{2}); }},
                          {"more seats", [](World& world) { world.patch_capacity(4); }},
                          {"fewer seats", [](World& world) { world.patch_capacity(2); }},
                          {"promote", [](World& world) { world.give(Promote{.entry = 3}); }},
                      });
}

using Edit = std::function<void(ResourceState&)>;

std::vector<std::pair<std::string, Edit>> edits_of_slots() {
    using State = ResourceState;
    const OfferNumber live{2};
    const OpeningNumber offered{2};
    const auto offer = [=](State& state) -> Offer& { return state.offers.at(live); };
    const auto opening = [=](State& state) -> Opening& { return state.openings.at(offered); };
    return {
        {"status", [](State& state) { state.status = ResourceStatus::Paused; }},
        {"rules version", [](State& state) { ++state.rules_version; }},
        {"last time", [](State& state) { state.last_at += Duration{1}; }},
        {"last event", [](State& state) { ++state.last_event; }},
        {"zone", [](State& state) { state.settings.time_zone = "Asia/Tokyo"; }},
        {"tier", [](State& state) { state.entries.set_tier(3, 1); }},
        {"points", [](State& state) { state.entries.set_points(3, 1); }},
        {"party", [](State& state) { state.entries.set_party_size(3, 2); }},
        {"wish", [](State& state) { state.entries.set_profile(3, 0); }},
        {"misses", [](State& state) { ++state.marks.at(2).misses; }},
        {"links", [](State& state) { state.marks.at(2).links += 2; }},
        {"declines", [](State& state) { ++state.marks.at(2).declines; }},
        {"passes", [](State& state) { ++state.marks.at(2).passes; }},
        {"sits out", [](State& state) { ++state.marks.at(2).sits_out; }},
        {"group", [](State& state) { state.marks.at(4).group = GroupKey{5}; }},
        {"place", [](State& state) { state.marks.at(2).place = 1; }},
        {"place since", [](State& state) { state.marks.at(2).place_since += Duration{1}; }},
        {"mark's offer", [](State& state) { state.marks.at(2).offer = OfferNumber{1}; }},
        {"mark's opening", [](State& state) { state.marks.at(2).opening = OpeningNumber{1}; }},
        {"offer tries", [=](State& state) { ++offer(state).tries; }},
        {"offer places", [=](State& state) { ++offer(state).places; }},
        {"offer state", [=](State& state) { offer(state).state = OfferState::Confirming; }},
        {"awaiting", [=](State& state) { offer(state).awaiting = Awaiting::Payment; }},
        {"plain clock", [=](State& state) { offer(state).plain_clock ^= true; }},
        {"by hand", [=](State& state) { offer(state).by_hand = true; }},
        {"reminded", [=](State& state) { offer(state).reminded = true; }},
        {"paid", [=](State& state) { offer(state).paid = true; }},
        {"made at", [=](State& state) { offer(state).made_at += Duration{1}; }},
        {"send at", [=](State& state) { offer(state).send_at += Duration{1}; }},
        {"sent at", [=](State& state) { *offer(state).sent_at += Duration{1}; }},
        {"never sent", [=](State& state) { offer(state).sent_at.reset(); }},
        {"expires at", [=](State& state) { offer(state).expires_at += Duration{1}; }},
        {"remind at", [=](State& state) { offer(state).remind_at.reset(); }},
        {"no offers", [](State& state) { state.offers.clear(); }},
        {"accepted offer", [](State& state) { state.accepted_offers.clear(); }},
        {"slot start", [=](State& state) { opening(state).slot.starts_at += Duration{1}; }},
        {"slot price", [=](State& state) { opening(state).slot.price = euros(1); }},
        {"opening state", [=](State& state) { opening(state).state = OpeningState::Open; }},
        {"opening offer", [=](State& state) { opening(state).offer = OfferNumber{}; }},
        {"holder", [=](State& state) { opening(state).holder = 3; }},
        {"offers made", [=](State& state) { ++opening(state).offers_made; }},
        {"outcome", [=](State& state) { opening(state).last_outcome = OfferState::Declined; }},
        {"hand back", [=](State& state) { opening(state).hand_back_at = Time{}; }},
        {"tried", [=](State& state) { opening(state).tried.push_back(3); }},
        {"unclaimed", [](State& state) { state.unclaimed.clear(); }},
        {"offer history", [](State& state) { state.offer_states[1] = OfferState::Expired; }},
        {"opening history", [](State& state) { state.opening_states[1] = OpeningState::Open; }},
        {"seen events", [](State& state) { state.seen_events.clear(); }},
        {"contact", [](State& state) { state.contacts.erase(contact("b"), 2); }},
        {"referred", [](State& state) { state.referred.at(3).credited ^= true; }},
        {"referral worth", [](State& state) { ++state.referred.at(3).raw_points; }},
        {"referrer", [](State& state) { ++state.referred.at(3).referrer; }},
        {"referrals pending", [](State& state) { ++state.referrers.at(1).pending; }},
        {"referrals credited", [](State& state) { ++state.referrers.at(1).credited; }},
        {"ledger", [](State& state) { ++state.referrers.at(1).raw_points; }},
        {"ledger under cap", [](State& state) { ++state.referrers.at(1).points; }},
        {"line", [](State& state) { state.lines.whole.erase(place_in_line(state, 4)); }},
        {"line of a service", [](State& state) { state.lines.by_service.clear(); }},
        {"timer", [](State& state) { state.timers.erase(state.timers.begin()); }},
        {"instant", [=](State& state) { state.instant_pending = live; }},
        {"compensation",
         [=](State& state) { state.compensated.emplace(live, Compensation::Refund); }},
        {"release due",
         [=](State& state) { state.compensated.emplace(live, Compensation::Release); }},
    };
}

std::vector<std::pair<std::string, Edit>> edits_of_seats() {
    using State = ResourceState;
    return {
        {"capacity", [](State& state) { ++state.settings.capacity; }},
        {"released", [](State& state) { state.places.release(1); }},
        {"accepted places", [](State& state) { state.places.vacate(1); }},
        {"held places", [](State& state) { state.places.give_back(1, 0); }},
        {"tries", [](State& state) { state.places.give_back(1, 1); }},
        {"more tries", [](State& state) { state.places.give_back(1, 2); }},
        {"idle", [](State& state) { state.places.note_idle(1); }},
        {"releases", [](State& state) { state.places.note_release(); }},
        {"accepted", [](State& state) { ++state.accepted; }},
        {"unverified", [](State& state) { ++state.unverified; }},
        {"last outcome", [](State& state) { state.last_outcome = OfferState::Expired; }},
        {"cutoff", [](State& state) { state.cutoff_reached = true; }},
        {"drawn", [](State& state) { state.drawn = true; }},
        {"wave", [](State& state) { state.wave_started += Duration{1}; }},
        {"wave offers", [](State& state) { ++state.wave_offers; }},
    };
}

void expect_all_differ(const ResourceState& start,
                       const std::vector<std::pair<std::string, Edit>>& edits) {
    std::map<std::uint64_t, std::string> seen{{fingerprint(start), "no edit"}};
    for (const auto& [name, edit] : edits) {
        ResourceState state = start;
        edit(state);
        const auto [at, is_new] = seen.emplace(fingerprint(state), name);
        EXPECT_TRUE(is_new) << name << " is the same as " << at->second;
    }
}

TEST(Fingerprint, SeesEveryEditOfAStateOfSlots) {
    expect_all_differ(busy_slots().resource(), edits_of_slots());
}

TEST(Fingerprint, SeesEveryEditOfAStateOfSeats) {
    expect_all_differ(busy_seats().resource(), edits_of_seats());
}

// Different from the rules of busy_seats in every field.
Rules other_rules() {
    Rules rules;
    rules.order = Order::Lottery;
    rules.minutes_per_point = 7;
    rules.claim_window = seconds{77};
    rules.max_offers = 7;
    rules.cutoff = seconds{7};
    rules.urgent = true;
    rules.max_misses = 7;
    rules.visibility = Visibility::Band;
    rules.max_waiting = 7;
    rules.verify_email = true;
    rules.referral = {.points = 7, .cap = 7};
    rules.party = PartyPolicy::Fit;
    rules.max_passes = 7;
    rules.wave_size = 7;
    rules.wave_interval = seconds{7};
    rules.reminder_after = seconds{7};
    rules.payment = euros(7);
    rules.instant_yes = false;
    rules.draw_at = Time{seconds{7}};
    rules.draw_seed = "seven";
    rules.draw_words = "seven";
    rules.prove_within = seconds{7};
    rules.transfer = true;
    rules.patience = std::chrono::minutes{7};
    rules.late_yes = true;
    rules.auto_window = true;
    rules.ping_after = std::chrono::days{7};
    rules.ping_grace = std::chrono::days{8};
    rules.tax = Tax{.percent_hundredths = 700, .label = "VAT"};
    rules.deposit = Deposit{.share = {.percent_hundredths = 1000}};
    rules.late_fee =
        LateFee{.share = {.percent_hundredths = 5000}, .within = std::chrono::hours{4}};
    return rules;
}

TEST(Fingerprint, SeesTheSeedAndWhoTakesPart) {
    const ResourceState start = busy_seats().resource();
    ResourceState seeded = start;
    seeded.draw_seed = std::string(64, '7');
    EXPECT_NE(fingerprint(seeded), fingerprint(start));
    ResourceState taking_part = start;
    taking_part.participants.assign(std::size_t{start.entries.last()} + 1, 7);
    EXPECT_NE(fingerprint(taking_part), fingerprint(start));
    ResourceState longer = start;
    longer.participants.assign(9, 0);
    EXPECT_EQ(fingerprint(longer), fingerprint(start));
}

TEST(Fingerprint, SeesEveryRule) {
    const ResourceState start = busy_seats().resource();
    const Rules other = other_rules();
    for_each_rule([&](std::string_view name, auto member) {
        ResourceState state = start;
        state.rules.*member = other.*member;
        EXPECT_NE(fingerprint(state), fingerprint(start)) << name;
    });
}

}  // namespace
}  // namespace standby::core
