// NATS JetStream as a bus.
#pragma once

#include "bus/connection.hpp"
#include "bus/nats/nats_session.hpp"

namespace standby::bus {

Bus nats_bus(const NatsOptions& options);

}  // namespace standby::bus
