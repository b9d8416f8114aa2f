// What happened, written for people: one indented line per event.
#pragma once

#include "tests/scenarios/runner/calendar.hpp"
#include "tests/scenarios/runner/cast.hpp"
#include "tests/scenarios/runner/driver.hpp"

#include <span>
#include <string>

namespace standby::scenarios {

// "      13:45 offer_ended Ada: offered → waiting, window_ended". Long lists are cut in the middle.
std::string written(std::span<const EventRecord> events, const Cast& cast,
                    const Calendar& calendar);

std::string written(const EventRecord& event, const Cast& cast, const Calendar& calendar);

}  // namespace standby::scenarios
