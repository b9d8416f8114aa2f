// A desk at which command lines are typed, with an environment and a disk of its own.
#pragma once

#include "app/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::app {

// An environment and a disk that hold what a test puts there.
struct Desk {
    std::map<std::string, std::string> environment;
    std::map<std::string, std::string> files;

    Surroundings surroundings() const {
        const auto look_up = [](const std::map<std::string, std::string>& texts) {
            return [&texts](const std::string& name) -> std::optional<std::string> {
                const auto at = texts.find(name);
                return at == texts.end() ? std::nullopt : std::optional(at->second);
            };
        };
        return {.environment = look_up(environment), .file = look_up(files)};
    }
    Result<Command, CommandLineAnswer> read(const std::vector<std::string_view>& arguments) const {
        return read_command_line(arguments, surroundings());
    }
    template <class Wanted>
    Wanted expect(const std::vector<std::string_view>& arguments) const {
        const auto command = read(arguments);
        EXPECT_TRUE(command) << command.error().standard_error;
        return command ? std::get<Wanted>(*command) : Wanted{};
    }
    CommandLineAnswer answer(const std::vector<std::string_view>& arguments) const {
        const auto command = read(arguments);
        EXPECT_FALSE(command);
        return command ? CommandLineAnswer{} : command.error();
    }
    std::string mistake(const std::vector<std::string_view>& arguments) const {
        const CommandLineAnswer given = answer(arguments);
        EXPECT_EQ(given.exit_code, exit_usage);
        EXPECT_THAT(given.standard_output, ::testing::IsEmpty());
        return given.standard_error;
    }
};

}  // namespace standby::app
