// Tests of rows and the states built from them: after every event of many stories the rows written
// so far give the same state, which goes on the same way.
#include "core/state/restorer_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// Folds the history, once with the rows taken after each event, and once all of them at the end.
std::string restored_wrongly(const World& world) {
    if (!world.contradiction().empty()) {
        return world.contradiction();
    }
    ResourceState state{world.resource().number};
    ResourceState at_once{world.resource().number};
    RowKeeper rows;
    for (const Event& event : world.history()) {
        apply(state, event);
        apply(at_once, event);
        rows.keep(take_changes(state));
        // An instant yes is accepted in the same step: nothing is stored in between.
        if (state.instant_pending != OfferNumber{}) {
            continue;
        }
        const std::string wrong = compare_restored(
            rows, state, {.now = event.at, .actor = {}, .zones = world.context().zones});
        if (!wrong.empty()) {
            return "after event " + std::to_string(event.number) + ": " + wrong;
        }
    }
    RowKeeper in_one_go;
    in_one_go.keep(take_changes(at_once));
    if (rows.tells_new_wrongly || in_one_go.tells_new_wrongly) {
        return "a row was called new wrongly, or was not called new";
    }
    if (in_one_go.resource != rows.resource || in_one_go.entries != rows.entries ||
        in_one_go.offers != rows.offers || in_one_go.openings != rows.openings ||
        in_one_go.facts != rows.facts) {
        return "the rows depend on when they are taken";
    }
    return compare_restored(in_one_go, world.resource(), world.context());
}

TEST(Restorer, SlotsWithMissesAndServices) {
    EXPECT_EQ(restored_wrongly(busy_slots()), "");
}

TEST(Restorer, SeatsWithPartiesTriesAndAnAttendedSeat) {
    EXPECT_EQ(restored_wrongly(busy_seats()), "");
}

TEST(Restorer, APlaceDrawnTwiceIsTheLastOne) {
    World world;
    world.slots(plain()
                    .set(&Rules::after_miss, AfterOffer::Back)
                    .set(&Rules::max_misses, 0)
                    .set(&Rules::order, Order::HeadStart));
    const Ticket restless = world.join("restless");
    for (int round = 0; round < 3; ++round) {
        world.open(hours{4 + round});
        world.miss(restless);
        world.join("later " + std::to_string(round));
    }
    UpdateEntry update;
    update.entry = restless;
    update.wants = Wants{};
    update.wants->service = "haircut";
    world.give(update);
    EXPECT_EQ(world.resource().redraws.size(), 3U);
    EXPECT_EQ(restored_wrongly(world), "");
    world.leave(restless);
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, AnEntryThatWasAskedIsNotAskedAgain) {
    World world;
    world.slots();
    world.join("a");
    const OpeningNumber opening = world.open();
    world.give(WithdrawOpening{opening});
    world.open(hours{6});
    world.decline(Ticket{1});
    world.join("b");
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, GroupsThatMoveUp) {
    World world;
    world.slots();
    Wants earlier;
    earlier.move_up = true;
    world.join("a");
    world.open(hours{9});
    world.accept(Ticket{1});
    world.join("a", earlier);
    world.join("b", {}, GroupKey{4});
    Wants other;
    other.service = "colour";
    world.join("b", other, GroupKey{4});
    world.open(hours{4});
    world.accept(Ticket{2});
    world.open(hours{7});
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, ReferralsAreInTheRowsOfBothSides) {
    World world;
    world.access(100, plain().set(&Rules::verify_email, true));
    world.join("a");
    world.give(Verify{1});
    world.join(referred_by("b", 1));
    world.join(referred_by("c", 1));
    world.join(referred_by("d", 1));
    world.give(Verify{2});
    world.give(Verify{3});
    world.leave(4);
    world.give(RemoveEntry{.entry = 2, .cause = RemoveCause::Fraud});
    world.join(referred_by("e", 3));
    world.give(Verify{5});
    EXPECT_EQ(restored_wrongly(world), "");
    world.leave(1);
    world.leave(5);
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, FriendsAreRememberedWhateverBecomesOfTheirEntries) {
    World world;
    world.access(9);
    world.join("ann");
    const auto bring = [&](std::string_view name, std::vector<ContactKey> keys) {
        Join command = referred_by(name, 1);
        command.friend_keys = std::move(keys);
        command.referrer_keys = {contact("ann's mailbox"), contact("ann's phone")};
        return world.join(command);
    };
    const Ticket bob = bring("bob", {contact("bob's mailbox"), contact("bob's phone")});
    world.leave(bob);
    const Ticket cyd = bring("cyd", {contact("cyd's mailbox")});
    world.leave(cyd);
    world.give(RemoveEntry{cyd, RemoveCause::Fraud, {contact("cyd's mailbox")}});
    bring("bob again", {contact("bob's phone")});
    EXPECT_EQ(world.entry(1).points, 5);
    EXPECT_EQ(restored_wrongly(world), "");
    const auto restored = rows_of(world).restore(world.resource().number);
    ASSERT_TRUE(restored);
    EXPECT_TRUE((*restored)->friends.has_counted(contact("bob's phone"), contact("ann's mailbox")));
    EXPECT_TRUE((*restored)->friends.is_barred(contact("cyd's mailbox")));
    EXPECT_TRUE((*restored)->ended_referrals.contains(bob));
    EXPECT_FALSE((*restored)->ended_referrals.contains(cyd)) << "taken back";
}

