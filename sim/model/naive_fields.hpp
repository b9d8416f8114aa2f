// Which field values make no sense, for the naive reference.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <set>
#include <string>
#include <vector>

namespace standby::sim {

// The same wishes with each weekly availability in its one canonical form, and no name twice.
Wants naive_canonical(Wants wants);

// What of a name counts. Knows the letters that the workload draws, not all there are.
std::string naive_name(const std::string& name);
bool is_same_name(const std::string& one, const std::string& other);
// All names of a wish or a slot, as they count; empty: any.
std::set<std::string> naive_names(const std::string& first,
                                  const std::vector<std::string>& further);

bool naive_wants_are_bad(const Wants& wants, const ZoneBook& zones);
bool naive_slot_is_bad(const Slot& slot);
bool naive_join_is_bad(const core::Join& join, const ZoneBook& zones);

}  // namespace standby::sim
