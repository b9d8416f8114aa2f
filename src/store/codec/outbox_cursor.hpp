// How a look into the outbox begins and ends. Both stores ask here, so that neither leaves anything
// out.
//
// What a position promises: every message up to its `id` that fell due up to (`looked_at`,
// `looked_id`) was given. A look first gives what came in after `id`, in the order of ids, then
// what fell due since, in the order of (due time, id).
#pragma once

#include "engine/ports/messages.hpp"

#include <cstdint>
#include <optional>

namespace standby::store {

// For stores that one process has for itself.
engine::OutboxPosition position_of(const engine::OutboxCursor& cursor);
engine::OutboxCursor cursor_at(const engine::OutboxPosition& position);

// Where a look begins; `looked_at` is always set. `newest` is the highest id there is.
engine::OutboxPosition start_of_look(const engine::OutboxPosition& from, Time now,
                                     std::uint64_t newest);

// Where the next look begins when the limit was reached among those that came in…
engine::OutboxPosition after_newcomer(const engine::OutboxPosition& start,
                                      const engine::OutboxRow& last);
// …or among those that fell due…
engine::OutboxPosition after_fallen_due(std::uint64_t newest, const engine::OutboxRow& last);
// …or not at all.
engine::OutboxPosition after_everything(std::uint64_t newest, Time now);

}  // namespace standby::store
