// How a booking system is set up, as it is stored.
#pragma once

#include "engine/ports/booking_systems.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

std::string write_booking_settings(const engine::BookingSettings& settings);
std::optional<engine::BookingSettings> read_booking_settings(std::string_view text);

}  // namespace standby::app
