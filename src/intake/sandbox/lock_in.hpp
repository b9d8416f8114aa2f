// How a process gives up its rights for good.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace standby::intake {

// From here on, the process can read and write the one descriptor, use so much more memory than now
// and so much processor time, and nothing else: anything else kills it. The error says what this
// system refuses to take away.
Result<void, std::string> lock_in(int descriptor, std::size_t memory_bytes,
                                  std::chrono::seconds time);

}  // namespace standby::intake
