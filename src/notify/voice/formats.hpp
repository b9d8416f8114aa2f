// Dates, times, durations, amounts and numbers as people of each language write them. Small tables
// of our own: four languages do not justify a library of all of them.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/wants.hpp"
#include "notify/voice/words/words.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::notify {

// Short is for text messages: few characters, and only those of the GSM alphabet.
enum class DateStyle : std::uint8_t { Full, Short };

// How a message writes times: for one reader, at one moment.
struct Reader {
    Language language = Language::English;
    const Zone* zone = nullptr;  // never null
    Time now{};
    DateStyle style = DateStyle::Full;
};

// "Saturday 14 November", "Sa 14.11."; with the year when it is far from now.
std::string format_date(const Reader& reader, Time time);
// "2:00 pm" in English, "14:00" elsewhere.
std::string format_clock(const Reader& reader, Time time);
// Both: "samedi 14 novembre à 14:00".
std::string format_when(const Reader& reader, Time time);
// As it follows "until" (French: "avant"): the time of day when it is today, otherwise both.
std::string format_deadline(const Reader& reader, Time time);
// "October 2026". The month is from 1 to 12.
std::string format_month(Language language, int year, unsigned month);

// "45 minutes", "1 hour 30 minutes", "3 days". Rounded down to minutes, at least one; whole days
// from two days on.
std::string format_span(Language language, Duration duration);
// "€45.00", "45,00 €". An unknown currency is written as its three letters.
std::string format_money(Language language, const core::Money& money);
// "1,234", "1.234".
std::string format_number(Language language, std::uint64_t number);
// "83%", "83 %". Rounded down, so that 100% means all.
std::string format_share(Language language, std::uint64_t part, std::uint64_t whole);

}  // namespace standby::notify
