#include "store/postgres/postgres_people.hpp"

#include "core/model/states.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>

#include <array>

namespace standby::store {
namespace {

using Integers = std::vector<std::int64_t>;

// The keys of entries, as three arrays for unnest.
struct EntryKeys {
    Integers shards;
    Integers resources;
    Integers entries;
};

EntryKeys keys_of(const PgDatabase& database, std::span<const core::EntryId> entries) {
    EntryKeys keys;
    for (const core::EntryId entry : entries) {
        const core::ResourceNumber resource = core::resource_of(entry);
        keys.shards.push_back(database.shard_of(resource));
        keys.resources.push_back(resource.value());
        keys.entries.push_back(core::number_of(entry));
    }
    return keys;
}

}  // namespace

Result<std::vector<core::EntryId>, std::string> find_people(PgDatabase& database,
                                                            std::string_view text) {
    std::vector<core::EntryId> found;
    if (text.empty()) {
        return found;
    }
    const auto rows =
        database.read(statement("SELECT resource, entry FROM people WHERE lower(email) = lower($1)"
                                " OR phone = $1 OR user_id = $1 ORDER BY resource, entry",
                                text));
    if (!rows) {
        return std::unexpected(fmt::format("{} cannot be read", database.place()));
    }
    for (std::size_t index = 0; index < rows->size(); ++index) {
        PgRow row(*rows, index);
        found.push_back(
            core::entry_id(row.id<core::ResourceNumber>(0), row.number<core::Ticket>(1)));
        if (row.is_damaged()) {
            return std::unexpected(
                fmt::format("a row of people in {} is damaged", database.place()));
        }
    }
    return found;
}

Result<std::uint64_t, std::string> erase_people(PgDatabase& database,
                                                std::span<const core::EntryId> entries) {
    const EntryKeys keys = keys_of(database, entries);
    const auto about = [&](std::string sql) {
        return statement(std::move(sql), keys.shards, keys.resources, keys.entries);
    };
    PgStatement contacts = about(
        "UPDATE entries SET contacts = '' FROM unnest($1, $2, $3) AS given (shard, resource, entry)"
        " WHERE shard_id = given.shard AND entries.resource = given.resource"
        " AND number = given.entry AND state > $4");
    contacts.params.add(static_cast<std::int64_t>(core::EntryState::Accepted));
    const std::array<PgStatement, 3> statements{
        about("DELETE FROM people USING unnest($1, $2, $3) AS given (shard, resource, entry)"
              " WHERE shard_id = given.shard AND people.resource = given.resource"
              " AND people.entry = given.entry"),
        std::move(contacts),
        // What became of their messages stays, but no longer to whom they went.
        about("UPDATE deliveries SET address = 0, provider_id = ''"
              " FROM unnest($1, $2, $3) AS given (shard, resource, entry), outbox"
              " WHERE outbox.shard_id = given.shard AND outbox.resource = given.resource"
              " AND outbox.entry = given.entry AND deliveries.shard_id = outbox.shard_id"
              " AND deliveries.message = outbox.id")};
    const auto done = database.write(statements);
    if (!done) {
        return std::unexpected(
            done.error() == engine::StoreError::OutcomeUnknown
                ? "whether the people were erased is not known; erase them once more"
                : "the database did not erase them");
    }
    return done->front().changed();
}

}  // namespace standby::store
