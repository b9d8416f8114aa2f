// The engine's own names for what happens and why. "No event offer_mad" would hold for ever; with
// this a misspelt name is an error instead.
#pragma once

#include <string_view>

namespace standby::scenarios {

bool is_event_type(std::string_view name);
bool is_reason(std::string_view name);
bool is_state(std::string_view name);  // of an entry, an opening or a resource

}  // namespace standby::scenarios
