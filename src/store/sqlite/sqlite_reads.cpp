// Looking things up: answers, the schedule, history, people, lists.
#include "store/sql/rows.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <fmt/core.h>

#include <array>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;

struct TableQueries {
    std::string page;
    std::string one;
};

// A state is wanted when its bit is set.
const TableQueries& queries_of(RowTable table) {
    static const auto all = [] {
        std::array<TableQueries, 3> made;
        for (const RowTable each : {RowTable::Entries, RowTable::Offers, RowTable::Openings}) {
            const std::string select = fmt::format(
                "SELECT number, state, changed_at, data FROM {} WHERE resource = $1 AND number",
                name_of(each));
            made.at(static_cast<std::size_t>(each)) = {
                .page = select + " > $2 AND ($3 >> state) & 1 ORDER BY number LIMIT $4",
                .one = select + " = $2"};
        }
        return made;
    }();
    return all.at(static_cast<std::size_t>(table));
}

std::int64_t mask_of(std::span<const std::uint8_t> states) {
    if (states.empty()) {
        return -1;
    }
    std::uint64_t mask = 0;
    for (const std::uint8_t state : states) {
        mask |= state < 63 ? std::uint64_t{1} << state : 0;
    }
    return static_cast<std::int64_t>(mask);
}

SqlStatement person_of(ResourceNumber resource, core::Ticket entry) {
    return sql("SELECT entry, name, email, phone, user_id, time_zone, locale, consent_text,"
               " consent_source, consent_at FROM people WHERE resource = $1 AND entry = $2",
               resource, entry);
}

}  // namespace

Result<std::optional<engine::AnswerRow>, StoreError> SqliteStore::answer(ResourceNumber resource,
                                                                         std::uint64_t number) {
    return database_->first(sql("SELECT number, key_high, key_low, digest, made_at, status, body"
                                " FROM answers WHERE resource = $1 AND number = $2",
                                resource, number),
                            answer_from);
}

Result<std::vector<std::pair<ResourceNumber, Time>>, StoreError>
SqliteStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    return database_->all(
        sql("SELECT number, next_due FROM resources WHERE next_due IS NOT NULL"
            " AND number % $1 = $2 ORDER BY number",
            shards, shard),
        [](SqlRow& row) { return std::pair(row.id<ResourceNumber>(0), row.time(1)); });
}

Result<std::vector<engine::EventRow>, StoreError>
SqliteStore::events(ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    SqlStatement query = sql("SELECT number, at, data, link FROM events"
                             " WHERE resource = $1 AND number > $2 ORDER BY number LIMIT $3",
                             resource, after, limit_of(limit));
    query.about = fmt::format("events of resource {} after {}", resource.value(), after);
    return database_->all(query, event_from);
}

Result<std::vector<engine::StoredRow>, StoreError>
SqliteStore::rows(RowTable table, ResourceNumber resource, std::uint32_t after, std::size_t limit,
                  std::span<const std::uint8_t> states) {
    SqlStatement query =
        sql(queries_of(table).page, resource, after, mask_of(states), limit_of(limit));
    query.about =
        fmt::format("{} of resource {} after {}", name_of(table), resource.value(), after);
    return database_->all(query, stored_row_from);
}

Result<std::optional<engine::StoredRow>, StoreError>
SqliteStore::row(RowTable table, ResourceNumber resource, std::uint32_t number) {
    SqlStatement query = sql(queries_of(table).one, resource, number);
    query.about = fmt::format("{} ({}, {})", name_of(table), resource.value(), number);
    return database_->first(query, stored_row_from);
}

Result<std::optional<engine::Person>, StoreError> SqliteStore::person(core::EntryId entry) {
    auto found = TRY(
        database_->first(person_of(core::resource_of(entry), core::number_of(entry)), person_from));
    return found ? std::optional(std::move(found->person)) : std::nullopt;
}

Result<std::vector<engine::PersonChange>, StoreError>
SqliteStore::people(ResourceNumber resource, std::span<const core::Ticket> entries) {
    std::vector<SqlStatement> queries;
    for (const core::Ticket entry : each_once(entries)) {
        queries.push_back(person_of(resource, entry));
    }
    std::vector<engine::PersonChange> found;
    TRY(database_->look(queries, [&](SqlRow& row) { found.push_back(person_from(row)); }));
    return found;
}

Result<std::vector<engine::ResourceListing>, StoreError>
SqliteStore::resources(engine::AccountNumber account, ResourceNumber after, std::size_t limit) {
    return database_->all(
        sql("SELECT number, account, name, status, next_due, last_event, last_link, data"
            " FROM resources WHERE number > $1 AND ($2 = 0 OR account = $2) AND data <> x''"
            " ORDER BY number LIMIT $3",
            after, account, limit_of(limit)),
        listing_from);
}

}  // namespace standby::store
