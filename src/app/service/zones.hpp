// The time zones of this machine.
#pragma once

#include "core/rules/zone_book.hpp"

#include <string>

namespace standby::app {

// Every zone under the folder, by its IANA name. UTC is always there, whatever the folder holds.
core::ZoneBook read_zones(const std::string& folder = "/usr/share/zoneinfo");

}  // namespace standby::app
