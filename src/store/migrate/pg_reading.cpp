// The statements that read one page each.
#include "store/migrate/pg_reading.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

constexpr std::chrono::minutes patience{30};
constexpr std::chrono::seconds connect_patience{10};

std::string_view table_name(engine::RowTable table) {
    switch (table) {
    case engine::RowTable::Entries:
        return "entries";
    case engine::RowTable::Offers:
        return "offers";
    case engine::RowTable::Openings:
        return "openings";
    }
    return "";
}

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

Result<PgRows, std::string> PgReading::run(PgStatement statement) {
    auto rows = connection_->run(statement, patient_deadline());
    if (!rows) {
        return std::unexpected(rows.error().message);
    }
    return *std::move(rows);
}

Result<std::vector<engine::ResourceListing>, std::string>
PgReading::resources(core::ResourceNumber after, std::size_t limit) {
    PgParams params;
    params.add(static_cast<std::int64_t>(after.value())).add(static_cast<std::int64_t>(limit));
    const PgRows rows =
        TRY(run({"SELECT number, account, name, status, next_due, last_event, last_link, data"
                 " FROM resources WHERE number > $1 AND length(data) > 0 ORDER BY number LIMIT $2",
                 std::move(params)}));
    std::vector<engine::ResourceListing> listings;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        listings.push_back(
            {.number = core::ResourceNumber{static_cast<std::uint32_t>(rows.integer(row, 0))},
             .account = engine::AccountNumber{static_cast<std::uint32_t>(rows.integer(row, 1))},
             .name = rows.text(row, 2),
             .status = static_cast<core::ResourceStatus>(rows.integer(row, 3)),
             .next_due = rows.optional_time(row, 4),
             .last_event = static_cast<std::uint64_t>(rows.integer(row, 5)),
             .last_link = rows.digest(row, 6),
             .data = rows.bytes(row, 7)});
    }
    if (rows.is_damaged()) {
        return std::unexpected("a row of resources is unreadable");
    }
    return listings;
}

Result<std::vector<engine::EventRow>, std::string>
PgReading::events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    PgParams params;
    params.add(static_cast<std::int64_t>(engine::shard_of(resource, shards_)))
        .add(static_cast<std::int64_t>(resource.value()))
        .add(static_cast<std::int64_t>(after))
        .add(static_cast<std::int64_t>(limit));
    const PgRows rows = TRY(run({"SELECT number, at, data, link FROM events WHERE shard_id = $1"
                                 " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4",
                                 std::move(params)}));
    std::vector<engine::EventRow> events;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        events.push_back({.number = static_cast<std::uint64_t>(rows.integer(row, 0)),
                          .at = rows.time(row, 1),
                          .data = rows.bytes(row, 2),
                          .link = rows.digest(row, 3)});
    }
    if (rows.is_damaged()) {
        return std::unexpected(
            fmt::format("an event of {} is unreadable", core::format_id(resource)));
    }
    return events;
}

Result<std::vector<engine::StoredRow>, std::string> PgReading::rows(engine::RowTable table,
                                                                    core::ResourceNumber resource,
                                                                    std::uint32_t after,
                                                                    std::size_t limit) {
    PgParams params;
    params.add(static_cast<std::int64_t>(engine::shard_of(resource, shards_)))
        .add(static_cast<std::int64_t>(resource.value()))
        .add(std::int64_t{after})
        .add(static_cast<std::int64_t>(limit));
    const PgRows found =
        TRY(run({fmt::format("SELECT number, state, changed_at, data FROM {} WHERE shard_id = $1"
                             " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4",
                             table_name(table)),
                 std::move(params)}));
    std::vector<engine::StoredRow> rows;
    for (std::size_t row = 0; row < found.size(); ++row) {
        rows.push_back({.number = static_cast<std::uint32_t>(found.integer(row, 0)),
                        .state = static_cast<std::uint8_t>(found.integer(row, 1)),
                        .changed_at = found.time(row, 2),
                        .data = found.bytes(row, 3)});
    }
    if (found.is_damaged()) {
        return std::unexpected(fmt::format("a row of {} is unreadable", core::format_id(resource)));
    }
    return rows;
}

}  // namespace standby::store
