// The engine without a server: a shard that is driven to rest by the caller's own thread, for
// commands that change a file nobody else uses.
#pragma once

#include "engine/ports/clock.hpp"
#include "engine/ports/store.hpp"
#include "engine/shard/shard.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace standby::app {

// What becomes of messages that tell people what was done for them. Offers are sent in any case.
enum class OfflineMessages : std::uint8_t {
    StayHere,  // done, only to be read on the guests' pages
    AreSent,   // by the server, when it starts
};

class OfflineEngine {
public:
    // All references must outlive the engine. Offers that ended since the file was last served get
    // that time back first, as when a server starts; the command itself doesn't count as serving.
    OfflineEngine(engine::Store& store, const core::ZoneBook& zones, const engine::Clock& clock,
                  OfflineMessages messages, std::optional<Time> served_until);

    // Carries the requests out in order, in as few commits as the shard makes of them, and returns
    // when each `done` has been called.
    void carry_out(std::vector<engine::Request> requests);

private:
    engine::Store& store_;
    const engine::Clock& clock_;
    engine::Shard shard_;
};

}  // namespace standby::app
