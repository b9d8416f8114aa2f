// The grammar of the command line, without knowing what the commands do.
#pragma once

#include "app/commands/command.hpp"
#include "app/commands/settings.hpp"
#include "base/result.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// A flag or an argument of a command. What takes a value has `value` set, to how help names it.
struct ArgumentRule {
    std::string_view name;  // "--resource", or "FILE" for an argument by its position
    std::string_view value;
    std::string_view help;
    bool required = false;
    bool repeatable = false;  // the values are put together with commas
};

struct CommandRule {
    std::string_view name;   // "serve", "keys create"
    std::string_view brief;  // the line in the list of commands
    std::string_view text;   // what follows it in the command's own help
    std::string_view example;
    enum class Takes : std::uint8_t {
        Nothing,
        ClusterSecret,
        DataPlace,
        AllSettings
    } settings = Takes::DataPlace;
    std::vector<ArgumentRule> arguments;
};
std::span<const CommandRule> command_rules();

// What was typed: values by the names of the rules; a flag without value has an empty list.
struct Typed {
    const CommandRule* rule = nullptr;
    GivenValues settings;
    std::string config;
    std::map<std::string, std::string, std::less<>> values;
    bool help = false;

    bool has(std::string_view name) const { return values.contains(name); }
    std::string value(std::string_view name) const {
        const auto at = values.find(name);
        return at == values.end() ? std::string() : at->second;
    }
};

// The error is one sentence that names what is wrong and the nearest thing that exists.
Result<Typed, std::string> read_arguments(std::span<const std::string_view> arguments);

std::string help_on(const CommandRule& rule);
std::string help_on_all();

}  // namespace standby::app
