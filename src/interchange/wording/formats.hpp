// Dates, times, durations, amounts and numbers as people of each language write them, on pages and
// in messages alike. Small tables of our own: four languages do not justify a library of all of
// them. docs/guide/messages.md shows each form once.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "core/model/wants.hpp"
#include "interchange/wording/language.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace standby::interchange {

// Short is for text messages: few characters, and only those of the GSM alphabet.
enum class TextStyle : std::uint8_t { Full, Short };

// How times are written: for one reader, at one moment.
struct Reader {
    Language language = Language::English;
    const Zone* zone = nullptr;  // never null
    std::optional<Time> now;     // nothing: it may be read at any time
    TextStyle style = TextStyle::Full;
};

// "Saturday 14 November", "Sa 14.11."; with the year unless it is near.
std::string format_date(const Reader& reader, Time time);
// "9:00 am", "09:00". German adds "Uhr" to it; that is up to the sentence.
std::string format_clock(const Reader& reader, Time time);
std::string format_clock(Language language, std::uint32_t minute_of_day);
// Both: "samedi 14 novembre à 14:00".
std::string format_when(const Reader& reader, Time time);
// The same where no sentence goes on behind it: "Samstag, 14. November, 14:00 Uhr".
std::string format_moment(const Reader& reader, Time time);
// As it follows "until" (French: "avant"): the time of day when it is today, otherwise both.
std::string format_deadline(const Reader& reader, Time time);
// "October 2026". The month is from 1 to 12.
std::string format_month(Language language, int year, unsigned month);

// "45 minutes", "1 hour 30 minutes", "2 days 1 hour": the two largest units at most, rounded down;
// less than a minute in seconds.
std::string format_span(Language language, Duration duration);
// "€45.00", "45,00 €", "CHF 45.00". What is no currency is left out.
std::string format_money(Language language, const core::Money& money,
                         TextStyle style = TextStyle::Full);
// "1,234", "1.234".
std::string format_number(Language language, std::uint64_t number,
                          TextStyle style = TextStyle::Full);
// "83%", "83 %". Rounded down, so that 100% means all.
std::string format_share(Language language, std::uint64_t part, std::uint64_t whole);

}  // namespace standby::interchange
