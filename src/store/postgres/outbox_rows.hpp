// What the files about messages have in common.
#pragma once

#include "engine/ports/messages.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::store {

inline std::int64_t milliseconds(Time time) {
    return time.time_since_epoch().count();
}
inline std::optional<std::int64_t> milliseconds(std::optional<Time> time) {
    return time ? std::optional(milliseconds(*time)) : std::nullopt;
}

// The shard of a message, in SQL. Its id tells, unless the message came over from another store:
// then it is looked for in every shard.
inline std::string shard_of_message(std::string_view id) {
    return fmt::format("coalesce((SELECT near.shard_id FROM outbox AS near WHERE near.shard_id ="
                       " {0} % (SELECT shards FROM cluster) AND near.id = {0}),"
                       " (SELECT far.shard_id FROM outbox AS far WHERE far.shard_id ="
                       " ANY(ARRAY(SELECT shard_id FROM shard)) AND far.id = {0}))",
                       id);
}

// Of a row that begins with id, resource, event, kind, entry, offer, opening, due_at, attempts.
inline engine::OutboxRow message_from(PgRow& row) {
    return {.id = row.number<std::uint64_t>(0),
            .resource = row.id<core::ResourceNumber>(1),
            .event = row.number<std::uint64_t>(2),
            .kind = row.choice(3, engine::MessageKind::MonthlySummary),
            .entry = row.number<core::Ticket>(4),
            .offer = row.id<core::OfferNumber>(5),
            .opening = row.id<core::OpeningNumber>(6),
            .due_at = row.time(7),
            .attempts = row.number<std::uint32_t>(8)};
}

}  // namespace standby::store
