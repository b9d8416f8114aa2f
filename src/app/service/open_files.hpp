// How many files the process may have open: each connection takes one.
#pragma once

#include <cstdint>
#include <optional>

namespace standby::app {

// What may be open besides connections: the database, its readers, the log, and connections over
// the limit that wait for room or for a refusal.
inline constexpr std::uint64_t files_of_our_own = 64 + 320;

// The most that this process may allow itself. Nothing when it cannot be found out.
std::optional<std::uint64_t> open_files_max();

// Allows itself the most; many systems start processes with a tenth of it. Returns what is allowed
// now.
std::optional<std::uint64_t> raise_open_files_limit();

}  // namespace standby::app
