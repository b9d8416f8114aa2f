// Opening a PostgreSQL store: founding it, bringing it up to date, its secret, and every way in
// which it can be impossible, each told in one sentence.
#include "store/postgres/migrations.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "tests/store_contract/postgres_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace standby::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PostgresOpening : public testing::Test {
protected:
    void SetUp() override {
        if (postgres_address().empty()) {
            GTEST_SKIP() << "run by tests/store_contract/with_postgres";
        }
        side_ = schema_.connect();
    }
    void TearDown() override {
        if (IsSkipped()) {
            return;
        }
        for (const std::string& role : roles_) {
            run(fmt::format("DROP OWNED BY {0}", role));
            run(fmt::format("DROP ROLE {0}", role));
        }
    }

    void run(const std::string& sql) {
        const auto done = side_->script(sql, soon());
        ASSERT_TRUE(done) << done.error().message;
    }
    // A role of this test that may sign in, and the address as that role.
    std::string new_role(const std::string& name) {
        run(fmt::format("CREATE ROLE {} LOGIN", name));
        roles_.push_back(name);
        return address_as(name);
    }
    static std::string address_as(const std::string& role) {
        return fmt::format("{} user={}", postgres_address(), role);
    }
    std::string error_of(const std::string& address, const PostgresOptions& options) {
        const auto opened = PostgresStore::open(address, options);
        EXPECT_FALSE(opened);
        return opened ? "" : opened.error();
    }
    std::string error_of(const PostgresOptions& options) {
        return error_of(postgres_address(), options);
    }
    std::string error_of(const std::string& address) {
        return error_of(address, schema_.options());
    }

    TemporarySchema schema_;
    std::unique_ptr<PgConnection> side_;
    std::vector<std::string> roles_;
};

TEST_F(PostgresOpening, NodesThatFoundAtTheSameMomentFoundOneCluster) {
    std::vector<std::future<Result<std::unique_ptr<PostgresStore>, std::string>>> nodes;
    for (std::uint32_t node = 0; node < 6; ++node) {
        nodes.push_back(std::async(std::launch::async, [this, node] {
            PostgresOptions options = schema_.options();
            options.shards = 3 + node;
            return PostgresStore::open(postgres_address(), options);
        }));
    }
    std::vector<std::unique_ptr<PostgresStore>> stores;
    for (auto& node : nodes) {
        auto opened = node.get();
        ASSERT_TRUE(opened) << opened.error();
        stores.push_back(*std::move(opened));
    }
    for (const auto& store : stores) {
        EXPECT_EQ(store->shards(), stores[0]->shards());
        EXPECT_EQ(store->view().value().shards.size(), stores[0]->shards());
        EXPECT_EQ(store->database().cluster_secret(), stores[0]->database().cluster_secret());
    }
    EXPECT_EQ(number_in(*side_, "SELECT count(*) FROM schema_version"),
              static_cast<std::int64_t>(postgres_migrations().size()));
}

TEST_F(PostgresOpening, TheFirstNodeChoosesTheShardsForGood) {
    PostgresOptions options = schema_.options();
    options.shards = 5;
    EXPECT_EQ(PostgresStore::open(postgres_address(), options).value()->shards(), 5u);
    options.shards = 7;
    const auto again = PostgresStore::open(postgres_address(), options).value();
    EXPECT_EQ(again->shards(), 5u);
    EXPECT_EQ(again->view().value().shards.size(), 5u);
}

TEST_F(PostgresOpening, ASecretOfTheOperatorsIsNotKeptInTheDatabase) {
    PostgresOptions options = schema_.options();
    options.cluster_secret = "kept elsewhere";
    const auto store = PostgresStore::open(postgres_address(), options).value();
    EXPECT_EQ(store->database().cluster_secret().size(), options.cluster_secret.size());
    EXPECT_EQ(number_in(*side_, "SELECT length(secret) FROM cluster"), 0);
    EXPECT_TRUE(PostgresStore::open(postgres_address(), options));
    options.cluster_secret = "something else";
    EXPECT_THAT(error_of(options), HasSubstr("this cluster was founded with another secret"));
    options.cluster_secret = "";
    EXPECT_THAT(error_of(options), HasSubstr("this cluster's secret is kept by its operator:"
                                             " give --cluster-secret"));
}

TEST_F(PostgresOpening, ASecretOfOurOwnStaysTheSame) {
    PostgresOptions options = schema_.options();
    const auto secret =
        PostgresStore::open(postgres_address(), options).value()->database().cluster_secret();
    EXPECT_EQ(secret.size(), 32u);
    EXPECT_EQ(PostgresStore::open(postgres_address(), options).value()->database().cluster_secret(),
              secret);
    options.cluster_secret = "a guess";
    EXPECT_THAT(error_of(options), HasSubstr("founded with another secret"));
}

