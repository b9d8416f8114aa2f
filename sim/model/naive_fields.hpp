// Which field values make no sense, for the naive reference.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <vector>

namespace standby::sim {

// The same wishes with each weekly availability in its one canonical form.
Wants naive_canonical(Wants wants);

bool naive_wants_are_bad(const Wants& wants, const ZoneBook& zones);
bool naive_slot_is_bad(const Slot& slot);
bool naive_join_is_bad(const core::Join& join, const ZoneBook& zones);

}  // namespace standby::sim
