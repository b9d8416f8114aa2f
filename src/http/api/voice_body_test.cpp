// Tests of wordings: their names, their bodies, and how they are shown.
#include "http/api/voice_body.hpp"

#include "http/api/body_test_support.hpp"
#include "http/api/voice_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::Channel;
using engine::MessageKind;

const engine::VoiceKey offer_mail{
    .kind = MessageKind::Offer, .channel = Channel::Mail, .locale = "de"};

template <class Write>
std::string written(Write write) {
    std::string text;
    JsonWriter writer{text};
    write(writer);
    return text;
}

TEST(VoiceId, ReadsBackAndRefusesAnythingElse) {
    EXPECT_EQ(format_voice_id(offer_mail), "offer.mail.de");
    EXPECT_EQ(parse_voice_id("offer.mail.de"), offer_mail);
    EXPECT_EQ(parse_voice_id("move_up.sms.en")->kind, MessageKind::MoveUp);
    for (const std::string_view bad :
         {"", ".", "..", "offer", "offer.mail", "offer.mail.", "offer..de", ".mail.de",
          "Offer.mail.de", "offer.fax.de", "nothing.mail.de", "offer.mail.de.de",
          "offer.mail.abcdefghijklm"}) {
        EXPECT_FALSE(parse_voice_id(bad)) << bad;
    }
}

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

TEST(VoiceJson, ShowsTheOwnWordsBesideTheStandard) {
    const engine::VoiceDraft standard{
        .key = offer_mail, .subject = "S", .text = "T", .button = "B"};
    const engine::VoiceVariable variables[] = {{"name", "the guest's name", "Mia"}};
    VoiceFacts facts{.key = offer_mail, .standard = standard, .variables = variables};
    EXPECT_EQ(written([&](JsonWriter& writer) { write_voice(writer, facts); }),
              R"({"id":"offer.mail.de","kind":"offer","channel":"mail","locale":"de",)"
              R"("is_own":false,"version":null,"made_at":null,"subject":"S","text":"T",)"
              R"("button":"B","default":{"subject":"S","text":"T","button":"B"},)"
              R"("variables":[{"name":"name","meaning":"the guest's name","example":"Mia"}]})");
    const engine::VoiceVersion own{.draft = {.key = offer_mail, .subject = "Own", .text = "Words"},
                                   .version = 2,
                                   .made_at = *parse_time("2026-11-16T12:00:00Z"),
                                   .made_by = 3};
    facts.own = &own;
    const std::string text = written([&](JsonWriter& writer) { write_voice(writer, facts); });
    EXPECT_NE(text.find(R"("is_own":true,"version":2,"made_at":"2026-11-16T12:00:00Z",)"
                        R"("subject":"Own","text":"Words","button":null,)"),
              std::string::npos)
        << text;
    EXPECT_EQ(written([&](JsonWriter& writer) { write_voice_version(writer, own); }),
              R"({"version":2,"is_default":false,"made_at":"2026-11-16T12:00:00Z",)"
              R"("made_by":"key_3","subject":"Own","text":"Words","button":null})");
}

TEST(VoiceJson, CountsSegmentsOfTextMessagesOnly) {
    const engine::WrittenMessage sms{.text = "Hi", .segments = 1, .is_unicode = false};
    EXPECT_EQ(
        written([&](JsonWriter& writer) { write_written_message(writer, sms, Channel::Sms); }),
        R"({"subject":null,"text":"Hi","html":null,"segments":1,"unicode":false})");
    const engine::WrittenMessage mail{.subject = "S", .text = "T", .html = "<p>"};
    EXPECT_EQ(
        written([&](JsonWriter& writer) { write_written_message(writer, mail, Channel::Mail); }),
        R"({"subject":"S","text":"T","html":"<p>","segments":null,"unicode":null})");
}

}  // namespace
}  // namespace standby::http