TEST(Restorer, WhomAnEarlierVersionErasedOnTheListEndsBeforeAnythingElse) {
    World world;
    world.seats(2);
    world.join("a");
    world.join("b");
    world.join("c");
    world.join("d");
    RowKeeper rows = rows_of(world);
    for (const std::uint64_t ticket : {1, 3}) {
        rows.facts.push_back({.kind = FactKind::ErasedOnList, .key = ticket, .value = 0});
    }
    auto restored = rows.restore(world.resource().number);
    ASSERT_TRUE(restored);
    const Context context = world.context();
    EXPECT_EQ(
        trace(catch_up(**restored, context)),
        (Trace{"entry_ended erased #1", "entry_ended erased #3", "offer_made first_in_line #4"}))
        << "the place goes to the next who is still there";
    EXPECT_TRUE((*restored)->erased.empty());
    EXPECT_TRUE(catch_up(**restored, context).empty());
}

TEST(Restorer, WavesOfAnAccessList) {
    World world;
    world.access(100, plain().set(&Rules::wave_size, 2).set(&Rules::wave_interval, hours{1}));
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        world.join(name);
    }
    world.release("", 4);
    world.accept(Ticket{1});
    EXPECT_EQ(restored_wrongly(world), "");
    world.pass(hours{2});
    world.pass(hours{60});
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, ALotteryBeforeAndAfterItsDraw) {
    World world;
    world.seats(2, plain()
                       .set(&Rules::order, Order::Lottery)
                       .set(&Rules::draw_at, world.now + hours{1})
                       .set(&Rules::draw_seed, "seed")
                       .set(&Rules::after_decline, AfterOffer::Back));
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        world.join(name);
    }
    EXPECT_EQ(restored_wrongly(world), "");
    world.pass(hours{2});
    world.join("late");
    const Ticket asked = world.resource().offers.begin()->second.entry;
    world.decline(asked);
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, ASealedLotteryBeforeAndAfterItsDraw) {
    World world;
    world.give(CreateResource{.settings = {.kind = Kind::Seats, .capacity = 2},
                              .rules = plain()
                                           .set(&Rules::order, Order::Lottery)
                                           .set(&Rules::draw_at, world.now + hours{1})
                                           .set(&Rules::draw_words, "winter")
                                           .set(&Rules::after_decline, AfterOffer::Back),
                              .draw_seed = std::string(64, '7')});
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        world.join(name);
    }
    world.give(Leave{2});
    EXPECT_EQ(restored_wrongly(world), "");
    world.pass(hours{2});
    world.join("late");
    const Ticket asked = world.resource().offers.begin()->second.entry;
    world.decline(asked);
    world.give(Leave{world.line().back()});
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, ConfirmingOffersAndCompensations) {
    World world;
    world.external_seats(plain().set(&Rules::payment, euros(20)));
    world.join("a");
    world.join("b");
    world.join("c");
    world.release("one", 2);
    const OfferNumber first = world.offer_of(1);
    const OfferNumber second = world.offer_of(2);
    world.accept(first);
    world.give(ReportPayment{.offer = first});
    world.accept(second);
    EXPECT_EQ(restored_wrongly(world), "");
    world.give(ReportBooking{.offer = first});
    world.give(ReportPayment{.offer = second});
    world.pass(hours{1});
    world.give(ReportBooking{.offer = second});
    world.leave(1);
    EXPECT_EQ(world.times<CompensationDue>(), 2U);
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, ABookingConflictEndsTheOpening) {
    World world;
    world.external_slots();
    world.join("a");
    const OpeningNumber opening = world.open();
    const OfferNumber offer = world.offer_of(1);
    world.accept(offer);
    world.give(ReportBooking{.offer = offer, .outcome = BookingOutcome::Conflict});
    EXPECT_EQ(world.state(opening), "withdrawn");
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, PastOpeningsAreKeptAsLongAsInMemory) {
    World world;
    world.slots(plain().set(&Rules::cutoff, hours{1}));
    world.open(hours{3});
    world.open(hours{4});
    world.open(hours{9});
    world.pass(hours{6});
    EXPECT_EQ(world.resource().openings.size(), 3U);
    EXPECT_EQ(restored_wrongly(world), "");
    world.join("a");
    world.open(hours{5});
    world.accept(Ticket{1});
    world.pass(hours{4} + minutes{30});
    world.give(MarkNoShow{1});
    EXPECT_EQ(restored_wrongly(world), "");
    world.give(BookOpening{OpeningNumber{5}});
    world.open(hours{5});
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, AReminderStaysAsItWasPlanned) {
    World world;
    world.seats(1, plain().set(&Rules::reminder_after, hours{1}));
    world.join("a");
    world.join("b");
    world.leave(1);
    world.send(Ticket{2});
    world.patch_rules(RulesPatch{}.set(&Rules::reminder_after, Duration{0}));
    EXPECT_EQ(restored_wrongly(world), "");
    world.pass(hours{2});
    EXPECT_EQ(world.times<OfferReminded>(), 1U);
    world.patch_rules(RulesPatch{}.set(&Rules::reminder_after, hours{3}));
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, TheCutoffOfSeatsIsReachedOnce) {
    World world;
    world.create({.kind = Kind::Seats, .starts_at = world.now + hours{5}, .capacity = 1},
                 plain().set(&Rules::cutoff, hours{1}));
    world.join("a");
    world.join("b");
    world.leave(1);
    world.pass(hours{4} + minutes{1});
    EXPECT_TRUE(world.resource().cutoff_reached);
    EXPECT_EQ(restored_wrongly(world), "");
    PatchResource later;
    later.starts_at = world.now + hours{20};
    world.give(later);
    EXPECT_FALSE(world.resource().cutoff_reached);
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Restorer, AnInstantYesAndContactsThatChange) {
    World world;
    world.slots();
    Wants eager;
    eager.instant_yes = InstantYes{};
    eager.weekly = {{.from_minute = 0, .length_minutes = minutes_per_week}};
    world.join("a", eager);
    UpdateEntry update;
    update.entry = 1;
    update.contacts_added = {contact("new"), contact("newer")};
    update.contacts_removed = {contact("a")};
    world.give(update);
    world.open();
    EXPECT_EQ(world.state(Ticket{1}), "accepted");
    world.give(PauseResource{});
    EXPECT_EQ(restored_wrongly(world), "");
}

