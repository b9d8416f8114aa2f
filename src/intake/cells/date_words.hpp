// The words of dates in English, German, French and Spanish, by their name_key().
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::intake {

// From 1.
std::optional<unsigned> month_word(std::string_view key);
std::optional<std::chrono::weekday> weekday_word(std::string_view key);

enum class DateWord : std::uint8_t {
    None,
    Filler,  // "the", "am", "de"
    From,    // "ab", "desde"
    Until,   // "bis", "hasta"
    Next,    // "next", "prochain"
    This,
    Week,
    Month,
    Day,  // "in 3 days"
    Today,
    Tomorrow,
    AfterTomorrow,
    Ordinal,    // "th", "er"
    Hour,       // "Uhr", "h"
    Morning,    // "am" behind an hour, "a.m."
    Afternoon,  // "pm"
    In,
};
DateWord date_word(std::string_view key);

// Of the whole text: as soon as possible, any time.
bool means_any_time(std::string_view key);

}  // namespace standby::intake
