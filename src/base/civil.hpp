// Calendar dates for any 64-bit year. std::chrono stops at the year 32767 while a Time reaches
// far beyond, and an instant read from a damaged record must still be printable.
#pragma once

#include <cstdint>

namespace standby {

// A day of the proleptic Gregorian calendar.
struct CivilDate {
    std::int64_t year;
    unsigned month;  // 1..12
    unsigned day;    // 1..31

    friend bool operator==(const CivilDate&, const CivilDate&) = default;
};

// Rounds towards minus infinity. Requires divisor > 0.
[[nodiscard]] constexpr std::int64_t floor_divide(std::int64_t dividend, std::int64_t divisor) {
    const std::int64_t quotient = dividend / divisor;
    return dividend % divisor < 0 ? quotient - 1 : quotient;
}

// The date that lies `days` days after 1970-01-01.
[[nodiscard]] CivilDate civil_from_days(std::int64_t days);

// Days from 1970-01-01 to a date that exists. Requires |year| < 10^15.
[[nodiscard]] std::int64_t days_from_civil(CivilDate date);

[[nodiscard]] bool is_leap_year(std::int64_t year);

// Days in a month. Requires 1 <= month <= 12.
[[nodiscard]] unsigned days_in_month(std::int64_t year, unsigned month);

}  // namespace standby