TEST(Rows, AnEntryThatCameAndWentHasItsWholeRow) {
    World world;
    world.seats(0);
    Join command = person("a");
    command.tier = 3;
    command.wants.time_zone = "Asia/Tokyo";
    world.join(command);
    world.leave(1);
    ResourceState state{world.resource().number};
    for (const Event& event : world.history()) {
        apply(state, event);
    }
    const StateChanges changes = take_changes(state);
    ASSERT_EQ(changes.entries.size(), 1U);
    EXPECT_EQ(changes.entries[0].state, static_cast<std::uint8_t>(EntryState::Left));
    const auto row = decode_entry_row(changes.entries[0].data);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->tier, 3);
    EXPECT_EQ(row->position, 1U);
    EXPECT_EQ(row->wants.time_zone, "Asia/Tokyo");
    EXPECT_TRUE(take_changes(state).empty());
}

TEST(Rows, TheLastRowOfAnEntryCountsItsLastMiss) {
    World world;
    world.seats(1);
    world.join("a");
    world.join("b");
    world.leave(1);
    world.miss(2);
    ASSERT_EQ(world.state(Ticket{2}), "expired");
    ResourceState state{world.resource().number};
    for (const Event& event : world.history()) {
        apply(state, event);
    }
    const StateChanges changes = take_changes(state);
    ASSERT_EQ(changes.entries.size(), 2U);
    EXPECT_EQ(decode_entry_row(changes.entries[1].data)->mark.misses, 1U);
    ASSERT_EQ(changes.offers.size(), 1U);
    EXPECT_EQ(changes.offers[0].state, static_cast<std::uint8_t>(OfferState::Expired));
    EXPECT_EQ(decode_offer_row(changes.offers[0].data)->state, OfferState::Expired);
}

