// The command line of the `standby` binary. It turns arguments into text and an exit code and does
// nothing else, so that every answer can be tested without starting a process.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace standby::app {

struct CommandLineAnswer {
    int exit_code = 0;
    std::string standard_output;
    std::string standard_error;
};

inline constexpr int exit_code_unavailable = 2;
inline constexpr int exit_code_usage = 64;  // EX_USAGE in sysexits.h

// Answers the arguments that follow the program's name. No arguments at all are answered with the
// help text, as a mistake in usage.
CommandLineAnswer answer_command_line(std::span<const std::string_view> arguments);

}  // namespace standby::app
