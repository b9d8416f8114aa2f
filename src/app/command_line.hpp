// The command line of the `standby` binary: from arguments to a command, and from there to an exit
// code. Reading the arguments starts nothing and opens nothing but the settings file.
#pragma once

#include "app/commands/command.hpp"
#include "app/commands/console.hpp"
#include "app/commands/settings.hpp"
#include "base/result.hpp"

#include <span>
#include <string>
#include <string_view>

namespace standby::app {

// What is answered without doing anything: help, the version, a mistake in usage.
struct CommandLineAnswer {
    int exit_code = 0;
    std::string standard_output;
    std::string standard_error;
};

// Reads the arguments that follow the program's name. No arguments at all are answered with the
// help text, as a mistake in usage.
Result<Command, CommandLineAnswer> read_command_line(std::span<const std::string_view> arguments,
                                                     const Surroundings& surroundings);

// The same, and carries the command out. Returns the exit code.
int run_command_line(std::span<const std::string_view> arguments, Console& console);

}  // namespace standby::app
