// Takes the bytes of a compiled time zone file (TZif, RFC 9636) apart. The bytes are passed in and
// may be hostile: every count is limited and every read is checked.
#pragma once

#include "base/result.hpp"
#include "base/zone_rule.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace standby {

// The largest distance from UTC that a file may state, as RFC 9636 recommends: 25:59:59.
inline constexpr std::int32_t zone_offset_max_s = 26 * 60 * 60 - 1;

// The most transitions that a file may list. Real ones have fewer than 300.
inline constexpr std::uint32_t zone_transitions_max = 10'000;

struct ZoneFile {
    std::int32_t first_offset_s = 0;          // before the first transition
    std::vector<ZoneTransition> transitions;  // strictly ascending
    std::string rule;                         // POSIX TZ, empty when the file has none
};

// Reads the 64-bit part of a file of version 2, 3 or 4. Refused with a message: older versions,
// leap seconds (a Time does not count them), limits exceeded, and anything malformed.
Result<ZoneFile, std::string> parse_zone_file(std::span<const std::byte> bytes);

}  // namespace standby
