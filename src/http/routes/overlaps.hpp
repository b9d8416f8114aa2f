// Slots of one person at the same time.
#pragma once

#include "core/model/ids.hpp"
#include "core/model/wants.hpp"
#include "interchange/view/catalogue.hpp"

#include <vector>

namespace standby::http {

// Slots of the same person that take place at the same time, the time after them included in which
// that person takes nobody. `own` is not compared with itself.
std::vector<interchange::OverlappingSlot> overlaps_of(const core::ResourceState& state,
                                                      const core::Slot& slot,
                                                      core::OpeningNumber own,
                                                      const interchange::OfferedNames& offered);

}  // namespace standby::http
