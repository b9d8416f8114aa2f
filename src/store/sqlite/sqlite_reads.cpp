// Looking things up: answers, the schedule, history, people, lists.
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;

struct TableQueries {
    const char* name;
    const char* page;
    const char* one;
};

// A state is wanted when its bit is set.
TableQueries queries_of(RowTable table) {
    switch (table) {
    case RowTable::Entries:
        return {"entries",
                "SELECT number, state, changed_at, data FROM entries WHERE resource = ?"
                " AND number > ? AND (? >> state) & 1 ORDER BY number LIMIT ?",
                "SELECT number, state, changed_at, data FROM entries WHERE resource = ?"
                " AND number = ?"};
    case RowTable::Offers:
        return {"offers",
                "SELECT number, state, changed_at, data FROM offers WHERE resource = ?"
                " AND number > ? AND (? >> state) & 1 ORDER BY number LIMIT ?",
                "SELECT number, state, changed_at, data FROM offers WHERE resource = ?"
                " AND number = ?"};
    case RowTable::Openings:
        break;
    }
    return {"openings",
            "SELECT number, state, changed_at, data FROM openings WHERE resource = ?"
            " AND number > ? AND (? >> state) & 1 ORDER BY number LIMIT ?",
            "SELECT number, state, changed_at, data FROM openings WHERE resource = ?"
            " AND number = ?"};
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

engine::StoredRow stored_row(Query& row) {
    return {.number = row.number<std::uint32_t>(0),
            .state = row.number<std::uint8_t>(1),
            .changed_at = row.time(2),
            .data = row.bytes(3)};
}

engine::Person person_from(Query& row) {
    const auto text = [&](int column) { return std::string(row.text(column)); };
    return {.name = text(0),
            .email = text(1),
            .phone = text(2),
            .user_id = text(3),
            .time_zone = text(4),
            .locale = text(5),
            .consent_text = text(6),
            .consent_source = text(7),
            .consent_at = row.optional_time(8)};
}

Result<void, std::string> find_person(Connection& connection, ResourceNumber resource,
                                      core::Ticket entry, std::optional<engine::Person>& person) {
    Query query = connection.query(
        "SELECT name, email, phone, user_id, time_zone, locale, consent_text, consent_source,"
        " consent_at FROM people WHERE resource = ? AND entry = ?");
    return pick(connection, query.bind(resource, entry), "people", person, person_from);
}

engine::ResourceListing listing_from(Query& row) {
    return {.number = row.id<ResourceNumber>(0),
            .account = row.id<engine::AccountNumber>(1),
            .name = std::string(row.text(2)),
            .status = row.choice(3, core::ResourceStatus::Closed),
            .next_due = row.optional_time(4),
            .last_event = row.number<std::uint64_t>(5),
            .last_link = row.digest(6),
            .data = row.bytes(7)};
}

}  // namespace

Result<std::optional<engine::AnswerRow>, StoreError> SqliteStore::answer(ResourceNumber resource,
                                                                         std::uint64_t number) {
    std::optional<engine::AnswerRow> found;
    TRY(database_->read([&](Connection& connection) {
        Query query =
            connection.query("SELECT number, key_high, key_low, digest, made_at, status, body"
                             " FROM answers WHERE resource = ? AND number = ?");
        return pick(connection, query.bind(resource, number), "answers", found, [](Query& row) {
            return engine::AnswerRow{
                .number = row.number<std::uint64_t>(0),
                .key = {.high = row.number<std::uint64_t>(1), .low = row.number<std::uint64_t>(2)},
                .request_digest = row.number<std::uint64_t>(3),
                .made_at = row.time(4),
                .status = row.number<std::uint16_t>(5),
                .body = std::string(row.text(6))};
        });
    }));
    return found;
}

