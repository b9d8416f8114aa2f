#include "engine/ports/booking_systems.hpp"

namespace standby::engine {

std::string_view name_of(BreakerState state) {
    switch (state) {
    case BreakerState::HalfOpen:
        return "half_open";
    case BreakerState::Open:
        return "open";
    case BreakerState::Closed:
        break;
    }
    return "closed";
}

}  // namespace standby::engine
