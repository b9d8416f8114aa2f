// The transaction: locks, an empty target, COPY table by table, counters, comparison, commit.
#include "store/migrate/migrate.hpp"

#include "store/migrate/source.hpp"
#include "store/migrate/table.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>

#include <map>

namespace standby::store {
namespace {

constexpr std::uint64_t progress_rows = 20'000;
constexpr std::string_view compared_at_once = "2000";

template <class T>
Result<T, std::string> or_sentence(Result<T, PgError> result, std::string_view what) {
    if (!result) {
        return std::unexpected(fmt::format("{}: {}", what, result.error().message));
    }
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    } else {
        return {};
    }
}

Result<std::int64_t, std::string> number_of(PgConnection& connection, const std::string& sql) {
    const PgRows rows =
        TRY(or_sentence(connection.run({sql, {}}, patient_deadline()), "the database objects"));
    return rows.size() == 0 || rows.is_null(0, 0) ? 0 : rows.integer(0, 0);
}

class Mover {
public:
    Mover(Source& source, PgConnection& target, std::uint32_t shards, const MigrationHooks& hooks)
        : source_(source), target_(target), shards_(shards), hooks_(hooks) {}

    Result<MovedStore, std::string> run() {
        MovedStore moved;
        for (const TableRule& table : moved_tables()) {
            TRY(copy(table));
            const std::uint64_t rows = digests_[table.name].rows();
            moved.tables.push_back({.name = std::string(table.name), .rows = rows});
            moved.rows += rows;
        }
        TRY(count_on());
        for (const TableRule& table : moved_tables()) {
            TRY(compare(table));
        }
        moved.from_archive = source_.from_archive();
        return moved;
    }

private:
    Result<void, std::string> copy(const TableRule& table) {
        TRY(or_sentence(target_.begin_copy(copy_text(table), patient_deadline()), table.name));
        RowDigest& digest = digests_[table.name];
        TRY(source_.for_each_row(table, shards_,
                                 [&](const std::vector<Value>& values,
                                     std::uint64_t resource) -> Result<void, std::string> {
                                     return copy_row(table, digest, values, resource);
                                 }));
        const std::uint64_t taken =
            TRY(or_sentence(target_.end_copy(patient_deadline()), table.name));
        tell(MigrationStep::Kind::Copied, table, digest.rows());
        if (taken != digest.rows()) {
            return std::unexpected(fmt::format("{}: {} rows were sent and {} were taken",
                                               table.name, digest.rows(), taken));
        }
        return {};
    }

    Result<void, std::string> copy_row(const TableRule& table, RowDigest& digest,
                                       const std::vector<Value>& values, std::uint64_t place) {
        std::optional<std::uint32_t> shard;
        if (table.sharding != RowSharding::None) {
            shard = static_cast<std::uint32_t>(place % shards_);
        }
        const auto params = copied(table, values, shard);
        if (!params) {
            return std::unexpected(
                fmt::format("{}: a number is larger than it can be", table.name));
        }
        TRY(or_sentence(target_.copy_row(*params, patient_deadline()), table.name));
        digest.add(values);
        if (digest.rows() % progress_rows == 0) {
            tell(MigrationStep::Kind::Copied, table, digest.rows());
        }
        return {};
    }

    // What is made from now on is numbered above everything that was moved.
    Result<void, std::string> count_on() {
        PgParams params;
        params.add(TRY(next_counter("SELECT max(number) FROM resources")))
            .add(TRY(next_counter("SELECT max(id) FROM outbox")))
            .add(hooks_.served_until);
        const PgRows changed = TRY(or_sentence(
            target_.run({"UPDATE shard SET last_resource = $1, last_message = $2, served_at = $3",
                         std::move(params)},
                        patient_deadline()),
            "shard"));
        if (changed.changed() != shards_) {
            return std::unexpected(fmt::format("the database has {} shards instead of {}",
                                               changed.changed(), shards_));
        }
        const auto counted = target_.run(
            {"UPDATE cluster SET control_version = control_version + 1", {}}, patient_deadline());
        if (!counted) {
            return std::unexpected(counted.error().message);
        }
        return {};
    }

    Result<std::int64_t, std::string> next_counter(const std::string& sql) {
        return TRY(number_of(target_, sql)) / static_cast<std::int64_t>(shards_) + 1;
    }

