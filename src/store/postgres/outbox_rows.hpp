// What the files about messages have in common.
#pragma once

#include "engine/ports/messages.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/sql/rows.hpp"

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

}  // namespace standby::store
