// Positions in the outbox.
#include "store/codec/outbox_cursor.hpp"

#include <limits>

namespace standby::store {
namespace {

using engine::OutboxPosition;

// Databases count ids with a sign.
constexpr auto every_id = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

}  // namespace

OutboxPosition position_of(const engine::OutboxCursor& cursor) {
    const auto known = cursor.shards.find(0);
    return known == cursor.shards.end() ? OutboxPosition{} : known->second;
}

engine::OutboxCursor cursor_at(const OutboxPosition& position) {
    engine::OutboxCursor cursor;
    cursor.shards.emplace(0, position);
    return cursor;
}

OutboxPosition start_of_look(const OutboxPosition& from, Time now, std::uint64_t newest) {
    if (!from.looked_at) {
        // The first look goes by due times alone: by ids it would pass all that ended long ago.
        return {.id = newest, .looked_at = Time::min(), .looked_id = every_id};
    }
    if (*from.looked_at > now) {
        // The clock was set back. What comes in now may fall due before the last look.
        return {.id = from.id, .looked_at = now, .looked_id = every_id};
    }
    return from;
}

OutboxPosition after_newcomer(const OutboxPosition& start, const engine::OutboxRow& last) {
    return {.id = last.id, .looked_at = start.looked_at, .looked_id = start.looked_id};
}

OutboxPosition after_fallen_due(std::uint64_t newest, const engine::OutboxRow& last) {
    return {.id = newest, .looked_at = last.due_at, .looked_id = last.id};
}

OutboxPosition after_everything(std::uint64_t newest, Time now) {
    return {.id = newest, .looked_at = now, .looked_id = every_id};
}

}  // namespace standby::store
