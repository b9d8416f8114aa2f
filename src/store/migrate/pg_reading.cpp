#include "store/migrate/pg_reading.hpp"

#include "store/postgres/postgres_rows.hpp"
#include "store/sql/rows.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

constexpr std::chrono::minutes patience{30};
constexpr std::chrono::seconds connect_patience{10};

}  // namespace

Deadline patient_deadline() {
    return std::chrono::steady_clock::now() + patience;
}

Result<PgReading, std::string> PgReading::open(const std::string& dsn, const std::string& schema) {
    auto opened =
        PgConnection::open(dsn, schema, std::chrono::steady_clock::now() + connect_patience);
    if (!opened) {
        return std::unexpected(opened.error().message);
    }
    std::unique_ptr<PgConnection> own = *std::move(opened);
    if (const auto begun = own->begin_look(patient_deadline()); !begun) {
        return std::unexpected(begun.error().message);
    }
    PgReading reading = TRY(inside(*own));
    reading.own_ = std::move(own);
    return reading;
}

Result<PgReading, std::string> PgReading::inside(PgConnection& connection) {
    PgReading reading(connection);
    // Whoever folds what was read may take a while until the next page.
    const auto patient =
        connection.script("SET LOCAL idle_in_transaction_session_timeout = 0", patient_deadline());
    if (!patient) {
        return std::unexpected(patient.error().message);
    }
    const PgRows rows = TRY(reading.run({"SELECT shards FROM cluster", {}}));
    if (rows.size() != 1 || rows.integer(0, 0) < 1) {
        return std::unexpected("the database does not say how many shards it has");
    }
    reading.shards_ = static_cast<std::uint32_t>(rows.integer(0, 0));
    return reading;
}

Result<PgRows, std::string> PgReading::run(const PgStatement& statement) {
    auto rows = connection_->run(statement, patient_deadline());
    if (!rows) {
        return std::unexpected(rows.error().message);
    }
    return *std::move(rows);
}

template <class Make>
auto PgReading::all(const PgStatement& statement, std::string_view where, const Make& make)
    -> Result<std::vector<std::invoke_result_t<Make, SqlRow&>>, std::string> {
    const PgRows rows = TRY(run(statement));
    auto made = collect(rows, where, make);
    if (!made) {
        return std::unexpected(made.error().message);
    }
    return *std::move(made);
}

Result<std::vector<engine::ResourceListing>, std::string>
PgReading::resources(core::ResourceNumber after, std::size_t limit) {
    return all(
        statement("SELECT number, account, name, status, next_due, last_event, last_link, data"
                  " FROM resources WHERE number > $1 AND length(data) > 0 ORDER BY number LIMIT $2",
                  after, limit),
        "resources", listing_from);
}

Result<std::vector<engine::EventRow>, std::string>
PgReading::events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    return all(statement("SELECT number, at, data, link FROM events WHERE shard_id = $1"
                         " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4",
                         engine::shard_of(resource, shards_), resource, after, limit),
               fmt::format("events of {}", core::format_id(resource)), event_from);
}

Result<std::vector<engine::HistoryStart>, std::string>
PgReading::history_starts(core::ResourceNumber resource) {
    return all(statement("SELECT event, since, link, made_at, previous, state_digest, digest, state"
                         " FROM history_starts WHERE shard_id = $1 AND resource = $2"
                         " ORDER BY event",
                         engine::shard_of(resource, shards_), resource),
               fmt::format("history_starts of {}", core::format_id(resource)), history_start_from);
}

Result<engine::StoredRollup, std::string> PgReading::rollup(core::ResourceNumber resource) {
    const auto shard = engine::shard_of(resource, shards_);
    const std::string where = fmt::format("figures of {}", core::format_id(resource));
    engine::StoredRollup found;
    auto heads = TRY(all(statement("SELECT version, event, data FROM rollups WHERE shard_id = $1"
                                   " AND resource = $2",
                                   shard, resource),
                         where, [](SqlRow& row) {
                             return engine::RollupHead{.version = row.number<std::uint32_t>(0),
                                                       .event = row.number<std::uint64_t>(1),
                                                       .data = row.bytes(2)};
                         }));
    if (!heads.empty()) {
        found.head = std::move(heads.front());
    }
    found.days = TRY(all(statement("SELECT day, data FROM rollup_days WHERE shard_id = $1"
                                   " AND resource = $2 ORDER BY day",
                                   shard, resource),
                         where, [](SqlRow& row) {
                             return engine::RollupDay{.day = row.number<std::int32_t>(0),
                                                      .data = row.bytes(1)};
                         }));
    return found;
}

Result<std::vector<engine::StoredRow>, std::string> PgReading::rows(engine::RowTable table,
                                                                    core::ResourceNumber resource,
                                                                    std::uint32_t after,
                                                                    std::size_t limit) {
    return all(statement(fmt::format("SELECT number, state, changed_at, data FROM {}"
                                     " WHERE shard_id = $1 AND resource = $2 AND number > $3"
                                     " ORDER BY number LIMIT $4",
                                     name_of(table)),
                         engine::shard_of(resource, shards_), resource, after, limit),
               fmt::format("{} of {}", name_of(table), core::format_id(resource)), stored_row_from);
}

}  // namespace standby::store
