#include "store/postgres/postgres_people.hpp"

#include "core/model/states.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

namespace standby::store {
namespace {

constexpr std::string_view erased_answer = R"({"erased":true})";

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

Result<std::uint64_t, engine::StoreError> erase_person(PgDatabase& database,
                                                       const engine::Erasure& erasure) {
    const auto shard = static_cast<std::int64_t>(database.shard_of(erasure.resource));
    const auto resource = static_cast<std::int64_t>(erasure.resource.value());
    const auto entry = static_cast<std::int64_t>(erasure.entry);
    const std::string shown =
        '"' + core::format_id(core::entry_id(erasure.resource, erasure.entry)) + '"';
    std::vector<PgStatement> statements;
    statements.push_back(
        statement("DELETE FROM people WHERE shard_id = $1 AND resource = $2 AND entry = $3", shard,
                  resource, entry));
    statements.push_back(
        statement("DELETE FROM guest_notes WHERE resource = $1 AND entry = $2", resource, entry));
    statements.push_back(statement("DELETE FROM intake_mail_pieces WHERE mail IN (SELECT number"
                                   " FROM intake_mails WHERE resource = $1 AND entry = $2"
                                   " AND entry > 0)",
                                   resource, entry));
    statements.push_back(statement("UPDATE intake_mails SET card = '', chosen = ''"
                                   " WHERE resource = $1 AND entry = $2 AND entry > 0",
                                   resource, entry));
    // What staff wrote to them alone; what they wrote to many is not about this one.
    const std::string ticket = std::to_string(erasure.entry);
    statements.push_back(statement("UPDATE staff_messages SET subject = '', text = ''"
                                   " WHERE resource = $1 AND guests = $2",
                                   resource, std::string_view(ticket)));
    statements.push_back(
        statement("UPDATE entries SET contacts = '' WHERE shard_id = $1 AND resource = $2"
                  " AND number = $3 AND state > $4",
                  shard, resource, entry, static_cast<std::int64_t>(core::EntryState::Accepted)));
    // What became of their messages stays, but no longer to whom they went.
    statements.push_back(statement("UPDATE deliveries SET address = 0, provider_id = ''"
                                   " FROM outbox WHERE outbox.shard_id = $1"
                                   " AND outbox.resource = $2 AND outbox.entry = $3"
                                   " AND deliveries.shard_id = outbox.shard_id"
                                   " AND deliveries.message = outbox.id",
                                   shard, resource, entry));
    statements.push_back(statement("DELETE FROM message_words USING outbox"
                                   " WHERE outbox.shard_id = $1 AND outbox.resource = $2"
                                   " AND outbox.entry = $3"
                                   " AND message_words.shard_id = outbox.shard_id"
                                   " AND message_words.message = outbox.id",
                                   shard, resource, entry));
    statements.push_back(statement(
        "UPDATE answers SET body = $1 WHERE shard_id = $2 AND resource = $3"
        " AND position($4 IN body) > 0",
        std::as_bytes(std::span(erased_answer)), shard, resource, std::as_bytes(std::span(shown))));
    if (erasure.row) {
        statements.push_back(statement("UPDATE entries SET data = $1 WHERE shard_id = $2"
                                       " AND resource = $3 AND number = $4",
                                       std::span<const std::byte>(*erasure.row), shard, resource,
                                       entry));
    }
    for (const auto& [number, data] : erasure.events) {
        statements.push_back(statement("UPDATE events SET data = $1 WHERE shard_id = $2"
                                       " AND resource = $3 AND number = $4",
                                       std::span<const std::byte>(data), shard, resource,
                                       static_cast<std::int64_t>(number)));
    }
    const auto done = TRY(database.write(statements));
    return done.front().changed();
}

}  // namespace standby::store