    Result<void, std::string> compare(const TableRule& table) {
        const auto run = [&](std::string sql) {
            return or_sentence(target_.run({std::move(sql), {}}, patient_deadline()), table.name);
        };
        TRY(run(fmt::format("DECLARE moved_{} NO SCROLL CURSOR FOR {}", table.name,
                            select_text(table))));
        RowDigest digest;
        for (std::size_t fetched = 1; fetched > 0;) {
            const PgRows rows =
                TRY(run(fmt::format("FETCH {} FROM moved_{}", compared_at_once, table.name)));
            fetched = rows.size();
            for (std::size_t index = 0; index < rows.size(); ++index) {
                PgRow row(rows, index);
                digest.add(TRY(read_values(row, table)));
            }
            if (digest.rows() / progress_rows != (digest.rows() - fetched) / progress_rows) {
                tell(MigrationStep::Kind::Compared, table, digest.rows());
            }
        }
        TRY(run(fmt::format("CLOSE moved_{}", table.name)));
        tell(MigrationStep::Kind::Compared, table, digest.rows());
        if (digest != digests_[table.name]) {
            return std::unexpected(
                fmt::format("{}: what the database holds is not what the file holds", table.name));
        }
        return {};
    }

    void tell(MigrationStep::Kind kind, const TableRule& table, std::uint64_t rows) {
        if (hooks_.progress) {
            hooks_.progress({.kind = kind, .table = table.name, .rows = rows});
        }
    }

    Source& source_;
    PgConnection& target_;
    const std::uint32_t shards_;
    const MigrationHooks& hooks_;
    std::map<std::string_view, RowDigest> digests_;
};

Result<MovedStore, std::string> move_all(Source& source, PgConnection& target,
                                         const std::string& schema, const MigrationHooks& hooks) {
    // Nobody becomes a node, an account or a resource meanwhile; commits wait as well.
    TRY(or_sentence(target.script("SET LOCAL idle_in_transaction_session_timeout = 0;"
                                  " LOCK TABLE cluster, node, shard, accounts, resources"
                                  " IN SHARE ROW EXCLUSIVE MODE",
                                  patient_deadline()),
                    "the database cannot be locked"));
    TRY(check_empty(target, schema));
    PgReading reading = TRY(PgReading::inside(target));
    MovedStore moved = TRY(Mover(source, target, reading.shards(), hooks).run());
    if (hooks.verify) {
        TRY(hooks.verify(reading));
    }
    return moved;
}

Result<MovedStore, std::string> migrate_from(Source& source, PgConnection& target,
                                             const std::string& schema,
                                             const MigrationHooks& hooks) {
    TRY(or_sentence(target.begin(patient_deadline()), "no transaction can be begun"));
    auto moved = move_all(source, target, schema, hooks);
    if (!moved) {
        // Where this does not arrive, the end of the connection does the same.
        static_cast<void>(target.roll_back(patient_deadline()));
        return moved;
    }
    if (const auto committed = target.commit(patient_deadline()); !committed) {
        return std::unexpected(fmt::format(
            "{}{}", committed.error().message,
            committed.error().is_unknown
                ? "; whether the commit happened cannot be known from here: run the command with "
                  "--check, which says whether the database is empty"
                : ""));
    }
    return moved;
}

}  // namespace

Result<void, std::string> check_empty(PgConnection& connection, const std::string& schema) {
    const PgRows facts = TRY(or_sentence(
        connection.run({"SELECT pg_encoding_to_char(encoding), to_regclass($1) IS NOT NULL"
                        " FROM pg_database WHERE datname = current_database()",
                        PgParams().add(std::string_view(schema + ".cluster"))},
                       patient_deadline()),
        "the database cannot be asked"));
    if (facts.size() == 1 && facts.text(0, 0) != "UTF8") {
        return std::unexpected(fmt::format(
            "the database is encoded as {}; Standby needs one that is made with ENCODING 'UTF8'",
            facts.text(0, 0)));
    }
    if (facts.size() != 1 || !facts.truth(0, 1)) {
        return {};
    }
    for (const std::string_view table : {"accounts", "resources", "node"}) {
        const std::int64_t rows =
            TRY(number_of(connection, fmt::format("SELECT count(*) FROM {}", table)));
        if (rows > 0) {
            return std::unexpected(
                table == "node"
                    ? "a node is registered in the database: stop the nodes first"
                    : fmt::format("the database is in use already: it has {} {}. Nothing was "
                                  "changed; give an empty database",
                                  rows, table));
        }
    }
    return {};
}

Result<MovedStore, std::string> migrate_store(Database& source, PgConnection& target,
                                              const std::string& schema,
                                              const MigrationHooks& hooks) {
    return with_source<MovedStore>(
        source, [&](Source& rows) { return migrate_from(rows, target, schema, hooks); });
}

Result<std::vector<MovedTable>, std::string> count_rows(Database& source) {
    using Tables = std::vector<MovedTable>;
    return with_source<Tables>(source, [](Source& rows) -> Result<Tables, std::string> {
        Tables tables;
        for (const TableRule& table : moved_tables()) {
            tables.push_back({.name = std::string(table.name), .rows = TRY(rows.count(table))});
        }
        return tables;
    });
}

}  // namespace standby::store
