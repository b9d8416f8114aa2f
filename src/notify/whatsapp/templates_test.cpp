// Templates on WhatsApp: what is submitted, what is filled in, and which carries what.
#include "notify/whatsapp/templates.hpp"

#include "notify/voice/voice.hpp"
#include "notify/whatsapp/twilio_whatsapp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace standby::notify {
namespace {

using engine::MessageKind;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(WhatsAppTemplates, AreOfTheFormThatMetaApproves) {
    for (const WhatsAppTemplate one : whatsapp_templates()) {
        EXPECT_EQ(parse_whatsapp_template(name_of(one)), one);
        for (const std::string_view locale : voice_locales()) {
            const TemplateText text = template_text(one, locale);
            EXPECT_FALSE(text.body.starts_with("{{")) << text.body;
            EXPECT_FALSE(text.body.ends_with("}}")) << text.body;
            EXPECT_LE(text.body.size(), 1024U);
            EXPECT_FALSE(text.examples.empty());
            for (std::size_t number = 1; number <= text.examples.size(); ++number) {
                EXPECT_THAT(text.body, HasSubstr("{{" + std::to_string(number) + "}}"));
                EXPECT_THAT(text.examples[number - 1], Not(::testing::AnyOf("", "-")));
            }
            EXPECT_EQ(text.buttons.size(), template_text(one, "en").buttons.size());
            EXPECT_EQ(text.examples.size(), template_text(one, "en").examples.size());
        }
    }
}

TEST(WhatsAppTemplates, CarryEveryKindInEveryLanguageWithoutAHole) {
    std::set<WhatsAppTemplate> used;
    for (const engine::VoiceKey& key : voice_keys()) {
        const bool is_reply =
            key.kind >= MessageKind::ReplyClaimed && key.kind <= MessageKind::ReplyStillHere;
        if (key.channel != engine::Channel::Sms || is_reply) {
            continue;
        }
        const Facts facts = sample_facts(key.kind, "Salon Aster", key.locale);
        const WhatsAppTemplate one = template_for(facts);
        used.insert(one);
        const WrittenTemplate written = write_template(one, key.locale, facts);
        EXPECT_THAT(written.text, Not(HasSubstr("{{"))) << written.text;
        EXPECT_EQ(written.form.language, key.locale);
        EXPECT_EQ(written.form.values.size(), template_text(one, key.locale).examples.size());
        for (const std::string& value : written.form.values) {
            EXPECT_FALSE(value.empty());
            EXPECT_THAT(written.text, HasSubstr(value));
        }
    }
    EXPECT_EQ(used.size(), whatsapp_templates().size());
}

TEST(WhatsAppTemplates, SayNothingWhereNothingIsKnown) {
    Facts facts = sample_facts(MessageKind::Offer, "A  B\nC", "en");
    facts.expires_at.reset();
    const WrittenTemplate written = write_template(WhatsAppTemplate::Offer, "en", facts);
    EXPECT_EQ(written.form.values[0], "A B C");
    EXPECT_EQ(written.form.values[2], "-");
}

TEST(ContentSids, AreReadFromLines) {
    const std::string sid = "HX" + std::string(32, 'a');
    EXPECT_EQ(parse_content_sid("offer.en=" + sid),
              (std::pair<std::string, std::string>{"offer.en", sid}));
    for (const std::string& line : std::vector<std::string>{
             "", "offer.en", "offer=" + sid, "offer.xx=" + sid, "other.en=" + sid, "offer.en=HX1",
             "offer.en=MG" + std::string(32, 'a')}) {
        EXPECT_FALSE(parse_content_sid(line)) << line;
    }
}

TEST(TwilioWhatsApp, SendsATemplateOrFreeText) {
    const TwilioOptions options{.account_sid = "AC1", .auth_token = "t"};
    OutgoingMessage message{
        .id = "msg_1", .to = "+491511", .from = "+1500", .content = "Hello & bye"};
    EXPECT_EQ(make_twilio_whatsapp_request(options, message, "", "").body,
              "To=whatsapp%3A%2B491511&From=whatsapp%3A%2B1500&Body=Hello%20%26%20bye");
    message.form = FilledTemplate{
        .name = "news", .language = "en", .values = {"A \"B\"", "C"}, .payloads = {}};
    message.from = "MG1";
    EXPECT_EQ(make_twilio_whatsapp_request(options, message, "HX1", "").body,
              "To=whatsapp%3A%2B491511&MessagingServiceSid=MG1&ContentSid=HX1&ContentVariables="
              "%7B%221%22%3A%22A%20%5C%22B%5C%22%22%2C%222%22%3A%22C%22%7D");
}

TEST(TwilioWhatsApp, KnowsWhoIsNotThere) {
    EXPECT_EQ(whatsapp_news(63003), engine::WhatsAppNews::Absent);
    EXPECT_EQ(whatsapp_news(63024), engine::WhatsAppNews::Absent);
    EXPECT_EQ(whatsapp_news(63016), engine::WhatsAppNews::Closed);
    EXPECT_EQ(whatsapp_news(30003), std::nullopt);
}

}  // namespace
}  // namespace standby::notify
