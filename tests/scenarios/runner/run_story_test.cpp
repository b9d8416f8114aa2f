// Tests of the runner itself: what is wrong with a story, or with what happened, must be found and
// must name its line. A story that cannot fail would be worth nothing.
#include "tests/scenarios/runner/run_story.hpp"

#include "tests/scenarios/runner/core_driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view beginning = "# A title\n"
                                       "# Some prose.\n"
                                       "Saturday 2026-11-14 09:00 in UTC\n"
                                       "the class \"Yoga\" has 1 seat\n"
                                       "    claim window 1h\n";

std::vector<std::string> findings(std::string_view rest, std::string_view first = beginning) {
    const auto make = [](const core::ZoneBook& zones, Restarts restarts) {
        return std::make_unique<CoreDriver>(
            zones, restarts == Restarts::AsTold ? Instants::Plain : Instants::EachRestarted);
    };
    return run_text("a.txt", std::string(first) + std::string(rest), make).findings;
}

TEST(RunStory, PassesWhatComesTrue) {
    EXPECT_THAT(findings("Ada joins\n    Ada is accepted\n    no place is free\n"), IsEmpty());
}

TEST(RunStory, NamesTheLineAndWhatIsSoInstead) {
    EXPECT_THAT(findings("Ada joins\n    Ada is waiting\n"),
                ElementsAre("a.txt:7: expected: Ada is waiting; but Ada is accepted"));
}

TEST(RunStory, FindsARefusalThatNobodyExpected) {
    EXPECT_THAT(findings("Ada joins, party of 2\n"),
                ElementsAre(HasSubstr("a.txt:6: it is refused: invalid-field party_size")));
    EXPECT_THAT(findings("Ada joins\n    it is refused: list-full\n"),
                ElementsAre(HasSubstr("a.txt:7: expected: it is refused: list-full; but")));
}

TEST(RunStory, AnswersAnUnknownSentenceWithTheClosest) {
    EXPECT_THAT(findings("Ada claimed\n"), ElementsAre(HasSubstr("a.txt:6: no sentence is like")));
    EXPECT_THAT(findings("Ada joins\n    Ada has 3 pints\n"),
                ElementsAre(HasSubstr("{who} has {count} points")));
    EXPECT_THAT(findings("Ada joins, carrying 3 points\n"),
                ElementsAre(HasSubstr("holding {count} points")));
}

TEST(RunStory, RefusesMisspeltNamesOfEvents) {
    EXPECT_THAT(findings("Ada joins\n    no event entry_join\n"),
                ElementsAre(HasSubstr("no event is called entry_join")));
    EXPECT_THAT(findings("Ada joins\n    no event entry_joined with reason place_fre\n"),
                ElementsAre(HasSubstr("no event has reason place_fre")));
    EXPECT_THAT(findings("Ada joins\n    no event entry_joined with colour red\n"),
                ElementsAre(HasSubstr("no event has colour red")));
}

TEST(RunStory, RefusesTimeThatRunsBackwards) {
    EXPECT_THAT(findings("at 08:00 Ada joins\n"),
                ElementsAre(HasSubstr("a.txt:6: the story is already at Sat 2026-11-14 09:00")));
}

TEST(RunStory, RefusesPeopleNobodyKnows) {
    EXPECT_THAT(findings("Ada claims\n"), ElementsAre("a.txt:6: Ada has not joined"));
    EXPECT_THAT(findings("Ada joins\nAda claims\n"),
                ElementsAre("a.txt:7: Ada was never offered anything"));
}

TEST(RunStory, RefusesAStoryWithoutABeginning) {
    EXPECT_THAT(findings("Ada joins\n", "# Title\n# Prose.\n"),
                ElementsAre(HasSubstr("a story begins on a day")));
    EXPECT_THAT(findings("", "Saturday 2026-11-14 09:00 in UTC\n"),
                ElementsAre(HasSubstr("a story begins with '# its title'")));
    EXPECT_THAT(findings("Ada joins\n", "# Title\n# Prose.\nSunday 2026-11-14 09:00 in UTC\n"),
                ElementsAre("a.txt:3: 2026-11-14 is no Sunday"));
}

TEST(RunStory, RefusesARuleThatIsSaidTwice) {
    EXPECT_THAT(findings("    claim window 2h\nAda joins\n"),
                ElementsAre("a.txt:4: 'claim window 2h' was said before"));
}

}  // namespace
}  // namespace standby::scenarios
