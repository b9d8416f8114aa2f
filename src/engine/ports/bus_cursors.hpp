// How far the events of each account have come on a message bus.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <string_view>

namespace standby::engine {

class BusCursors {
public:
    virtual ~BusCursors() = default;

    // The position in the account's feed; 0 before the first. A bus is known by a name, "nats".
    virtual Result<std::uint64_t, StoreError> bus_cursor(std::string_view bus,
                                                         AccountNumber account) = 0;
    // One that is further back than what is kept already changes nothing.
    virtual Result<void, StoreError> keep_bus_cursor(std::string_view bus, AccountNumber account,
                                                     std::uint64_t position) = 0;
};

}  // namespace standby::engine