Result<std::vector<std::pair<ResourceNumber, Time>>, StoreError>
SqliteStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    std::vector<std::pair<ResourceNumber, Time>> due;
    TRY(database_->read([&](Connection& connection) {
        due.clear();
        Query query = connection.query("SELECT number, next_due FROM resources"
                                       " WHERE next_due IS NOT NULL AND number % ? = ?"
                                       " ORDER BY number");
        return collect(connection, query.bind(shards, shard), "resources", due, [](Query& row) {
            return std::pair(row.id<ResourceNumber>(0), row.time(1));
        });
    }));
    return due;
}

Result<std::vector<engine::EventRow>, StoreError>
SqliteStore::events(ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    std::vector<engine::EventRow> found;
    TRY(database_->read([&](Connection& connection) {
        Query query =
            connection.query("SELECT number, at, data, link FROM events"
                             " WHERE resource = ? AND number > ? ORDER BY number LIMIT ?");
        return collect(connection, query.bind(resource, after, limit_of(limit)),
                       fmt::format("events of resource {} after {}", resource.value(), after),
                       found, [](Query& row) {
                           return engine::EventRow{.number = row.number<std::uint64_t>(0),
                                                   .at = row.time(1),
                                                   .data = row.bytes(2),
                                                   .link = row.digest(3)};
                       });
    }));
    return found;
}

Result<std::vector<engine::StoredRow>, StoreError>
SqliteStore::rows(RowTable table, ResourceNumber resource, std::uint32_t after, std::size_t limit,
                  std::span<const std::uint8_t> states) {
    std::vector<engine::StoredRow> found;
    TRY(database_->read([&](Connection& connection) {
        const TableQueries queries = queries_of(table);
        Query query = connection.query(queries.page);
        query.bind(resource, after, mask_of(states), limit_of(limit));
        return collect(
            connection, query,
            fmt::format("{} of resource {} after {}", queries.name, resource.value(), after), found,
            stored_row);
    }));
    return found;
}

Result<std::optional<engine::StoredRow>, StoreError>
SqliteStore::row(RowTable table, ResourceNumber resource, std::uint32_t number) {
    std::optional<engine::StoredRow> found;
    TRY(database_->read([&](Connection& connection) {
        const TableQueries queries = queries_of(table);
        Query query = connection.query(queries.one);
        return pick(connection, query.bind(resource, number),
                    fmt::format("{} ({}, {})", queries.name, resource.value(), number), found,
                    stored_row);
    }));
    return found;
}

Result<std::optional<engine::Person>, StoreError> SqliteStore::person(core::EntryId entry) {
    std::optional<engine::Person> found;
    TRY(database_->read([&](Connection& connection) {
        return find_person(connection, core::resource_of(entry), core::number_of(entry), found);
    }));
    return found;
}

Result<std::vector<engine::PersonChange>, StoreError>
SqliteStore::people(ResourceNumber resource, std::span<const core::Ticket> entries) {
    std::vector<engine::PersonChange> found;
    std::vector<core::Ticket> wanted(entries.begin(), entries.end());
    std::ranges::sort(wanted);
    const auto repeated = std::ranges::unique(wanted);
    wanted.erase(repeated.begin(), repeated.end());
    TRY(database_->read([&](Connection& connection) -> Result<void, std::string> {
        const Snapshot snapshot(connection);
        found.clear();
        for (const core::Ticket entry : wanted) {
            std::optional<engine::Person> person;
            TRY(find_person(connection, resource, entry, person));
            if (person) {
                found.push_back({.entry = entry, .person = *std::move(person)});
            }
        }
        return {};
    }));
    return found;
}

Result<std::vector<engine::ResourceListing>, StoreError>
SqliteStore::resources(engine::AccountNumber account, ResourceNumber after, std::size_t limit) {
    std::vector<engine::ResourceListing> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT number, account, name, status, next_due, last_event, last_link, data"
            " FROM resources WHERE number > ? AND (?2 = 0 OR account = ?2) AND data <> x''"
            " ORDER BY number LIMIT ?");
        return collect(connection, query.bind(after, account, limit_of(limit)), "resources", found,
                       listing_from);
    }));
    return found;
}

}  // namespace standby::store
