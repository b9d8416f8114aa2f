// The time, as everything outside the engine reads it. The engine itself is told the time.
#pragma once

#include "base/time.hpp"

namespace standby::engine {

class Clock {
public:
    virtual ~Clock() = default;
    // May be called from any thread.
    virtual Time now() const = 0;
};

}  // namespace standby::engine
