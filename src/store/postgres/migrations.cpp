// The table `schema_version` says how far a database has come; it is locked while that changes.
#include "store/postgres/migrations.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>
#include <sys/random.h>

#include <algorithm>

namespace standby::store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t version_min = 130000;
constexpr std::chrono::minutes migration_time{10};
constexpr int attempts_max = 10;

std::int64_t wall_milliseconds() {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now())
        .time_since_epoch()
        .count();
}

std::vector<std::byte> new_secret() {
    std::vector<std::byte> secret(32);
    ASSERT(::getrandom(secret.data(), secret.size(), 0) == static_cast<ssize_t>(secret.size()));
    return secret;
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

// The version of the schema; 0 when there is none.
Result<std::int64_t, PgError> stored_version(PgConnection& connection, const std::string& schema,
                                             Deadline deadline) {
    PgStatement table{.sql = "SELECT count(*) FROM pg_catalog.pg_tables"
                             " WHERE schemaname = $1 AND tablename = 'schema_version'"};
    table.params.add(schema);
    if (TRY(connection.run(table, deadline)).integer(0, 0) == 0) {
        return 0;
    }
    const PgRows rows = TRY(connection.run(
        {.sql = "SELECT coalesce(max(number), 0)::bigint FROM schema_version"}, deadline));
    return rows.integer(0, 0);
}

Result<void, PgError> make_schema(PgConnection& connection, const std::string& schema,
                                  Deadline deadline) {
    PgStatement known{.sql = "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1"};
    known.params.add(schema);
    if (TRY(connection.run(known, deadline)).integer(0, 0) == 0) {
        TRY(connection.script(fmt::format("CREATE SCHEMA \"{}\"", schema), deadline));
    }
    return connection.script("CREATE TABLE IF NOT EXISTS schema_version ("
                             "number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                             " applied_at BIGINT NOT NULL)",
                             deadline);
}

Result<void, PgError> found_cluster(PgConnection& connection, const PostgresOptions& options,
                                    Deadline deadline) {
    const std::string& given = options.cluster_secret;
    const std::vector<std::byte> made = given.empty() ? new_secret() : std::vector<std::byte>{};
    PgStatement cluster{.sql = "INSERT INTO cluster (one, shards, secret, secret_hash,"
                               " control_version, founded_at) VALUES (1, $1, $2, $3, 1, $4)"
                               " ON CONFLICT DO NOTHING"};
    cluster.params.add(options.shards)
        .add(made)
        .add(sha256(given.empty() ? std::span<const std::byte>(made) : bytes_of(given)))
        .add(wall_milliseconds());
    if (TRY(connection.run(cluster, deadline)).changed() == 0) {
        return {};
    }
    PgStatement shards{.sql = "INSERT INTO shard (shard_id, epoch, owner, commit_seq, served_at,"
                              " is_halted, last_resource, last_message)"
                              " SELECT number, 0, '', 0, 0, false, 0, 0"
                              " FROM generate_series(0, $1::bigint - 1) AS number"};
    shards.params.add(options.shards);
    TRY(connection.run(shards, deadline));
    return {};
}

// In a transaction that was begun.
Result<void, PgError> take_steps(PgConnection& connection, const PostgresOptions& options,
                                 std::span<const Migration> migrations, Deadline deadline) {
    TRY(connection.script("SET LOCAL lock_timeout = '5min'", deadline));
    TRY(make_schema(connection, options.schema, deadline));
    TRY(connection.script("LOCK TABLE schema_version IN EXCLUSIVE MODE", deadline));
    const std::int64_t version = TRY(stored_version(connection, options.schema, deadline));
    for (const Migration& migration : migrations) {
        if (migration.number <= version) {
            continue;
        }
        TRY(connection.script(std::string(migration.sql), deadline));
        PgStatement done{.sql = "INSERT INTO schema_version VALUES ($1, $2, $3)"};
        done.params.add(migration.number).add(migration.name).add(wall_milliseconds());
        TRY(connection.run(done, deadline));
    }
    return found_cluster(connection, options, deadline);
}

Result<void, PgError> migrate_once(PgConnection& connection, const PostgresOptions& options,
                                   std::span<const Migration> migrations, Deadline deadline) {
    TRY(connection.begin(deadline));
    Result<void, PgError> done = take_steps(connection, options, migrations, deadline);
    if (!done) {
        TRY(connection.roll_back(deadline));
        return done;
    }
    return connection.commit(deadline);
}

// Somebody else made the same thing at the same moment.
bool is_race(const PgError& error) {
    return error.sqlstate == "23505" || error.sqlstate == "42P06" || error.sqlstate == "42P07" ||
           error.sqlstate == "40001" || error.sqlstate == "40P01";
}

std::string owner_of(PgConnection& connection, const std::string& schema) {
    PgStatement owner{.sql = "SELECT pg_get_userbyid(nspowner)::text FROM pg_catalog.pg_namespace"
                             " WHERE nspname = $1"};
    owner.params.add(schema);
    const auto rows = connection.run(owner, Clock::now() + std::chrono::seconds(5));
    return rows && rows->size() == 1 ? rows->text(0, 0) : std::string();
}

