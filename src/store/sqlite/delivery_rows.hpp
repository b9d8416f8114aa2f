// Writing rows of deliveries and of what was said, for whoever does that within a transaction.
#pragma once

#include "engine/ports/messages.hpp"
#include "store/sqlite/connection.hpp"

#include <cstdint>

namespace standby::store {

// Replaces the delivery of the message on that channel. The message's id counts, not the one in the
// delivery.
Result<void, std::string> put_delivery(Connection& connection, std::uint64_t message,
                                       const engine::Delivery& delivery);
// The same for the words that were sent; nothing is kept of what was sent to somebody erased.
Result<void, std::string> put_words(Connection& connection, std::uint64_t message,
                                    const engine::KeptWords& words);

}  // namespace standby::store
