// How far a delivery has come when providers report about it: late, twice, or out of order. Both
// stores ask here, so that they take over the same reports.
#pragma once

#include "engine/ports/messages.hpp"

#include <optional>

namespace standby::store {

// The delivery after the report, or nothing when the report changes nothing.
//
// A delivery only advances, in the order of DeliveryState. What was delivered or opened can no
// longer fail or be blocked, and what failed or was blocked stays so. Whoever opened a message has
// had it delivered. A time that was missing is filled in, even by a report that comes too late to
// change the state; a time that is there stays.
std::optional<engine::Delivery> advanced(const engine::Delivery& stored,
                                         const engine::Delivery& report);

}  // namespace standby::store
