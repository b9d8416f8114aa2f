// Writing rows of deliveries, for whoever does that within a transaction.
#pragma once

#include "engine/ports/messages.hpp"
#include "store/sqlite/connection.hpp"

#include <cstdint>

namespace standby::store {

// Replaces the delivery of the message on that channel. The message's id counts, not the one in the
// delivery.
Result<void, std::string> put_delivery(Connection& connection, std::uint64_t message,
                                       const engine::Delivery& delivery);

}  // namespace standby::store
