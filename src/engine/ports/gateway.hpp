// How the outer layers reach the engine: a request or a query finds its shard by the number of its
// resource, and reading the store happens off the caller's thread. All calls may come from any
// thread and return at once.
#pragma once

#include "base/time.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "engine/shard/shard.hpp"

#include <cstdint>
#include <functional>

namespace standby::engine {

// How much a reading may take. Long ones have few places of their own, so that they are shed first
// and never stand in the way of the others.
enum class Effort : std::uint8_t {
    Quick,  // a few rows
    Long,   // a whole history, for staff
    Guest,  // a part of a history, for somebody who may be anybody
    Talk,   // may wait for the engine's answer: guests' texts, providers' reports, inboxes
};

class Gateway {
public:
    virtual ~Gateway() = default;

    virtual Time now() const = 0;
    // `done` and `look` are called on one of the shard's threads: they must be quick and not block.
    virtual void submit(Request&& request) = 0;
    virtual void submit(Query query) = 0;
    // Runs the function on a thread that may wait for the disk. False when too many are waiting:
    // then it is not run.
    [[nodiscard]] virtual bool read(Effort effort,
                                    std::function<void(Store&, Registry&)> function) = 0;
};

}  // namespace standby::engine
