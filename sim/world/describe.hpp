// Commands and events as lines for a person who replays a seed.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <string>

namespace standby::sim {

std::string describe(const Command& command);
std::string describe(const Event& event);

}  // namespace standby::sim
