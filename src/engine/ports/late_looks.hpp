// How often guests come back to an offer that has expired, and how long after: the only trace of
// those who would have said yes. A figure; nobody's data.
#pragma once

#include "core/model/ids.hpp"

#include <chrono>

namespace standby::engine {

class LateLooks {
public:
    virtual ~LateLooks() = default;
    // Any thread may call it; it doesn't wait.
    virtual void count_late_look(core::ResourceNumber resource,
                                 std::chrono::minutes since_expiry) = 0;
};

}  // namespace standby::engine