TEST_F(PostgresOpening, ASchemaFromTheFutureIsLeftAlone) {
    ASSERT_TRUE(PostgresStore::open(postgres_address(), schema_.options()));
    run("INSERT INTO schema_version VALUES (999, '0999_later', 0)");
    EXPECT_THAT(error_of(schema_.options()),
                AllOf(HasSubstr("newer Standby"), HasSubstr("999"),
                      HasSubstr(fmt::format("up to {}", postgres_migrations().size()))));
}

TEST_F(PostgresOpening, OfflineCommandsFoundNothing) {
    PostgresOptions options = schema_.options();
    options.founds = false;
    EXPECT_THAT(error_of(options), HasSubstr("there is no Standby in the schema"));
    EXPECT_EQ(number_in(*side_, "SELECT count(*) FROM pg_namespace WHERE nspname = '" +
                                    schema_.name() + "'"),
              0);
}

TEST_F(PostgresOpening, AStepThatFailsLeavesTheSchemaAsItWas) {
    ASSERT_TRUE(PostgresStore::open(postgres_address(), schema_.options()));
    const int next = static_cast<int>(postgres_migrations().size()) + 1;
    std::vector<Migration> steps(postgres_migrations().begin(), postgres_migrations().end());
    steps.push_back({next, "good", "CREATE TABLE later (number BIGINT)"});
    steps.push_back({next + 1, "bad", "CREATE TABLE worse (number NONSENSE)"});
    EXPECT_FALSE(migrate(*side_, schema_.options(), steps));
    EXPECT_EQ(number_in(*side_, "SELECT max(number) FROM schema_version"), next - 1);
    steps.pop_back();
    EXPECT_TRUE(migrate(*side_, schema_.options(), steps));
    EXPECT_EQ(number_in(*side_, "SELECT max(number) FROM schema_version"), next);
    EXPECT_EQ(number_in(*side_, "SELECT count(*) FROM later"), 0);
}

TEST_F(PostgresOpening, ARoleWithoutRightsOnTheSchemaOnlyWorksWhenThereIsNothingToDo) {
    ASSERT_TRUE(PostgresStore::open(postgres_address(), schema_.options()));
    const std::string address = new_role("plain_role");
    run(fmt::format("GRANT USAGE ON SCHEMA {0} TO plain_role;"
                    " GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {0}"
                    " TO plain_role",
                    schema_.name()));
    const auto store = PostgresStore::open(address, schema_.options());
    ASSERT_TRUE(store) << store.error();
    EXPECT_TRUE((*store)->commit({}));

    const int next = static_cast<int>(postgres_migrations().size()) + 1;
    std::vector<Migration> steps(postgres_migrations().begin(), postgres_migrations().end());
    steps.push_back({next, "later", "CREATE TABLE later (number BIGINT)"});
    const auto connection = PgConnection::open(address, schema_.name(), soon()).value();
    const auto migrated = migrate(*connection, schema_.options(), steps);
    ASSERT_FALSE(migrated);
    EXPECT_THAT(migrated.error(),
                AllOf(HasSubstr(fmt::format("at version {}", next - 1)),
                      HasSubstr(fmt::format("needs {}", next)),
                      HasSubstr("start Standby once as its owner, \"standby_test\"")));
}

TEST_F(PostgresOpening, ARoleThatMayNotMakeASchemaIsTold) {
    const std::string address = new_role("plain_role");
    EXPECT_THAT(error_of(address), HasSubstr("an administrator must run CREATE SCHEMA"));
    run(fmt::format("CREATE SCHEMA {} AUTHORIZATION plain_role", schema_.name()));
    EXPECT_TRUE(PostgresStore::open(address, schema_.options()));
    run(fmt::format("DROP SCHEMA {} CASCADE", schema_.name()));
}

TEST_F(PostgresOpening, SaysWhatIsWrongWithTheAddressAndNeverThePassword) {
    const auto password_free = Not(HasSubstr("hunter2"));
    EXPECT_THAT(error_of("nonsense hunter2"), AllOf(HasSubstr("malformed"), password_free));
    EXPECT_THAT(error_of("postgres://user:hunter2%zz@host/db"),
                AllOf(HasSubstr("malformed"), password_free));
    EXPECT_THAT(error_of("host=a,b,c port=1,2"), HasSubstr("malformed"));
    EXPECT_THAT(error_of("postgres://u:hunter2@127.0.0.1:1,127.0.0.1:2/db"),
                AllOf(HasSubstr("cannot be reached"), HasSubstr("127.0.0.1:1"),
                      HasSubstr("127.0.0.1:2"), HasSubstr("refused"), password_free));
    EXPECT_THAT(error_of(postgres_address() + " dbname=nowhere"),
                HasSubstr("there is no such database"));
}

TEST_F(PostgresOpening, AWrongPasswordIsToldAsSuch) {
    new_role("guarded");
    run("ALTER ROLE guarded PASSWORD 'right'");
    EXPECT_THAT(error_of(address_as("guarded") + " password=hunter2"),
                AllOf(HasSubstr("refuses this user"), Not(HasSubstr("hunter2"))));
    EXPECT_TRUE(
        PgConnection::open(address_as("guarded") + " password=right", schema_.name(), soon()));
}

