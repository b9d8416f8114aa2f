// Tests that repeated changes get their first answer, for as long as it is kept.
#include "http/routes/kept_answers.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

const Time noon = *parse_time("2026-11-16T12:00:00Z");

TEST(KeptAnswers, AreFoundByTheirKeyForADay) {
    KeptAnswers answers;
    answers.keep({1, 2}, {.request_digest = 7, .made_at = noon, .status = 200, .body = "{}"});
    ASSERT_NE(answers.find({1, 2}, noon), nullptr);
    EXPECT_EQ(answers.find({1, 2}, noon)->request_digest, 7U);
    EXPECT_EQ(answers.find({2, 1}, noon), nullptr);
    EXPECT_NE(answers.find({1, 2}, noon + std::chrono::hours{23}), nullptr);
    EXPECT_EQ(answers.find({1, 2}, noon + std::chrono::hours{24}), nullptr);
}

TEST(KeptAnswers, DropTheOldestBeyondTheirMaximum) {
    KeptAnswers answers;
    for (std::uint64_t number = 0; number <= KeptAnswers::count_max; ++number) {
        answers.keep({number, 0}, {.made_at = noon, .status = 200});
        answers.keep({number, 0}, {.made_at = noon, .status = 200});
    }
    EXPECT_EQ(answers.find({0, 0}, noon), nullptr);
    EXPECT_NE(answers.find({1, 0}, noon), nullptr);
    EXPECT_NE(answers.find({KeptAnswers::count_max, 0}, noon), nullptr);
}

}  // namespace
}  // namespace standby::http