TEST(Rows, OnlyWhatChangedIsTold) {
    World world;
    world.seats(1);
    world.join("a");
    world.join("b");
    ResourceState state = world.resource();
    forget_changes(state);
    EXPECT_TRUE(take_changes(state).empty());
    run(state, person("c"), world.context());
    const StateChanges changes = take_changes(state);
    ASSERT_EQ(changes.entries.size(), 1U);
    EXPECT_EQ(changes.entries[0].number, 3U);
    ASSERT_EQ(changes.contacts.size(), 1U);
    EXPECT_EQ(changes.contacts[0], (ContactChange{3, contact("c"), true}));
    EXPECT_TRUE(changes.offers.empty());
    EXPECT_EQ(decode_resource_row(changes.resource)->counts, counts_of(state));
}

TEST(Rows, NewIsWhatWasNeverTold) {
    const auto is_new = [](const std::vector<RowChange>& rows) {
        std::vector<bool> answers;
        std::ranges::transform(rows, std::back_inserter(answers), &RowChange::is_new);
        return answers;
    };
    World world;
    world.seats(1);
    world.join("a");
    world.join("b");
    ResourceState state{world.resource().number};
    for (const Event& event : world.history()) {
        apply(state, event);
    }
    RowKeeper rows;
    const StateChanges first = take_changes(state);
    rows.keep(first);
    EXPECT_EQ(is_new(first.entries), (std::vector{true, true}));
    // Both after being told and after being read back.
    const auto restored = rows.restore(state.number);
    ASSERT_TRUE(restored);
    for (ResourceState* each : {&state, restored->get()}) {
        run(*each, CancelEntry{1}, world.context());
        run(*each, person("c"), world.context());
        const StateChanges changes = take_changes(*each);
        EXPECT_EQ(is_new(changes.entries), (std::vector{false, false, true}));
        EXPECT_EQ(is_new(changes.offers), (std::vector{true}));
    }
}

TEST(Rows, NotingDoesNotChangeTheValue) {
    ResourceState state = busy_slots().resource();
    const std::uint64_t before = fingerprint(state);
    state.changes.note(Ticket{1});
    forget_changes(state);
    EXPECT_EQ(fingerprint(state), before);
}

}  // namespace
}  // namespace standby::core