TEST_F(PostgresOpening, AServerThatTakesNoWritesIsTold) {
    const std::string address = new_role("reader");
    run("ALTER ROLE reader SET default_transaction_read_only = on");
    EXPECT_THAT(error_of(address), HasSubstr("accepts writes"));
    EXPECT_TRUE(PgConnection::open(address + " target_session_attrs=any", schema_.name(), soon()))
        << "the address may say otherwise";
}

TEST_F(PostgresOpening, CommitsThatAreNotDurableAreRefused) {
    const std::string address = new_role("hasty");
    run("ALTER ROLE hasty SET synchronous_commit = off");
    EXPECT_THAT(error_of(address), HasSubstr("synchronous_commit is off"));
}

TEST_F(PostgresOpening, ADatabaseThatIsNotUtf8IsRefused) {
    const std::string name = schema_.name() + "_latin";
    run(fmt::format("CREATE DATABASE {} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'", name));
    EXPECT_THAT(error_of(postgres_address() + " dbname=" + name), HasSubstr("UTF8"));
    run(fmt::format("DROP DATABASE {}", name));
}

TEST_F(PostgresOpening, ReportsAServerThatForgetsAtAPowerCut) {
    std::string reports;
    PostgresOptions options = schema_.options();
    options.report = [&](std::string_view text) { reports += text; };
    ASSERT_TRUE(PostgresStore::open(postgres_address(), options));
    EXPECT_THAT(reports, HasSubstr("fsync off"));
}

TEST_F(PostgresOpening, TheFirstHostThatTakesWritesIsUsed) {
    const std::string folder =
        postgres_address().substr(5, postgres_address().find(' ') - 5);  // host=FOLDER …
    const std::string address =
        fmt::format("host=/nowhere,{} user=standby_test dbname=postgres", folder);
    const auto connection = PgConnection::open(address, schema_.name(), soon());
    EXPECT_TRUE(connection) << connection.error().message;
}

TEST_F(PostgresOpening, AStatementIsPreparedOncePerTextAndTypes) {
    for (const std::int64_t value : {1, 2, 3}) {
        const auto rows = side_->run(statement("SELECT $1 + 40", value), soon());
        ASSERT_TRUE(rows);
        EXPECT_EQ(rows->integer(0, 0), value + 40);
    }
    EXPECT_EQ(number_in(*side_, "SELECT count(*) FROM pg_prepared_statements"
                                " WHERE statement = 'SELECT $1 + 40'"),
              1);
    EXPECT_FALSE(side_->run(statement("SELECT $1 + nonsense", 1), soon()));
    EXPECT_TRUE(side_->is_usable());
}

TEST_F(PostgresOpening, TextsThatAreNoneDoNotSpoilWhatIsCommittedWithThem) {
    using std::literals::operator""s;
    PgStatement given{.sql = "SELECT $1, ($2)[1]", .params = {}};
    given.params.add("a\0b\xff\xc3"s).add_texts(std::vector{"\xed\xa0\x80 é"s});
    const auto rows = side_->run(given, soon());
    ASSERT_TRUE(rows) << rows.error().message;
    EXPECT_EQ(rows->text(0, 0), "a\uFFFDb\uFFFD\uFFFD");
    EXPECT_EQ(rows->text(0, 1), "\uFFFD\uFFFD\uFFFD é");
}

TEST_F(PostgresOpening, ValuesComeBackAsTheyWere) {
    PgStatement given{.sql = "SELECT $1, $2, $3, $4, $5, $6, $7", .params = {}};
    given.params.add(std::int64_t{-5})
        .add(0.1)
        .add(true)
        .add("Łódź")
        .add(std::span<const std::byte>{})
        .add(std::optional<Time>{})
        .add(0xffff'0000'ffff'0000);
    const auto rows = side_->run(given, soon());
    ASSERT_TRUE(rows) << rows.error().message;
    EXPECT_EQ(rows->integer(0, 0), -5);
    EXPECT_EQ(rows->real(0, 1), 0.1);
    EXPECT_TRUE(rows->truth(0, 2));
    EXPECT_EQ(rows->text(0, 3), "Łódź");
    EXPECT_TRUE(rows->bytes(0, 4).empty());
    EXPECT_FALSE(rows->is_null(0, 4));
    PgRow row(*rows, 0);
    EXPECT_EQ(row.optional_time(5), std::nullopt);
    EXPECT_EQ(row.hash(6), 0xffff'0000'ffff'0000);
    EXPECT_FALSE(rows->is_damaged());
    EXPECT_EQ(rows->integer(0, 3), 0);
    EXPECT_TRUE(rows->is_damaged()) << "a text is no number";
}

}  // namespace
}  // namespace standby::store
