// Tests of wordings as JSON.
#include "interchange/view/voice.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
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
}  // namespace standby::interchange
