// Times, lengths of time, prices and numbers as people of each language write them.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/wants.hpp"
#include "http/pages/language.hpp"

#include <cstdint>
#include <string>

namespace standby::http {

// "Saturday, 21 November 2026, 2:00 pm", in the zone's local time.
std::string describe_time(Time time, const Zone& zone, PageLanguage language);
// "2026-11-21", as date fields of forms take it.
std::string date_value(Time time, const Zone& zone);
// "9:00 pm" of minutes since midnight.
std::string describe_clock(std::uint32_t minute_of_day, PageLanguage language);

// "1 hour 30 minutes", the two largest units at most, rounded down; less than a minute in seconds.
std::string describe_length(Duration length, PageLanguage language);

// "€45.00", "45,00 €", with as many decimals as the currency has.
std::string describe_money(const core::Money& money, PageLanguage language);

// "1,234", "1.234".
std::string describe_number(std::uint64_t number, PageLanguage language);

}  // namespace standby::http
