// Time zones from the files of the machine.
#pragma once

#include "core/rules/zone_book.hpp"
#include "tests/scenarios/runner/story.hpp"

namespace standby::scenarios {

// Adds every zone the story names. A name without a file stays unknown, and the sentence that
// uses it will say so.
void add_zones(const Story& story, core::ZoneBook& zones);

}  // namespace standby::scenarios
