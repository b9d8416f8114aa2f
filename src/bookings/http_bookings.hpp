// The contract that a house's own booking system can keep: docs/guide/bookings.md tells it to
// whoever writes the other side.
#pragma once

#include "bookings/booking_web.hpp"

#include <string_view>

namespace standby::bookings {

// What an answer says of the booking with this name. `wanted` is what a yes without more words
// means: what was asked for has been done.
engine::BookingResult<engine::BookingView>
read_booking(const BookingAnswer& answer, std::string_view uuid, engine::BookingStage wanted);

// What is sent to make a booking, or to hold a place.
std::string write_booking(const engine::BookingOrder& order, std::optional<std::int64_t> minutes);

// Whole minutes, and never fewer than there are.
std::int64_t minutes_until(Time until, Time now);

class HttpBookings final : public engine::BookingSystem {
public:
    HttpBookings(std::string url, std::string token, interchange::WebOptions options)
        : web_(std::move(url), std::move(token), std::move(options)) {}

    engine::BookingResult<engine::BookingView> hold(const engine::BookingOrder& order, Time now,
                                                    Time until) override;
    engine::BookingResult<engine::BookingView> extend(const engine::BookingOrder& order, Time now,
                                                      Time until) override;
    engine::BookingResult<engine::BookingView> confirm(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> book(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> look(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> release(const engine::BookingOrder& order) override;
    engine::BookingResult<void> check() override;
    bool knows_repeats() const override { return true; }
    void stop() override { web_.stop(); }

private:
    BookingWeb web_;
};

}  // namespace standby::bookings
