// A node of this version between two of a newer one: what it does not understand in rows is in the
// rows that it writes, too, and what it cannot leave aside it names.
#include "core/run.hpp"
#include "core/state/restorer_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

const std::string added{"\xa0\x01\x05", 3};  // field 40 is 5

template <class Decode>
std::vector<std::byte> with_addition(const std::vector<std::byte>& data, Decode decode) {
    return data.empty() ? data : encode_row(decode(data, nullptr).value(), added);
}

// As if a newer version had written all rows.
RowKeeper newer(RowKeeper rows) {
    ResourceRow resource = decode_resource_row(rows.resource).value();
    resource.rules.later = added;
    resource.settings.later = added;
    rows.resource = encode_row(resource, added);
    for (auto& [number, row] : rows.entries) {
        EntryRow entry = decode_entry_row(row.data).value();
        entry.wants.later = added;
        row.data = encode_row(entry, added);
    }
    for (auto& [number, row] : rows.offers) {
        row.data = with_addition(row.data, decode_offer_row);
    }
    for (auto& [number, row] : rows.openings) {
        OpeningRow opening = decode_opening_row(row.data).value();
        opening.slot.later = added;
        row.data = encode_row(opening, added);
    }
    return rows;
}

// How many of these rows, of those that were there before, have kept what was added.
template <class Decode>
std::string lost_in(const std::vector<RowChange>& rows, Decode decode) {
    std::string lost;
    for (const RowChange& row : rows) {
        std::string later;
        if (!row.is_new && (!decode(row.data, &later) || later != added)) {
            lost += std::to_string(row.number) + " ";
        }
    }
    return lost;
}

void expect_kept(const StateChanges& changes) {
    std::string later;
    const auto resource = decode_resource_row(changes.resource, &later);
    ASSERT_TRUE(resource.has_value());
    EXPECT_EQ(later, added);
    EXPECT_EQ(resource->rules.later, added);
    EXPECT_EQ(resource->settings.later, added);
    EXPECT_EQ(lost_in(changes.entries, decode_entry_row), "");
    EXPECT_EQ(lost_in(changes.offers, decode_offer_row), "");
    EXPECT_EQ(lost_in(changes.openings, decode_opening_row), "");
    for (const RowChange& row : changes.entries) {
        EXPECT_EQ(decode_entry_row(row.data)->wants.later, row.is_new ? "" : added) << row.number;
    }
}

TEST(NewerRows, KeepWhatThisVersionDoesNotKnow) {
    const World world = busy_slots();
    const auto restored = newer(rows_of(world)).restore(world.resource().number);
    ASSERT_TRUE(restored.has_value()) << restored.error();
    ResourceState& state = **restored;
    PatchResource patch;
    patch.rules.set(&Rules::max_offers, 9U);
    patch.time_zone = "UTC";
    patch.capacity = std::nullopt;
    UpdateEntry update;
    update.entry = 5;
    update.wants = Wants{};
    update.wants->service = "colour";
    std::size_t entries = 0;
    std::size_t offers = 0;
    for (const Command& command : {Command{patch}, Command{update}, Command{Leave{3}}}) {
        const Outcome outcome = run(state, command, world.context());
        ASSERT_FALSE(outcome.refusal.has_value()) << outcome.refusal->detail;
        const StateChanges changes = take_changes(state);
        expect_kept(changes);
        entries += changes.entries.size();
    }
    // Everything that is under way ends, and with it the last rows are written.
    Context later = world.context();
    later.now += hours{48};
    catch_up(state, later);
    const StateChanges changes = take_changes(state);
    expect_kept(changes);
    offers += changes.offers.size();
    EXPECT_GT(entries, 1U);
    EXPECT_GT(offers, 0U);
    EXPECT_GT(changes.openings.size(), 0U);
}

TEST(NewerRows, AreForgottenWithTheirRows) {
    const World world = busy_seats();
    const auto restored = newer(rows_of(world)).restore(world.resource().number);
    ASSERT_TRUE(restored.has_value()) << restored.error();
    ResourceState& state = **restored;
    const std::size_t before = state.later.size();
    EXPECT_GT(before, 3U);
    for (Ticket entry = 1; entry <= state.entries.last(); ++entry) {
        run(state, Leave{entry}, world.context());
    }
    expect_kept(take_changes(state));
    EXPECT_LT(state.later.size(), before);
}

TEST(NewerRows, AnEventTellsTheUnknownRulesToo) {
    const World world = busy_seats();
    const auto restored = newer(rows_of(world)).restore(world.resource().number);
    ASSERT_TRUE(restored.has_value()) << restored.error();
    PatchResource patch;
    patch.rules.set(&Rules::max_offers, 9U);
    const Outcome outcome = run(**restored, patch, world.context());
    ASSERT_FALSE(outcome.events.empty());
    const auto* changed = std::get_if<RulesChanged>(&outcome.events.front().body);
    ASSERT_NE(changed, nullptr);
    EXPECT_EQ(changed->rules.later, added);
}

TEST(NewerRows, AFactThatIsNotKnownIsNamedOrLeftAside) {
    const World world = busy_seats();
    RowKeeper rows = rows_of(world);
    rows.facts.push_back({.kind = FactKind{facts_left_aside}, .key = 7, .value = 1});
    rows.facts.push_back({.kind = FactKind{255}, .key = 7, .value = 1});
    EXPECT_EQ(compare_restored(rows, world.resource(), world.context()), "");
    rows.facts.push_back({.kind = FactKind{facts_left_aside - 1}, .key = 7, .value = 1});
    EXPECT_EQ(rows.restore(world.resource().number).error(),
              "written by a newer Standby: fact kind 127");
}

TEST(NewerRows, AStateThatIsNotKnownIsNamed) {
    const World world = busy_seats();
    RowKeeper rows = rows_of(world);
    rows.entries.begin()->second.state = 13;
    EXPECT_EQ(rows.restore(world.resource().number).error(),
              "entry 1: written by a newer Standby: state 13");
}

}  // namespace
}  // namespace standby::core
