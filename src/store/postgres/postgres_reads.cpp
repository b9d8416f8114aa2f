// Looking things up: answers, the schedule, history, people, lists.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;

const char* name_of(RowTable table) {
    switch (table) {
    case RowTable::Entries:
        return "entries";
    case RowTable::Offers:
        return "offers";
    case RowTable::Openings:
        break;
    }
    return "openings";
}

engine::StoredRow stored_row(PgRow& row) {
    return {.number = row.number<std::uint32_t>(0),
            .state = row.number<std::uint8_t>(1),
            .changed_at = row.time(2),
            .data = row.bytes(3)};
}

// From the second column on.
engine::PersonChange person_from(PgRow& row) {
    return {.entry = row.number<core::Ticket>(0),
            .person = {.name = row.text(1),
                       .email = row.text(2),
                       .phone = row.text(3),
                       .user_id = row.text(4),
                       .time_zone = row.text(5),
                       .locale = row.text(6),
                       .consent_text = row.text(7),
                       .consent_source = row.text(8),
                       .consent_at = row.optional_time(9)}};
}

engine::ResourceListing listing_from(PgRow& row) {
    return {.number = row.id<ResourceNumber>(0),
            .account = row.id<engine::AccountNumber>(1),
            .name = row.text(2),
            .status = row.choice(3, core::ResourceStatus::Closed),
            .next_due = row.optional_time(4),
            .last_event = row.number<std::uint64_t>(5),
            .last_link = row.digest(6),
            .data = row.bytes(7)};
}

std::uint64_t hash_from(PgRow& row, std::size_t column) {
    return static_cast<std::uint64_t>(row.number<std::int64_t>(column));
}

}  // namespace

Result<std::optional<engine::AnswerRow>, StoreError> PostgresStore::answer(ResourceNumber resource,
                                                                           std::uint64_t number) {
    return read_first(
        *database_,
        statement("SELECT number, key_high, key_low, digest, made_at, status, body FROM answers"
                  " WHERE shard_id = $1 AND resource = $2 AND number = $3",
                  database_->shard_of(resource), resource, number),
        "answers", [](PgRow& row) {
            return engine::AnswerRow{.number = row.number<std::uint64_t>(0),
                                     .key = {.high = hash_from(row, 1), .low = hash_from(row, 2)},
                                     .request_digest = hash_from(row, 3),
                                     .made_at = row.time(4),
                                     .status = row.number<std::uint16_t>(5),
                                     .body = row.text(6)};
        });
}

Result<std::vector<std::pair<ResourceNumber, Time>>, StoreError>
PostgresStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    const bool is_ours = shards == database_->shards();
    PgStatement query =
        is_ours ? statement("SELECT number, next_due FROM resources WHERE shard_id = $1"
                            " AND next_due IS NOT NULL ORDER BY number",
                            shard)
                : statement("SELECT number, next_due FROM resources WHERE next_due IS NOT NULL"
                            " AND number % $1 = $2 ORDER BY number",
                            shards, shard);
    return read_all(*database_, std::move(query), "resources",
                    [](PgRow& row) { return std::pair(row.id<ResourceNumber>(0), row.time(1)); });
}

Result<std::vector<engine::EventRow>, StoreError>
PostgresStore::events(ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    return read_all(*database_,
                    statement("SELECT number, at, data, link FROM events WHERE shard_id = $1"
                              " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4",
                              database_->shard_of(resource), resource, after, row_limit(limit)),
                    fmt::format("events of resource {} after {}", resource.value(), after),
                    [](PgRow& row) {
                        return engine::EventRow{.number = row.number<std::uint64_t>(0),
                                                .at = row.time(1),
                                                .data = row.bytes(2),
                                                .link = row.digest(3)};
                    });
}

Result<std::vector<engine::StoredRow>, StoreError>
PostgresStore::rows(RowTable table, ResourceNumber resource, std::uint32_t after, std::size_t limit,
                    std::span<const std::uint8_t> states) {
    const std::vector<std::int64_t> wanted(states.begin(), states.end());
    return read_all(
        *database_,
        statement(fmt::format("SELECT number, state, changed_at, data FROM {} WHERE shard_id = $1"
                              " AND resource = $2 AND number > $3"
                              " AND (cardinality($4) = 0 OR state = ANY ($4))"
                              " ORDER BY number LIMIT $5",
                              name_of(table)),
                  database_->shard_of(resource), resource, after, wanted, row_limit(limit)),
        fmt::format("{} of resource {} after {}", name_of(table), resource.value(), after),
        stored_row);
}

Result<std::optional<engine::StoredRow>, StoreError>
PostgresStore::row(RowTable table, ResourceNumber resource, std::uint32_t number) {
    return read_first(
        *database_,
        statement(fmt::format("SELECT number, state, changed_at, data FROM {} WHERE shard_id = $1"
                              " AND resource = $2 AND number = $3",
                              name_of(table)),
                  database_->shard_of(resource), resource, number),
        fmt::format("{} ({}, {})", name_of(table), resource.value(), number), stored_row);
}

Result<std::optional<engine::Person>, StoreError> PostgresStore::person(core::EntryId entry) {
    const core::Ticket ticket = core::number_of(entry);
    std::vector<engine::PersonChange> found =
        TRY(people(core::resource_of(entry), std::span(&ticket, 1)));
    if (found.empty()) {
        return std::nullopt;
    }
    return std::move(found.front().person);
}

Result<std::vector<engine::PersonChange>, StoreError>
PostgresStore::people(ResourceNumber resource, std::span<const core::Ticket> entries) {
    const std::vector<std::int64_t> wanted(entries.begin(), entries.end());
    return read_all(
        *database_,
        statement("SELECT entry, name, email, phone, user_id, time_zone, locale, consent_text,"
                  " consent_source, consent_at FROM people WHERE shard_id = $1 AND resource = $2"
                  " AND entry = ANY ($3) ORDER BY entry",
                  database_->shard_of(resource), resource, wanted),
        "people", person_from);
}

Result<std::vector<engine::ResourceListing>, StoreError>
PostgresStore::resources(engine::AccountNumber account, ResourceNumber after, std::size_t limit) {
    return read_all(
        *database_,
        statement("SELECT number, account, name, status, next_due, last_event, last_link, data"
                  " FROM resources WHERE number > $1 AND ($2 = 0 OR account = $2)"
                  " AND data <> ''::bytea ORDER BY number LIMIT $3",
                  after, account, row_limit(limit)),
        "resources", listing_from);
}

}  // namespace standby::store
