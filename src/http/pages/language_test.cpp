// Tests of which language a reader is shown.
#include "http/pages/language.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using enum Language;

TEST(Language, IsTheOneTheBrowserLikesBest) {
    EXPECT_EQ(accepted_language("nl,fr;q=0.4,de;q=0.8,en;q=0.4"), German);
    EXPECT_EQ(accepted_language("es-ES, en"), Spanish);
    EXPECT_EQ(accepted_language("de;q=0, fr;q=0.1"), French);
    EXPECT_EQ(accepted_language("nl, *;q=0.5"), std::nullopt);
    EXPECT_EQ(accepted_language("de;q=abc,;;,,=,fr;q=0.2"), French);
    EXPECT_EQ(accepted_language(""), std::nullopt);
}

TEST(Language, FollowsTheStrongestHint) {
    LanguageHints hints{.asked = "fr", .person = "de", .accepted = "es", .house = "en"};
    EXPECT_EQ(choose_language(hints), French);
    hints.asked = "xx";
    EXPECT_EQ(choose_language(hints), German);
    hints.person = "";
    EXPECT_EQ(choose_language(hints), Spanish);
    hints.accepted = "nl";
    hints.house = "de-CH";
    EXPECT_EQ(choose_language(hints), German);
    hints.house = "pt";
    EXPECT_EQ(choose_language(hints), English);
}

}  // namespace
}  // namespace standby::http
