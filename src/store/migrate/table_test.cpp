// That nothing is forgotten when a store is moved, and that the digest sees every difference.
#include "store/migrate/table.hpp"

#include "store/sqlite/migrations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace standby::store {
namespace {

using Names = std::set<std::string>;

Names names_in(Connection& connection, std::string_view sql) {
    Names names;
    Query query = connection.query(sql);
    while (query.next().value_or(false)) {
        names.emplace(query.text(0));
    }
    return names;
}

Value bytes(std::string_view text) {
    const auto view = std::as_bytes(std::span(text));
    return std::vector<std::byte>(view.begin(), view.end());
}

RowDigest digest_of(const std::vector<std::vector<Value>>& rows) {
    RowDigest digest;
    for (const std::vector<Value>& row : rows) {
        digest.add(row);
    }
    return digest;
}

TEST(MovedTables, AreAllTablesOfTheFileWithAllTheirColumns) {
    auto opened = Connection::open(":memory:", {.mode = Connection::Mode::Create});
    ASSERT_TRUE(opened);
    Connection& connection = **opened;
    ASSERT_TRUE(migrate(connection, "a file", sqlite_migrations()));
    Names moved;
    std::vector<std::string> texts;  // which must live as long as the connection
    texts.reserve(moved_tables().size());
    for (const TableRule& table : moved_tables()) {
        moved.emplace(table.name);
        Names columns;
        for (const ColumnRule& column : table.columns) {
            columns.emplace(column.name);
        }
        texts.push_back("SELECT name FROM pragma_table_info('" + std::string(table.name) + "')");
        Names there = names_in(connection, texts.back());
        if (table.name == "outbox") {
            there.erase("wake_at");  // the same as due_at
        }
        EXPECT_EQ(columns, there) << table.name;
    }
    moved.emplace("serving");     // each shard has it beside its lease
    moved.emplace("commit_log");  // of this file's own log
    EXPECT_EQ(moved, names_in(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'"));
}

TEST(RowDigest, DoesNotDependOnTheOrderOfRows) {
    const std::vector<Value> first{std::int64_t{1}, bytes("a")};
    const std::vector<Value> second{std::int64_t{2}, bytes("b")};
    EXPECT_EQ(digest_of({first, second}), digest_of({second, first}));
    EXPECT_EQ(digest_of({first, second}).rows(), 2u);
}

TEST(RowDigest, SeesEveryDifference) {
    const std::vector<Value> row{std::int64_t{1}, bytes("ab"), 1.5, Value{}};
    const RowDigest digest = digest_of({row});
    EXPECT_NE(digest, digest_of({}));
    EXPECT_NE(digest, digest_of({row, row}));
    const std::vector<std::vector<Value>> others{
        {std::int64_t{2}, bytes("ab"), 1.5, Value{}},
        {std::int64_t{1}, bytes("ac"), 1.5, Value{}},
        {std::int64_t{1}, bytes("ab"), 2.5, Value{}},
        {std::int64_t{1}, bytes("ab"), 1.5, std::int64_t{0}},
        {std::int64_t{1}, bytes("ab"), 1.5, bytes("")},
        {bytes("ab"), std::int64_t{1}, 1.5, Value{}},
    };
    for (const std::vector<Value>& other : others) {
        EXPECT_NE(digest, digest_of({other}));
    }
    EXPECT_NE(digest_of({{bytes("a"), bytes("bc")}}), digest_of({{bytes("ab"), bytes("c")}}));
}

TEST(MovedTables, ReplaceInTextsWhatPostgresDoesNotTake) {
    auto opened = Connection::open(":memory:", {.mode = Connection::Mode::Create});
    ASSERT_TRUE(opened);
    constexpr ColumnRule columns[] = {{"note", ColumnKind::Text}, {"data", ColumnKind::Bytes}};
    const TableRule table{.name = "notes", .columns = columns};
    Query query =
        (*opened)->query("SELECT CAST(x'410042ff43' AS TEXT), CAST(x'410042ff43' AS TEXT)");
    ASSERT_TRUE(query.next().value_or(false));
    const auto values = read_values(query, table);
    ASSERT_TRUE(values);
    EXPECT_EQ(values->at(0), bytes("A\uFFFDB\uFFFDC"));
    EXPECT_EQ(values->at(1), bytes(std::string_view("A\0B\xff"
                                                    "C",
                                                    5)));
}

TEST(MovedTables, RefuseNumbersThatDoNotFitTheirColumns) {
    for (const TableRule& table : moved_tables()) {
        for (std::size_t at = 0; at < table.columns.size(); ++at) {
            if (table.columns[at].kind != ColumnKind::Small) {
                continue;
            }
            std::vector<Value> row(table.columns.size());
            row[at] = std::int64_t{32'767};
            EXPECT_TRUE(copied(table, row, 0));
            row[at] = std::int64_t{32'768};
            EXPECT_FALSE(copied(table, row, 0)) << table.name;
        }
    }
}

}  // namespace
}  // namespace standby::store
