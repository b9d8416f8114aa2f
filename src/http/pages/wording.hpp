// Times, lengths of time and prices in words for guests.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/wants.hpp"

#include <string>

namespace standby::http {

// "Saturday, 21 November 2026, 14:00 (Europe/Berlin)".
std::string describe_time(Time time, const Zone& zone);

// "1 hour 30 minutes", the two largest units at most, rounded down; "less than a minute".
std::string describe_length(Duration length);

// "45.00 EUR", with as many decimals as the currency has.
std::string describe_money(const core::Money& money);

}  // namespace standby::http
