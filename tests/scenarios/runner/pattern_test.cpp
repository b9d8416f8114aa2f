// Tests of sentence patterns: what fills a blank, and what does not.
#include "tests/scenarios/runner/pattern.hpp"

#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

// The captures as texts, or "no match".
std::vector<std::string> captured(const char* pattern, const char* line) {
    const Words words = split_words(line);
    const auto captures = Pattern(pattern).match(words);
    if (!captures) {
        return {"no match"};
    }
    std::vector<std::string> texts;
    for (const WordSpan capture : *captures) {
        texts.push_back(joined(capture));
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Pattern, FillsBlanksInOrder) {
    EXPECT_EQ(captured("{who} has {count} points", "Ada has 12 points"), (Texts{"Ada", "12"}));
    EXPECT_EQ(captured("{whose} offer is extended until {moment}",
                       "person 7's offer is extended until Sunday at 08:00 in Asia/Tokyo"),
              (Texts{"person 7's", "Sunday at 08:00 in Asia/Tokyo"}));
    EXPECT_EQ(captured("payment {money}", "payment 45.00 EUR"), (Texts{"45.00 EUR"}));
}

TEST(Pattern, ReadsListsOfNames) {
    EXPECT_EQ(captured("{names} are {state}", "Ada, person 3 and Cleo are waiting"),
              (Texts{"Ada, person 3 and Cleo", "waiting"}));
}

TEST(Pattern, IgnoresPunctuationBetweenParts) {
    EXPECT_EQ(captured("it is refused: {word}", "it is refused: list-full"), (Texts{"list-full"}));
    EXPECT_EQ(captured("it is refused: {word}", "it is refused list-full"), (Texts{"list-full"}));
}

TEST(Pattern, TakesTheRestUpToWhatFollows) {
    EXPECT_EQ(captured("a {word} {rest} is cancelled", "a cut with Kim at 14:00 is cancelled"),
              (Texts{"cut", "with Kim at 14:00"}));
    EXPECT_EQ(captured("{who} joins {rest}", "Ada joins"), (Texts{"Ada", ""}));
}

TEST(Pattern, RefusesWhatDoesNotLookLikeIt) {
    const Texts none = {"no match"};
    EXPECT_EQ(captured("{who} claims", "ada claims"), none);
    EXPECT_EQ(captured("{who} claims", "Ada claims it"), none);
    EXPECT_EQ(captured("{count} are waiting", "-3 are waiting"), none);
    EXPECT_EQ(captured("claim window {duration}", "claim window 10 minutes"), none);
    EXPECT_EQ(captured("payment {money}", "payment 45.0 EUR"), none);
    EXPECT_EQ(captured("until {moment}", "until 8:00"), none);
    EXPECT_EQ(captured("called {quoted}", "called two"), none);
}

TEST(Pattern, PrefersTheLongerBeginning) {
    const Words words = split_words("with Kim, at 14:00");
    const auto found = Pattern("with {word}").match_beginning(words);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->length, 2U);
    EXPECT_FALSE(Pattern("at {moment}").match_beginning(words));
}

TEST(Pattern, NamesTheClosestFirst) {
    const Pattern claims("{who} claims");
    const Pattern points("{who} has {count} points");
    const std::string text = closest({&claims, &points}, split_words("Ada has many points"));
    EXPECT_LT(text.find(points.text()), text.find(claims.text()));
}

}  // namespace
}  // namespace standby::scenarios
