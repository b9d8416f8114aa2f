// Opening an SQLite file: who may, what is refused in one sentence, and how older files come along.
#include "store/sqlite/migrations.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

namespace standby::store {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class SqliteOpening : public testing::Test {
protected:
    std::string path() const { return directory_.file("standby.db"); }
    std::unique_ptr<SqliteStore> open() const { return SqliteStore::open(path(), {}).value(); }
    std::string error(const std::string& file, const SqliteOptions& options = {}) const {
        const auto opened = SqliteStore::open(file, options);
        return opened ? "opened" : opened.error();
    }
    std::unique_ptr<Connection> connect() const {
        return Connection::open(path(), {.mode = Connection::Mode::Create}).value();
    }
    void write_file(std::string_view text) const { std::ofstream(path()) << text; }

    TemporaryDirectory directory_;
};

TEST_F(SqliteOpening, SaysWhichProcessUsesTheFile) {
    const auto store = open();
    EXPECT_EQ(error(path()), path() + " is in use by another Standby process (pid " +
                                 std::to_string(::getpid()) + ")");
}

TEST_F(SqliteOpening, FindsTheSameFileThroughALink) {
    const auto store = open();
    std::filesystem::create_symlink(path(), directory_.file("link.db"));
    EXPECT_THAT(error(directory_.file("link.db")), HasSubstr("is in use by another Standby"));
}

TEST_F(SqliteOpening, OpensAgainAfterTheOwnerIsGone) {
    open().reset();
    EXPECT_EQ(error(path()), "opened");
}

TEST_F(SqliteOpening, KeepsOthersFromReadingTheFile) {
    const auto store = open();
    const auto others = std::filesystem::perms::others_all;
    EXPECT_EQ(std::filesystem::status(path()).permissions() & others, std::filesystem::perms::none);
    EXPECT_EQ(std::filesystem::status(path() + "-wal").permissions() & others,
              std::filesystem::perms::none);
}

TEST_F(SqliteOpening, RefusesAFileOfANewerVersion) {
    open().reset();
    ASSERT_TRUE(connect()->execute("PRAGMA user_version = 99"));
    EXPECT_EQ(error(path()),
              path() + " was written by a newer Standby (schema 99, this one knows up to " +
                  std::to_string(sqlite_migrations().size()) + ")");
}

TEST_F(SqliteOpening, RefusesWhatIsNoDatabase) {
    write_file(std::string(5000, 'x'));
    EXPECT_EQ(error(path()), path() + " is not a database");
}

TEST_F(SqliteOpening, RefusesTheDatabaseOfAnotherProgramAndLeavesItAlone) {
    ASSERT_TRUE(connect()->execute("CREATE TABLE songs (title TEXT)"));
    EXPECT_EQ(error(path()), path() + " is a database of another program");
    EXPECT_EQ(connect()->text_of("PRAGMA journal_mode"), "delete");
}

TEST_F(SqliteOpening, RefusesATruncatedFile) {
    open().reset();
    std::filesystem::resize_file(path(), 3 * 4096 + 100);
    EXPECT_THAT(error(path()), AllOf(HasSubstr("is damaged"), Not(HasSubstr("\n"))));
}

TEST_F(SqliteOpening, SaysWhichDirectoryIsMissing) {
    EXPECT_THAT(error(directory_.file("nowhere/standby.db")),
                AllOf(HasSubstr("There is no directory "), EndsWith("/nowhere for standby.db")));
    EXPECT_EQ(error(directory_.file("")), directory_.file("") + " is a directory, not a database");
}

TEST_F(SqliteOpening, BringsAnOlderFileUpToDateWithAllItsRows) {
    {
        const auto old = connect();
        ASSERT_TRUE(migrate(*old, path(), sqlite_migrations().first(1)));
        ASSERT_EQ(old->integer_of("PRAGMA user_version"), 1);
        ASSERT_TRUE(old->execute(
            "INSERT INTO resources VALUES (1, 4, 'Old', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO outbox VALUES (1, 1, 1, 4, 1, 1, 0, 500, 0, 0, 500, '');"
            "INSERT INTO outbox VALUES (2, 1, 2, 4, 1, 1, 0, 600, 1, 1, 900, '');"
            "INSERT INTO answers VALUES (1, 1, 2, 3, 4, 600, 200, 'body');"
            "INSERT INTO people VALUES (1, 1, 'Ada', 'ada@example.org', '', '', '', '')"));
    }
    const auto store = open();
    const std::string kept = path() + ".schema-1";
    EXPECT_EQ(Connection::open(kept, {.mode = Connection::Mode::ReadOnly})
                  .value()
                  ->integer_of("SELECT (SELECT user_version FROM pragma_user_version) * 10 +"
                               " (SELECT count(*) FROM outbox)"),
              12);
    EXPECT_FALSE(std::filesystem::exists(kept + ".2"));
    const core::ResourceNumber resource{1};
    EXPECT_EQ(store->account_of(resource).value(), engine::AccountNumber{4});
    const auto due = store->due_messages({}, Time{Duration{600}}, 9).value();
    EXPECT_EQ(due.rows.size(), 2u) << "the one that was claimed waits again";
    EXPECT_EQ(store->message(2).value()->state, engine::OutboxState::Pending);
    EXPECT_EQ(store->answer(resource, 1).value()->body, "body");
    const engine::Person ada{.name = "Ada", .email = "ada@example.org"};
    EXPECT_EQ(store->person(core::entry_id(resource, 1)).value(), ada);
    ASSERT_TRUE(store->database().exclusively([](Connection& connection) {
        EXPECT_EQ(connection.integer_of("PRAGMA user_version"),
                  static_cast<std::int64_t>(sqlite_migrations().size()));
        EXPECT_EQ(connection.integer_of("SELECT count(*) FROM sqlite_schema"
                                        " WHERE name = 'answers_by_age'"),
                  1);
        return Result<void, std::string>{};
    }));
}

TEST_F(SqliteOpening, LooksOnceAtListsWhereSomebodyHeldAPlaceBeforeBookingsEndedByThemselves) {
    {
        const auto old = connect();
        ASSERT_TRUE(migrate(*old, path(), sqlite_migrations().first(15)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO resources VALUES (1, 4, 'Held', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (2, 4, 'Due', 1, 9000, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (3, 4, 'Over', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO entries VALUES (1, 1, 5, 500, x'01', x'');"
            "INSERT INTO entries VALUES (1, 2, 5, 400, x'01', x'');"
            "INSERT INTO entries VALUES (1, 3, 12, 300, x'01', x'');"
            "INSERT INTO entries VALUES (2, 1, 5, 700, x'01', x'');"
            "INSERT INTO entries VALUES (3, 1, 9, 800, x'01', x'');"
            "INSERT INTO people (resource, entry, name, email, phone, user_id, time_zone, locale)"
            " SELECT resource, number, '', 'a@b.example', '', '', '', '' FROM entries;"));
    }
    const auto store = open();
    std::vector<std::optional<Time>> due;
    for (const auto& listing : store->resources(engine::AccountNumber{}, {}, 10).value()) {
        due.push_back(listing.next_due);
    }
    EXPECT_EQ(due, (std::vector<std::optional<Time>>{Time{Duration{400}}, Time{Duration{700}},
                                                     std::nullopt}));
}

TEST_F(SqliteOpening, LooksOnceAtListsWithUnprovenAddressesAndWithPeopleWhoWereErased) {
    {
        const auto old = connect();
        ASSERT_TRUE(migrate(*old, path(), sqlite_migrations().first(17)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO resources VALUES (1, 4, 'Erased', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (2, 4, 'Unproven', 1, 9000, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (3, 4, 'Well', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO entries VALUES (1, 1, 2, 500, x'01', x'');"
            "INSERT INTO entries VALUES (1, 2, 9, 400, x'01', x'');"
            "INSERT INTO entries VALUES (2, 1, 1, 700, x'01', x'');"
            "INSERT INTO entries VALUES (3, 1, 9, 800, x'01', x'');"
            "INSERT INTO people (resource, entry, name, email, phone, user_id, time_zone, locale)"
            " VALUES (2, 1, '', 'a@b.example', '', '', '', ''),"
            " (3, 1, '', 'c@d.example', '', '', '', '');"));
    }
    const auto store = open();
    std::vector<std::optional<Time>> due;
    for (const auto& listing : store->resources(engine::AccountNumber{}, {}, 10).value()) {
        due.push_back(listing.next_due);
    }
    EXPECT_EQ(due, (std::vector<std::optional<Time>>{Time{Duration{500}}, Time{Duration{700}},
                                                     std::nullopt}));
    const auto file = connect();
    Query facts = file->query("SELECT resource, kind, key FROM facts");
    ASSERT_TRUE(facts.next().value_or(false));
    EXPECT_EQ(facts.number<std::uint32_t>(0), 1U);
    EXPECT_EQ(facts.number<std::uint32_t>(1), 6U);
    EXPECT_EQ(facts.number<std::uint32_t>(2), 1U) << "who has left was not on the list";
    EXPECT_FALSE(facts.next().value_or(true));
}

TEST_F(SqliteOpening, LooksOnceAtListsWhereSomebodyWaitedBeforeWaitingEndedByItself) {
    {
        const auto old = connect();
        ASSERT_TRUE(migrate(*old, path(), sqlite_migrations().first(21)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO resources VALUES (1, 4, 'Waits', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (2, 4, 'Due', 1, 300, 0, zeroblob(32), x'01');"
            "INSERT INTO resources VALUES (3, 4, 'Over', 1, NULL, 0, zeroblob(32), x'01');"
            "INSERT INTO entries VALUES (1, 1, 2, 500, x'01', x'');"
            "INSERT INTO entries VALUES (2, 1, 2, 700, x'01', x'');"
            "INSERT INTO entries VALUES (3, 1, 9, 800, x'01', x'');"));
    }
    const auto store = open();
    std::vector<std::optional<Time>> due;
    for (const auto& listing : store->resources(engine::AccountNumber{}, {}, 10).value()) {
        due.push_back(listing.next_due);
    }
    EXPECT_EQ(due, (std::vector<std::optional<Time>>{Time{Duration{500}}, Time{Duration{300}},
                                                     std::nullopt}));
}

TEST_F(SqliteOpening, LeavesTheFileAsItWasWhenAMigrationFails) {
    const auto connection = connect();
    ASSERT_TRUE(migrate(*connection, path(), sqlite_migrations().first(1)));
    const std::array<Migration, 2> broken{
        sqlite_migrations()[0],
        Migration{2, "0002_broken", "CREATE TABLE half (a); CREATE TABLE accounts (b);"}};
    const auto result = migrate(*connection, "standby.db", broken);
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error(),
                HasSubstr("standby.db could not be brought up to schema 2 (0002_broken)"));
    EXPECT_EQ(connection->integer_of("PRAGMA user_version"), 1);
    EXPECT_EQ(connection->integer_of("SELECT count(*) FROM sqlite_schema WHERE name = 'half'"), 0);
    EXPECT_TRUE(migrate(*connection, path(), sqlite_migrations())) << "and it can go on";
}

TEST_F(SqliteOpening, NumbersMigrationsWithoutGaps) {
    int expected = 1;
    for (const Migration& migration : sqlite_migrations()) {
        EXPECT_EQ(migration.number, expected++) << migration.name;
    }
}

TEST_F(SqliteOpening, IsSafeAgainstPowerCuts) {
    const auto store = open();
    ASSERT_TRUE(store->database().exclusively([](Connection& connection) {
        EXPECT_EQ(connection.text_of("PRAGMA journal_mode"), "wal");
        EXPECT_EQ(connection.integer_of("PRAGMA synchronous"), 2) << "FULL";
        EXPECT_EQ(connection.integer_of("PRAGMA secure_delete"), 1);
        EXPECT_EQ(connection.integer_of("PRAGMA wal_autocheckpoint"), 1000);
        EXPECT_EQ(connection.integer_of("PRAGMA application_id"), application_id);
        return Result<void, std::string>{};
    }));
}

TEST_F(SqliteOpening, ReadersCannotWrite) {
    const auto store = open();
    EXPECT_FALSE(store->database().read([](Connection& connection) -> Result<void, std::string> {
        if (!connection.execute("DELETE FROM accounts")) {
            return std::unexpected("refused");
        }
        return {};
    }));
    EXPECT_TRUE(store->accounts().has_value()) << "and reading goes on";
}

class SqliteReadOnly : public SqliteOpening {
protected:
    static SqliteOptions read_only() { return {.mode = OpenMode::ReadOnly}; }
};

TEST_F(SqliteReadOnly, SeesTheMomentOfOpeningWhileTheServerGoesOn) {
    const auto server = open();
    ASSERT_TRUE(server->create_account("One", at(1)));
    const auto reader = SqliteStore::open(path(), read_only()).value();
    ASSERT_TRUE(server->create_account("Two", at(2)));
    EXPECT_EQ(reader->accounts().value().size(), 1u);
    EXPECT_EQ(server->accounts().value().size(), 2u);
    const auto later = SqliteStore::open(path(), read_only()).value();
    EXPECT_EQ(later->accounts().value().size(), 2u);
}

TEST_F(SqliteReadOnly, OpensWithoutAServer) {
    open()->create_account("One", at(1)).value();
    EXPECT_EQ(SqliteStore::open(path(), read_only()).value()->accounts().value().size(), 1u);
}

TEST_F(SqliteReadOnly, DoesNotWrite) {
    open().reset();
    const auto reader = SqliteStore::open(path(), read_only()).value();
    EXPECT_EQ(reader->create_account("Two", at(2)),
              std::unexpected(engine::StoreError::NotCommitted));
    EXPECT_EQ(open()->accounts().value().size(), 0u) << "and the server can start beside it";
}

TEST_F(SqliteReadOnly, NeedsAFileThatIsUpToDate) {
    EXPECT_EQ(error(path(), read_only()), "There is no " + path());
    ASSERT_TRUE(migrate(*connect(), path(), sqlite_migrations().first(1)));
    EXPECT_THAT(error(path(), read_only()),
                HasSubstr("older Standby (schema 1, this one needs " +
                          std::to_string(sqlite_migrations().size()) + ")"));
}

}  // namespace
}  // namespace standby::store
