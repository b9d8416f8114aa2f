// Instants and durations in milliseconds, and the only texts in which they are read and written:
// RFC 3339 for instants, `1h30m` for durations, `21:00` for a time of day. Nothing here reads a
// clock; time is passed in.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace standby {

using Duration = std::chrono::milliseconds;
using Time = std::chrono::sys_time<Duration>;

// The longest duration parse_duration accepts: ten years of 365 days.
inline constexpr Duration duration_max = std::chrono::days(3650);

// Writes an instant as RFC 3339 in UTC: `2026-11-15T14:00:00Z`, with `.123` only when the
// milliseconds are not zero. Years outside 0..9999, which RFC 3339 cannot express, are written
// with a sign so that a log line still shows them; parse_time refuses those.
std::string format_time(Time time);

// Reads an RFC 3339 instant: date, `T`, time, optional fraction, `Z` or a numeric offset (`t` and
// `z` are allowed, as in the RFC). Fractions finer than a millisecond are cut off. Refused with a
// message: dates that do not exist, leap seconds, and years outside 1970..9999, both as written
// and in UTC.
Result<Time, std::string> parse_time(std::string_view text);

// Writes the shortest text that stands for exactly this duration, the larger units winning a tie:
// `90s`, `1w`, `1d5m`, `0s`. Parses back when not longer than duration_max. A negative duration
// gets a `-` for log lines; parse_duration refuses it.
std::string format_duration(Duration duration);

// Reads `500ms`, `90s`, `10m`, `6h`, `2d`, `1w`, or several in strictly descending units such as
// `1h30m`. Refused with a message: empty text, signs, spaces, fractions, unknown or repeated
// units, and anything longer than duration_max.
Result<Duration, std::string> parse_duration(std::string_view text);

// Writes minutes after midnight as `21:00`. Requires 0 <= minutes < 24 h.
std::string format_time_of_day(std::chrono::minutes after_midnight);

// Reads a time of day from `00:00` to `23:59`, always two digits each.
Result<std::chrono::minutes, std::string> parse_time_of_day(std::string_view text);

}  // namespace standby
