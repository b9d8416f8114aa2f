// From the core's events to lines of the audit trail, as a story reads them.
#pragma once

#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "tests/scenarios/runner/driver.hpp"

namespace standby::scenarios {

EventRecord record_of(const core::Event& event, core::ResourceNumber resource);

}  // namespace standby::scenarios
