// A few time zones for targets that need some. A machine without a time zone database has
// stand-ins of the same names, so that the targets run there too.
#pragma once

#include "core/rules/zone_book.hpp"

namespace standby::fuzz {

// Europe/Berlin, America/New_York, Australia/Lord_Howe and UTC.
const core::ZoneBook& zones();
const Zone& berlin();

}  // namespace standby::fuzz