std::string describe(PgConnection& connection, const PostgresOptions& options, std::int64_t version,
                     std::size_t known, const PgError& error) {
    if (error.sqlstate != "42501") {
        return fmt::format("the schema \"{}\" could not be brought up to version {}: {}",
                           options.schema, known, error.message);
    }
    const std::string owner = owner_of(connection, options.schema);
    if (owner.empty()) {
        return fmt::format("this role may not make the schema \"{0}\": an administrator must run "
                           "CREATE SCHEMA \"{0}\" AUTHORIZATION for it",
                           options.schema);
    }
    return fmt::format("the schema \"{}\" is at version {}, this Standby needs {}, and this role "
                       "may not change it: start Standby once as its owner, \"{}\"",
                       options.schema, version, known, owner);
}

}  // namespace

Result<void, std::string> check_server(PgConnection& connection, const PostgresOptions& options,
                                       Deadline deadline) {
    const std::uint32_t version = connection.version();
    if (version < version_min) {
        return std::unexpected(
            fmt::format("the database server is too old: it is PostgreSQL {}, and at least {} is "
                        "needed",
                        version / 10000, version_min / 10000));
    }
    const auto rows = connection.run({.sql = "SELECT current_setting('server_encoding'),"
                                             " current_setting('fsync'),"
                                             " current_setting('full_page_writes')"},
                                     deadline);
    if (!rows) {
        return std::unexpected(rows.error().message);
    }
    if (rows->text(0, 0) != "UTF8") {
        return std::unexpected(fmt::format("the database keeps text as {}; it must be made with "
                                           "the encoding UTF8",
                                           rows->text(0, 0)));
    }
    const char* const names[] = {"fsync", "full_page_writes"};
    for (std::size_t index = 0; index < std::size(names); ++index) {
        if (rows->text(0, index + 1) == "off" && options.report) {
            options.report(fmt::format("the database server runs with {} off: a power cut can "
                                       "lose what was acknowledged",
                                       names[index]));
        }
    }
    return {};
}

Result<void, std::string> migrate(PgConnection& connection, const PostgresOptions& options,
                                  std::span<const Migration> migrations) {
    const Deadline deadline = Clock::now() + migration_time;
    for (int attempt = 1;; ++attempt) {
        const auto version = stored_version(connection, options.schema, deadline);
        if (!version) {
            return std::unexpected(fmt::format("the schema \"{}\" cannot be read: {}",
                                               options.schema, version.error().message));
        }
        const auto known = static_cast<std::int64_t>(migrations.size());
        if (*version > known) {
            return std::unexpected(
                fmt::format("the schema \"{}\" was made by a newer Standby (version {}, this one "
                            "knows up to {})",
                            options.schema, *version, known));
        }
        if (*version == known) {
            return {};
        }
        if (*version == 0 && !options.founds) {
            return std::unexpected(fmt::format("there is no Standby in the schema \"{}\": start "
                                               "`standby serve` with it first",
                                               options.schema));
        }
        if (*version > 0 && options.report && attempt == 1) {
            options.report(fmt::format(
                "the schema \"{0}\" is brought from version {1} to {2}; to be able to go back, "
                "make a "
                "backup before: pg_dump --schema={0} --file=standby-schema-{1}.sql DATABASE, or "
                "as docs/operating/backup.md says",
                options.schema, *version, known));
        }
        const auto done = migrate_once(connection, options, migrations, deadline);
        if (done) {
            return {};
        }
        if (!connection.is_usable() || !is_race(done.error()) || attempt == attempts_max) {
            return std::unexpected(
                describe(connection, options, *version, migrations.size(), done.error()));
        }
    }
}

Result<ClusterFacts, std::string> read_cluster(PgConnection& connection,
                                               const PostgresOptions& options, Deadline deadline) {
    const auto rows =
        connection.run({.sql = "SELECT shards, secret, secret_hash FROM cluster"}, deadline);
    if (!rows) {
        return std::unexpected(fmt::format("the schema \"{}\" cannot be read: {}", options.schema,
                                           rows.error().message));
    }
    if (rows->size() != 1) {
        return std::unexpected(fmt::format("the schema \"{}\" holds no cluster", options.schema));
    }
    ClusterFacts facts{.shards = static_cast<std::uint32_t>(rows->integer(0, 0)),
                       .secret = rows->bytes(0, 1)};
    const std::string& given = options.cluster_secret;
    if (given.empty() && facts.secret.empty()) {
        return std::unexpected(
            "this cluster's secret is kept by its operator: give --cluster-secret");
    }
    if (!given.empty()) {
        if (sha256(bytes_of(given)) != PgRow(*rows, 0).digest(2)) {
            return std::unexpected("this cluster was founded with another secret: give the same "
                                   "--cluster-secret on every node");
        }
        facts.secret.assign(bytes_of(given).begin(), bytes_of(given).end());
    }
    if (rows->is_damaged() || facts.shards == 0) {
        return std::unexpected(
            fmt::format("the row of `cluster` in the schema \"{}\" is damaged", options.schema));
    }
    return facts;
}

}  // namespace standby::store
