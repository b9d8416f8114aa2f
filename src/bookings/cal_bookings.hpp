// Cal.com's API, version 2. It knows no name of ours for a booking, so ours goes into its metadata;
// what a request that was not answered has come to is found by looking through the guest's bookings
// for it. Places are held as reservations, which it keeps apart from bookings.
#pragma once

#include "bookings/booking_web.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::bookings {

inline constexpr std::string_view cal_metadata_name = "standby_offer";

// What Cal.com says of a refusal is English text; these are the ones that mean that somebody else
// was faster.
engine::BookingProblem problem_of_cal(const BookingAnswer& answer);
// What stands there under our name, the living before the ended. Several live ones: the others are
// superfluous.
struct CalFound {
    engine::BookingView view;
    std::vector<std::string> superfluous;
};
// Nothing: it is no answer that can be read.
std::optional<CalFound> read_cal_bookings(const JsonValue& said, std::string_view uuid);
// A single one, as it is made or looked at.
engine::BookingResult<engine::BookingView> read_cal_booking(const BookingAnswer& answer,
                                                            std::string_view uuid);
engine::BookingResult<engine::BookingView> read_cal_reservation(const BookingAnswer& answer);
std::string write_cal_booking(const engine::BookingOrder& order, std::int64_t event_type);

class CalBookings final : public engine::BookingSystem {
public:
    // `event_type` 0: the one that is called like the service.
    CalBookings(std::string url, std::string token, std::int64_t event_type,
                interchange::WebOptions options)
        : web_(std::move(url), std::move(token), std::move(options)), event_type_(event_type) {}

    engine::BookingResult<engine::BookingView> hold(const engine::BookingOrder& order, Time now,
                                                    Time until) override;
    engine::BookingResult<engine::BookingView> extend(const engine::BookingOrder& order, Time now,
                                                      Time until) override;
    engine::BookingResult<engine::BookingView> confirm(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> book(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> look(const engine::BookingOrder& order) override;
    engine::BookingResult<engine::BookingView> release(const engine::BookingOrder& order) override;
    engine::BookingResult<void> check() override;
    bool knows_repeats() const override { return false; }
    void stop() override { web_.stop(); }

private:
    struct EventType {
        std::int64_t id = 0;
        std::string title;
        std::string slug;
    };
    engine::BookingResult<std::int64_t> event_type_of(const engine::BookingOrder& order);
    engine::BookingResult<void> read_event_types();
    std::int64_t known_event_type(const engine::BookingOrder& order) const;
    engine::BookingResult<CalFound> find(const engine::BookingOrder& order);
    engine::BookingResult<void> cancel(const std::string& booking);
    engine::BookingResult<void> drop_reservation(const std::string& reservation);

    BookingWeb web_;
    std::int64_t event_type_;
    std::vector<EventType> event_types_;
};

}  // namespace standby::bookings
