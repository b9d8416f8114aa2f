// A digest of everything a resource's state means. Two states with the same fingerprint answer
// every question alike; folding the events must give the fingerprint of the state in memory.
#pragma once

#include <cstdint>

namespace standby::core {

struct ResourceState;

std::uint64_t fingerprint(const ResourceState& state);

}  // namespace standby::core
