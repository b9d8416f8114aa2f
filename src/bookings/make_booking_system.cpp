#include "bookings/make_booking_system.hpp"

#include "bookings/cal_bookings.hpp"
#include "bookings/http_bookings.hpp"

#include <utility>

namespace standby::bookings {

std::unique_ptr<engine::BookingSystem> make_booking_system(const engine::BookingSettings& settings,
                                                           std::string token,
                                                           interchange::WebOptions options) {
    if (settings.kind == engine::BookingSystemKind::Cal) {
        return std::make_unique<CalBookings>(settings.url, std::move(token), settings.event_type,
                                             std::move(options));
    }
    return std::make_unique<HttpBookings>(settings.url, std::move(token), std::move(options));
}

}  // namespace standby::bookings
