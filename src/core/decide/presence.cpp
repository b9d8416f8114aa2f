// Signs of life.
#include "core/decide/decide.hpp"

namespace standby::core {

Decided decide_on(const ResourceState&, const StillHere&, const Context&) {
    return refuse(RefusalCode::EntryNotWaiting, "Nobody was asked.");
}

}  // namespace standby::core
