// Bodies that say in which booking system the places of a list are.
#pragma once

#include "base/result.hpp"
#include "engine/ports/booking_systems.hpp"
#include "http/api/problem.hpp"

#include <string_view>

namespace standby::http {

// PUT /v1/resources/{id}/booking_system, and booking_system:test.
Result<engine::BookingSetup, Problem> parse_booking_system(std::string_view body);

}  // namespace standby::http
