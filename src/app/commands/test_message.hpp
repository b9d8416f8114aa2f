// `standby doctor --send-test`: one message through the provider, and what came of it in words.
#pragma once

#include "app/commands/command.hpp"
#include "app/commands/console.hpp"

namespace standby::app {

// Sends to `command.send_test`, which must be set, and waits for the provider's answer. Returns the
// exit code.
Outcome send_test_message(const DoctorCommand& command, Console& console);

}  // namespace standby::app
