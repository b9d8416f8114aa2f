// A ticket numbers an entry within its resource, in the order of joining. It is the shared index
// of every per-entry column, and the last tie-breaker of every order.
#pragma once

#include <cstdint>

namespace standby::core {

using Ticket = std::uint32_t;

}  // namespace standby::core
