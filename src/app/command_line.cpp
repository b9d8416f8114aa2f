// The commands that this build knows. A command that exists but cannot work yet says so plainly:
// a script that starts the server must not mistake an empty binary for a running one.
#include "app/command_line.hpp"

#include <utility>

namespace standby::app {
namespace {

constexpr std::string_view version = STANDBY_VERSION;

constexpr std::string_view help_text =
    "Standby keeps a waitlist and offers each freed place to the right person, once.\n"
    "\n"
    "usage: standby <command>\n"
    "\n"
    "  serve      run the server (this build has none yet)\n"
    "  version    print the version\n"
    "  help       print this text\n";

constexpr std::string_view no_server_text =
    "standby: this build contains the engine's core only and has no server.\n";

std::string unknown_command_text(std::string_view command) {
    std::string text = "standby: unknown command '";
    text += command;
    text += "'; the commands are serve, version and help.\n";
    return text;
}

}  // namespace

CommandLineAnswer answer_command_line(std::span<const std::string_view> arguments) {
    if (arguments.empty()) {
        return {.exit_code = exit_code_usage,
                .standard_output = {},
                .standard_error = std::string(help_text)};
    }
    const std::string_view command = arguments.front();
    if (command == "help" || command == "--help" || command == "-h") {
        return {.exit_code = 0, .standard_output = std::string(help_text), .standard_error = {}};
    }
    if (command == "version" || command == "--version") {
        std::string text = "standby ";
        text += version;
        text += '\n';
        return {.exit_code = 0, .standard_output = std::move(text), .standard_error = {}};
    }
    if (command == "serve") {
        return {.exit_code = exit_code_unavailable,
                .standard_output = {},
                .standard_error = std::string(no_server_text)};
    }
    return {.exit_code = exit_code_usage,
            .standard_output = {},
            .standard_error = unknown_command_text(command)};
}

}  // namespace standby::app
