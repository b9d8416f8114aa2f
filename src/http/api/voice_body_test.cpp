// Tests of the bodies of wordings.
#include "http/api/voice_body.hpp"

#include "http/api/body_test_support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(VoiceBody, TakesTextsOfSeveralLines) {
    const auto body =
        parse_voice(R"({"subject":" Hello ","text":"One\r\n\r\nTwo","button":"See"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->subject, "Hello");
    EXPECT_EQ(body->text, "One\n\nTwo");
    EXPECT_EQ(body->button, "See");
    EXPECT_EQ(parse_voice(R"({"subject":null,"text":"x"})")->subject, "");
}

TEST(VoiceBody, SaysWhatIsWrong) {
    for (const auto& [member, error] : {
             WrongField{R"("text":7)", "text must be a string"},
             {R"("text":"a\u0000b")", "text must not contain control characters"},
             {R"("text":"x","subject":"a\r\nBcc: b")", "subject must not contain"},
             {R"("text":"x","button":"a\nb")", "button must not contain"},
             {R"("text":"x","html":"<b>")", "html is not a known field"},
             {R"("subject":"x")", "text is required"},
         }) {
        const Errors errors = errors_of(parse_voice(with_member("", member)));
        ASSERT_EQ(errors.size(), 1U) << member;
        EXPECT_TRUE(errors.front().starts_with(error)) << errors.front();
    }
    EXPECT_EQ(errors_of(parse_voice(fmt::format(R"({{"text":"{:x>4001}"}})", ""))),
              Errors{"text must be at most 4000 characters"});
}

TEST(VoiceBody, TurnsProblemsIntoErrorsOfFields) {
    const engine::VoiceProblem problems[] = {{"text", "line 1: there is no {{nmae}}"},
                                             {"subject", "is missing"}};
    const Problem refused = problem_of(problems);
    EXPECT_EQ(refused.status, 422);
    ASSERT_EQ(refused.errors.size(), 2U);
    EXPECT_EQ(refused.errors[0], (FieldError{"text", "line 1: there is no {{nmae}}"}));
}

}  // namespace
}  // namespace standby::http
