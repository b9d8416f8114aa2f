// How every id is written: a prefix and Crockford base32. A value has one spelling in length: no
// leading zeros, at most 63 bits, and 0 is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::core {

std::string format_id(std::string_view prefix, std::uint64_t value);
// Accepts lower case and Crockford's look-alikes (O for 0, I and L for 1), refuses anything else.
std::optional<std::uint64_t> parse_id(std::string_view prefix, std::string_view text);

}  // namespace standby::core
