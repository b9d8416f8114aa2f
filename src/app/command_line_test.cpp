// What a person at a terminal, and a script that starts Standby, are told.
#include "app/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace standby::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

CommandLineAnswer answer_to(std::string_view command) {
    const std::array arguments{command};
    return answer_command_line(arguments);
}

TEST(CommandLine, PrintsHelpThatNamesEveryCommand) {
    for (const std::string_view spelling : {"--help", "-h", "help"}) {
        const auto answer = answer_to(spelling);
        EXPECT_EQ(answer.exit_code, 0);
        EXPECT_THAT(answer.standard_output, HasSubstr("serve"));
        EXPECT_THAT(answer.standard_output, HasSubstr("version"));
        EXPECT_THAT(answer.standard_error, IsEmpty());
    }
}

TEST(CommandLine, PrintsTheVersionOnOneLine) {
    const auto answer = answer_to("version");
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_THAT(answer.standard_output, MatchesRegex("standby [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    EXPECT_EQ(answer_to("--version").standard_output, answer.standard_output);
}

TEST(CommandLine, SaysThatThisBuildHasNoServer) {
    const auto answer = answer_to("serve");
    EXPECT_EQ(answer.exit_code, 2);
    EXPECT_THAT(answer.standard_output, IsEmpty());
    EXPECT_THAT(answer.standard_error, HasSubstr("has no server"));
}

TEST(CommandLine, NamesTheUnknownCommandAndTheKnownOnes) {
    const auto answer = answer_to("sreve");
    EXPECT_EQ(answer.exit_code, 64);
    EXPECT_THAT(answer.standard_output, IsEmpty());
    EXPECT_THAT(answer.standard_error, HasSubstr("'sreve'"));
    EXPECT_THAT(answer.standard_error, HasSubstr("serve, version and help"));
}

TEST(CommandLine, TreatsNoCommandAsAMistakeInUsage) {
    const auto answer = answer_command_line({});
    EXPECT_EQ(answer.exit_code, 64);
    EXPECT_THAT(answer.standard_output, IsEmpty());
    EXPECT_THAT(answer.standard_error, HasSubstr("usage: standby"));
}

}  // namespace
}  // namespace standby::app
