// What planning for an offer and reading an answer about it do to its record alike.
#pragma once

#include "app/bookings/booking_record.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace standby::app {

inline Duration backoff_after(std::uint32_t tries, Duration most) {
    const Duration pause = std::chrono::seconds{1} * (1U << std::min(tries, 12U));
    return std::min(pause / 2, most);
}

inline void enter(BookingRecord& record, BookingRecord::Stage stage) {
    record.stage = stage;
    record.tries = 0;
    record.retry_at.reset();
}

inline void add_step(BookingRecord& record, core::OutsideStepKind kind,
                     std::string_view note = {}) {
    record.untold.push_back({.kind = kind, .number = ++record.steps, .note = std::string(note)});
}

inline bool is_in_doubt(const BookingRecord& record, Time now) {
    return record.doubt_until && now < *record.doubt_until;
}

}  // namespace standby::app
