// The relay that works without any provider: messages stay in the outbox, where staff can read them
// and guests see the same on their status page. Each counts as sent the moment it is due, and the
// engine is told so, because the claim window starts then.
#pragma once

#include "base/time.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <optional>

namespace standby::notify {

class LocalRelay {
public:
    // Both must outlive the relay.
    LocalRelay(engine::Store& store, engine::Gateway& gateway) : store_(store), gateway_(gateway) {}

    // Handles what is due now and returns how many messages that were. Waits for the engine, so it
    // must not be called on a shard's thread. Belongs to one thread.
    std::size_t run_once(Time now);

    // When the next message falls due; nothing when none is waiting.
    std::optional<Time> next_due();

private:
    engine::Store& store_;
    engine::Gateway& gateway_;
};

}  // namespace standby::notify
