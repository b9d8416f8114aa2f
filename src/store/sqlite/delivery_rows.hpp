// Writing rows of deliveries, for whoever does that within a transaction.
#pragma once

#include "engine/ports/messages.hpp"
#include "store/sqlite/connection.hpp"

#include <cstdint>

namespace standby::store {

class DeliveryWriter {
public:
    explicit DeliveryWriter(Connection& connection);

    // Replaces the delivery of the message on that channel. The message's id counts, not the one
    // in the delivery.
    Result<void, std::string> put(std::uint64_t message, const engine::Delivery& delivery);

private:
    Query replace_;
};

}  // namespace standby::store
