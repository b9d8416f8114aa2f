// The adapter for each kind of booking system.
#pragma once

#include "engine/ports/booking_systems.hpp"
#include "interchange/web/web_client.hpp"

#include <memory>
#include <string>

namespace standby::bookings {

std::unique_ptr<engine::BookingSystem> make_booking_system(const engine::BookingSettings& settings,
                                                           std::string token,
                                                           interchange::WebOptions options);

}  // namespace standby::bookings
