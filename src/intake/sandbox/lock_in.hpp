// How a process gives up its rights for good.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace standby::intake {

// What happens to a process that asks for what it may not.
enum class OnForbidden : std::uint8_t {
    Killed,
    // Libraries look for files, write complaints and start threads in passing: these fail, as if
    // there were nothing. Anything else kills.
    NothingThere,
};

// From here on, the process can read and write the one descriptor, use so much more memory than now
// and so much processor time, and nothing else. The error says what this
// system refuses to take away.
Result<void, std::string> lock_in(int descriptor, std::size_t memory_bytes,
                                  std::chrono::seconds time,
                                  OnForbidden on_forbidden = OnForbidden::Killed);

}  // namespace standby::intake
