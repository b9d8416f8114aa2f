// Reads the time zones that the worlds use. The one place of the simulator that reads files; it
// does so before any world begins.
#pragma once

#include "base/result.hpp"
#include "core/rules/zone_book.hpp"

#include <string>

namespace standby::sim {

// A book of all zones in the plan's list, from the machine's time zone database.
Result<core::ZoneBook, std::string> load_zones();

}  // namespace standby::sim
