// Looking things up: answers, the schedule, history, people, lists.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/sql/rows.hpp"

#include <fmt/core.h>

namespace standby::store {
using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;

Result<std::optional<engine::AnswerRow>, StoreError> PostgresStore::answer(ResourceNumber resource,
                                                                           std::uint64_t number) {
    return read_first(
        *database_,
        statement("SELECT number, key_high, key_low, digest, made_at, status, body FROM answers"
                  " WHERE shard_id = $1 AND resource = $2 AND number = $3",
                  database_->shard_of(resource), resource, number),
        "answers", answer_from);
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
                    event_from);
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
        stored_row_from);
}

Result<std::optional<engine::StoredRow>, StoreError>
PostgresStore::row(RowTable table, ResourceNumber resource, std::uint32_t number) {
    return read_first(
        *database_,
        statement(fmt::format("SELECT number, state, changed_at, data FROM {} WHERE shard_id = $1"
                              " AND resource = $2 AND number = $3",
                              name_of(table)),
                  database_->shard_of(resource), resource, number),
        fmt::format("{} ({}, {})", name_of(table), resource.value(), number), stored_row_from);
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
