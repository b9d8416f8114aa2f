// The booking system of a list, as staff see it.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/booking_systems.hpp"

#include <optional>

namespace standby::interchange {

// Nothing: the list has none.
void write_booking_system(JsonWriter& writer,
                          const std::optional<engine::ConnectedBookings>& bookings);
void write_tested_bookings(JsonWriter& writer, const engine::TestedBookings& tested);

}  // namespace standby::interchange
