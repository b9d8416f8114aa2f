// Tests of the entry columns: rows at the edges of chunks, and what is left of those who ended.
#include "core/state/entry_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace standby::core {
namespace {

constexpr Ticket chunk = EntryTable::chunk_size;

// A row that tells its ticket in every column.
EntryTable::Row row_of(Ticket ticket) {
    return {.state = EntryState::Waiting,
            .flags = static_cast<std::uint8_t>(ticket % 7),
            .tier = static_cast<std::uint8_t>(ticket % 11),
            .party_size = static_cast<std::uint8_t>(1 + ticket % 5),
            .points = static_cast<std::int32_t>(ticket) * 3,
            .profile = ticket * 5,
            .joined_at = Time{std::chrono::seconds{ticket}}};
}

EntryTable table_of(Ticket count) {
    EntryTable table;
    for (Ticket ticket = 1; ticket <= count; ++ticket) {
        EXPECT_EQ(table.append(row_of(ticket)), ticket);
    }
    return table;
}

void expect_row(const EntryTable& table, Ticket ticket) {
    const EntryTable::Row expected = row_of(ticket);
    const EntryTable::Row row = table.row(ticket);
    EXPECT_EQ(row.state, expected.state) << ticket;
    EXPECT_EQ(row.flags, expected.flags) << ticket;
    EXPECT_EQ(row.tier, expected.tier) << ticket;
    EXPECT_EQ(row.party_size, expected.party_size) << ticket;
    EXPECT_EQ(row.points, expected.points) << ticket;
    EXPECT_EQ(row.profile, expected.profile) << ticket;
    EXPECT_EQ(row.joined_at, expected.joined_at) << ticket;
    EXPECT_EQ(table.flags(ticket), expected.flags) << ticket;
    EXPECT_EQ(table.tier(ticket), expected.tier) << ticket;
    EXPECT_EQ(table.party_size(ticket), expected.party_size) << ticket;
    EXPECT_EQ(table.points(ticket), expected.points) << ticket;
    EXPECT_EQ(table.profile(ticket), expected.profile) << ticket;
    EXPECT_EQ(table.joined_at(ticket), expected.joined_at) << ticket;
}

bool has_columns(const EntryTable& table, Ticket ticket) {
    const EntryTable::Chunk& in = table.chunk(ticket);
    const std::vector<bool> kept{!in.flags.empty(),  !in.tier.empty(),    !in.party_size.empty(),
                                 !in.points.empty(), !in.profile.empty(), !in.joined_at.empty()};
    EXPECT_TRUE(kept == std::vector<bool>(6, true) || kept == std::vector<bool>(6, false));
    return kept.front();
}

TEST(EntryTable, KnowsNobodyAtFirst) {
    const EntryTable table;
    EXPECT_EQ(table.last(), 0U);
    EXPECT_EQ(table.state(0), EntryState::None);
    EXPECT_EQ(table.state(1), EntryState::None);
    EXPECT_EQ(table.state(4'000'000'000), EntryState::None);
    EXPECT_EQ(table.memory_bytes(), 0U);
}

TEST(EntryTable, TicketsCountFromOneAcrossTheEdgesOfChunks) {
    const EntryTable table = table_of(2 * chunk + 10);
    EXPECT_EQ(table.last(), 2 * chunk + 10);
    for (const Ticket ticket :
         {1U, 2U, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 10}) {
        expect_row(table, ticket);
    }
    EXPECT_EQ(table.state(0), EntryState::None);
    EXPECT_EQ(table.state(2 * chunk + 11), EntryState::None);
}

TEST(EntryTable, AChunkEndsWithTicket4095) {
    const EntryTable table = table_of(chunk);
    EXPECT_EQ(&table.chunk(1), &table.chunk(4095));
    EXPECT_NE(&table.chunk(4095), &table.chunk(4096));
    EXPECT_EQ(EntryTable::offset(4095), 4095U);
    EXPECT_EQ(EntryTable::offset(4096), 0U);
    EXPECT_EQ(table.chunk(1).active, 4095U);
    EXPECT_EQ(table.chunk(4096).active, 1U);
}

TEST(EntryTable, AChangeTouchesOneFieldOfOneEntry) {
    for (const Ticket ticket : {1U, chunk - 1, chunk}) {
        EntryTable table = table_of(chunk + 1);
        table.set_flags(ticket, 4);
        table.set_tier(ticket, 200);
        table.set_party_size(ticket, 150);
        table.set_points(ticket, -5);
        table.set_profile(ticket, 77);
        table.set_state(ticket, EntryState::Offered);
        const EntryTable::Row row = table.row(ticket);
        EXPECT_EQ(row.state, EntryState::Offered);
        EXPECT_EQ(row.flags, 4);
        EXPECT_EQ(row.tier, 200);
        EXPECT_EQ(row.party_size, 150);
        EXPECT_EQ(row.points, -5);
        EXPECT_EQ(row.profile, 77U);
        EXPECT_EQ(row.joined_at, row_of(ticket).joined_at);
        expect_row(table, ticket == 1 ? 2 : ticket - 1);
        expect_row(table, ticket + 1);
    }
}

TEST(EntryTable, OfAFullChunkWhoseEntriesEndedOnlyTheStatesRemain) {
    EntryTable table = table_of(chunk + 1);
    const std::size_t before = table.memory_bytes();
    for (Ticket ticket = 1; ticket < chunk - 1; ++ticket) {
        table.set_state(ticket, EntryState::Left);
    }
    EXPECT_TRUE(has_columns(table, 1));
    expect_row(table, chunk - 1);
    table.set_state(chunk - 1, EntryState::Attended);
    EXPECT_FALSE(has_columns(table, 1));
    EXPECT_TRUE(has_columns(table, chunk));
    EXPECT_EQ(table.state(1), EntryState::Left);
    EXPECT_EQ(table.state(chunk - 1), EntryState::Attended);
    expect_row(table, chunk);
    EXPECT_LT(table.memory_bytes() + chunk * 15, before);
}

TEST(EntryTable, TheChunkThatStillTakesTicketsKeepsItsColumns) {
    EntryTable table = table_of(3);
    for (const Ticket ticket : {1U, 2U, 3U}) {
        table.set_state(ticket, EntryState::Removed);
    }
    EXPECT_TRUE(has_columns(table, 1));
    EXPECT_EQ(table.append(row_of(4)), 4U);
    expect_row(table, 4);
}

TEST(EntryTable, AChunkThatFillsUpAfterAllButTheLastEndedIsGivenUpToo) {
    EntryTable table;
    for (Ticket ticket = 1; ticket < chunk; ++ticket) {
        table.append(row_of(ticket));
        table.set_state(ticket, EntryState::Declined);
        EXPECT_EQ(has_columns(table, 1), ticket < chunk - 1);
    }
    EXPECT_EQ(table.append(row_of(chunk)), chunk);
    expect_row(table, chunk);
}

TEST(EntryTable, OnlyATerminalStateGivesTheRowUp) {
    EntryTable table = table_of(1);
    for (const EntryState state : {EntryState::Unverified, EntryState::Waiting, EntryState::Offered,
                                   EntryState::Confirming, EntryState::Accepted}) {
        table.set_state(1, state);
        EXPECT_EQ(table.state(1), state);
        EXPECT_EQ(table.chunk(1).active, 1U);
    }
    table.set_state(1, EntryState::Cancelled);
    EXPECT_EQ(table.chunk(1).active, 0U);
}

TEST(EntryTable, AnAliasIsNobodyButHasARowUntilItIsDropped) {
    EntryTable table = table_of(chunk - 2);
    EntryTable::Row alias = row_of(chunk - 1);
    alias.state = EntryState::None;
    alias.flags = entry_flags::alias;
    ASSERT_EQ(table.append(alias), chunk - 1);
    EXPECT_EQ(table.state(chunk - 1), EntryState::None);
    EXPECT_EQ(table.flags(chunk - 1), entry_flags::alias);
    EXPECT_EQ(table.row(chunk - 1).profile, row_of(chunk - 1).profile);
    for (Ticket ticket = 1; ticket < chunk - 1; ++ticket) {
        table.set_state(ticket, EntryState::Expired);
    }
    EXPECT_TRUE(has_columns(table, 1));
    table.drop_alias(chunk - 1);
    EXPECT_FALSE(has_columns(table, 1));
    EXPECT_EQ(table.state(chunk - 1), EntryState::None);
}

TEST(EntryTable, ACopyIsIndependent) {
    EntryTable table = table_of(10);
    EntryTable copy = table;
    copy.set_points(5, 1);
    copy.append(row_of(11));
    expect_row(table, 5);
    EXPECT_EQ(table.last(), 10U);
}

TEST(EntryTableDeathTest, NobodyEndsTwiceAndNobodyUnknownChanges) {
    EntryTable table = table_of(1);
    EXPECT_DEATH(table.set_points(2, 1), "");
    table.set_state(1, EntryState::Left);
    EXPECT_DEATH(table.set_state(1, EntryState::Left), "");
    EXPECT_DEATH(table.drop_alias(1), "");
}

}  // namespace
}  // namespace standby::core
