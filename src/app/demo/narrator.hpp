// Turns an event of the audit trail into a sentence that somebody can follow.
#pragma once

#include "base/json/value.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace standby::app {

// The text of a member, or nothing.
std::string text_in(const JsonValue& object, std::string_view member);
std::string text_in(const JsonValue& object, std::string_view outer, std::string_view member);

// `name_of` gives the name of an entry. Empty for events that nobody wants to read about.
std::string narrate(const JsonValue& event,
                    const std::function<std::string(std::string_view entry_id)>& name_of);

}  // namespace standby::app
