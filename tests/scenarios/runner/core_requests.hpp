// From a driver's request to the core's command.
#pragma once

#include "base/result.hpp"
#include "core/model/command.hpp"
#include "tests/scenarios/runner/driver.hpp"

#include <string>
#include <string_view>

namespace standby::scenarios {

// Which resource a request is about; 0 for the creation of one. Refused when `about` is no id.
Result<core::ResourceNumber, std::string> resource_of(const Request& request);

// Refused with a message when the command or one of its fields is not known or cannot be read.
Result<core::Command, std::string> command_of(const Request& request);

// By what the reader of an address is known, however it is spelled.
core::ContactKey friend_key(std::string_view contact);

// Who would do such a thing.
core::Actor actor_of(const Request& request);

}  // namespace standby::scenarios
