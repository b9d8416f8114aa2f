// Tests of the voice as a whole: what is refused, what a mail and a text message consist of, and
// that nothing a guest typed gets out of its place.
#include "notify/voice/voice.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "notify/voice/html_text.hpp"
#include "notify/voice/mail_layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::VoiceDraft;
using engine::WrittenMessage;

VoiceDraft mail_draft(std::string text) {
    return {.key = {MessageKind::Offer, Channel::Mail, "en"},
            .subject = "Subject",
            .text = std::move(text),
            .button = "Go"};
}

VoiceDraft sms_draft(std::string text) {
    return {.key = {MessageKind::Offer, Channel::Sms, "en"},
            .subject = "",
            .text = std::move(text),
            .button = ""};
}

std::string problems(const VoiceDraft& draft) {
    std::string text;
    for (const engine::VoiceProblem& problem : check_voice(draft)) {
        text += problem.field + ": " + problem.message + "\n";
    }
    return text;
}

Facts sample(std::string_view locale = "en") {
    return sample_facts(MessageKind::Offer, "Salon", locale);
}

TEST(LocaleTest, FindsTheLanguageWeHave) {
    EXPECT_EQ(best_locale("de-AT", "en"), "de");
    EXPECT_EQ(best_locale("FR_ca", "en"), "fr");
    EXPECT_EQ(best_locale("es", "en"), "es");
    EXPECT_EQ(best_locale("pt-BR", "de"), "de");
    EXPECT_EQ(best_locale("", "fr"), "fr");
    EXPECT_EQ(best_locale("deutsch", "fr"), "fr");
    EXPECT_EQ(best_locale(std::string(1'000'000, 'd'), "fr"), "fr");
}

TEST(CheckVoiceTest, TakesWhatIsFine) {
    EXPECT_EQ(problems(mail_draft("Hello {{name}}\r\n\r\n{{deadline}}")), "");
    EXPECT_EQ(problems(sms_draft("{{link}}")), "");
}

TEST(CheckVoiceTest, RefusesVariablesThatMeanNothingInThisMessage) {
    EXPECT_EQ(problems(mail_draft("{{nmae}}")),
              "text: line 1, column 1: there is no {{nmae}}; did you mean {{name}}?\n");
    EXPECT_EQ(problems(mail_draft("{{fill_rate}}")),
              "text: line 1, column 1: there is no {{fill_rate}}\n");
    VoiceDraft draft = mail_draft("x");
    draft.subject = "{{links}}";
    draft.button = "{{#link}}";
    EXPECT_EQ(problems(draft),
              "subject: line 1, column 1: there is no {{links}}; did you mean {{link}}?\n"
              "button: line 1, column 1: {{#link}} is never closed; write {{/link}}\n");
}

TEST(CheckVoiceTest, HoldsTheLimits) {
    EXPECT_EQ(problems(mail_draft(std::string(4000, 'x'))), "");
    EXPECT_EQ(problems(mail_draft(std::string(4001, 'x'))),
              "text: the text is longer than 4000 characters\n");
    VoiceDraft draft = mail_draft("x");
    draft.subject = std::string(201, 'x');
    draft.button = std::string(61, 'x');
    EXPECT_EQ(problems(draft), "subject: the subject is longer than 200 characters\n"
                               "button: the button is longer than 60 characters\n");
    draft.subject = "a\nb";
    draft.button = "a\r";
    EXPECT_EQ(problems(draft),
              "subject: the subject is one line\nbutton: the button is one line\n");
}

TEST(CheckVoiceTest, RefusesBytesThatAreNoText) {
    EXPECT_EQ(problems(mail_draft("a\xFF")), "text: the text is not valid UTF-8\n");
    EXPECT_EQ(problems(mail_draft("a\x1b")), "text: the text contains control characters\n");
    EXPECT_EQ(problems(mail_draft("a\rb")), "text: the text contains control characters\n");
    EXPECT_EQ(problems(mail_draft(std::string("a\0b", 3))),
              "text: the text contains control characters\n");
}

TEST(CheckVoiceTest, RefusesEmptyAndSuperfluousFields) {
    VoiceDraft draft = mail_draft(" \n");
    draft.subject = "";
    EXPECT_EQ(problems(draft), "subject: the subject is empty\ntext: the text is empty\n");
    draft = sms_draft("{{link}}");
    draft.subject = "a";
    draft.button = "b";
    EXPECT_EQ(problems(draft), "subject: a text message has no subject\n"
                               "button: a text message has no button\n");
}

TEST(CheckVoiceTest, RefusesAnOfferThatCannotBeTaken) {
    EXPECT_EQ(problems(sms_draft("Hello")), "text: the reader needs {{link}} in the text\n");
    VoiceDraft draft = mail_draft("Hello");
    draft.button = "";
    EXPECT_EQ(problems(draft), "text: the reader needs a button, or {{link}} in the text\n");
    draft.text = "Hello {{link}}";
    EXPECT_EQ(problems(draft), "");
}

TEST(CheckVoiceTest, RefusesKeysWithoutWords) {
    VoiceDraft draft = sms_draft("{{link}}");
    draft.key.locale = "it";
    EXPECT_EQ(problems(draft), "locale: there are templates in en, de, fr, es\n");
    draft.key = {MessageKind::MonthlySummary, Channel::Sms, "en"};
    EXPECT_EQ(problems(draft), "channel: monthly_summary is never sent by sms\n");
}

TEST(VariablesTest, HaveMeaningsAndExamples) {
    for (const engine::VoiceKey& key : voice_keys()) {
        const auto variables = voice_variables(key.kind);
        EXPECT_GE(variables.size(), 5U);
        for (const engine::VoiceVariable& variable : variables) {
            EXPECT_FALSE(variable.meaning.empty()) << variable.name;
        }
    }
    const auto variables = voice_variables(MessageKind::Offer);
    const auto deadline = std::ranges::find(variables, "deadline", &engine::VoiceVariable::name);
    ASSERT_NE(deadline, variables.end());
    EXPECT_EQ(deadline->example, "12:20 pm");
}

TEST(WriteTest, MakesAMailOfParagraphsButtonAndFooter) {
    const WrittenMessage message =
        write_message(mail_draft("Hello {{name}},\n\n{{what}}\n{{rank}}\n\nBye"), sample());
    EXPECT_EQ(message.subject, "Subject");
    EXPECT_EQ(message.text, "Hello Ada Moreno,\n\nHaircut\n3\n\nBye\n\nGo:\n"
                            "https://standby.example/o/8kq2m9x4b\n\n-- \nSalon\n"
                            "5 Harbour Street, Dublin\n"
                            "Check your place in line or leave this list: "
                            "https://standby.example/s/8kq2m9x4bz\n"
                            "Stop all messages from us: https://standby.example/u/8kq2m9x4bz\n");
    EXPECT_TRUE(message.html.contains("Haircut<br>\n3</p>"));
    EXPECT_TRUE(message.html.contains("href=\"https://standby.example/o/8kq2m9x4b\""));
    EXPECT_TRUE(message.html.contains("href=\"https://standby.example/u/8kq2m9x4bz\""));
    EXPECT_TRUE(message.html.contains("lang=\"en\""));
    EXPECT_LT(message.html.size(), 20'000U);
}

TEST(WriteTest, LeavesOutLinesOnWhichNothingIsLeft) {
    Facts facts = sample();
    facts.rank.reset();
    facts.place.clear();
    const auto text = [&](std::string wording) {
        return write_message(sms_draft(std::move(wording)), facts).text;
    };
    EXPECT_EQ(text("a\n{{rank}}\n{{place}} {{#rank}}x{{/rank}}\nb"), "a\nb");
    EXPECT_EQ(text("a\n{{#name}}\nb\n{{/name}}\nc"), "a\nb\nc");
    EXPECT_EQ(text("a\n\n{{#rank}}\nb\n{{/rank}}\n\nc"), "a\n\nc");
    EXPECT_EQ(text("a\n\nb"), "a\n\nb");
}

TEST(WriteTest, ShowsNoButtonWithoutALink) {
    Facts facts = sample();
    facts.link = "javascript:alert(1)";
    const WrittenMessage message = write_message(mail_draft("{{link}}x"), facts);
    EXPECT_FALSE(message.html.contains("javascript"));
    EXPECT_FALSE(message.html.contains(">Go<"));
    EXPECT_FALSE(message.text.contains("Go"));
}

TEST(WriteTest, SpeaksTheLanguageOfTheKey) {
    VoiceDraft draft = mail_draft("{{when}}, {{duration}}, {{price}}, {{time_left}}");
    draft.key.locale = "de";
    const WrittenMessage message = write_message(draft, sample("de"));
    EXPECT_TRUE(message.text.starts_with("Samstag, 14. November, 14:00, 45 Minuten, 45,00\u00a0€, "
                                         "20 Minuten\n"));
    EXPECT_TRUE(message.html.contains("lang=\"de\""));
    EXPECT_TRUE(message.text.contains("diese Liste verlassen"));
}

TEST(WriteTest, AddsToTheCalendarWhatIsConfirmed) {
    const WrittenMessage message =
        write_message(default_voice({MessageKind::Confirmed, Channel::Mail, "fr"}),
                      sample_facts(MessageKind::Confirmed, "Salon", "fr"));
    EXPECT_TRUE(message.text.contains("\nAjouter à votre agenda :\nGoogle : https://calendar."));
    EXPECT_TRUE(message.text.contains("\nVoir ou annuler :\nhttps://"));
    EXPECT_TRUE(
        message.html.contains("Ajouter à votre agenda : <a href=\"https://calendar.google.com/"));
}

TEST(WriteTest, FallsBackToOurWordsForMarksThatCannotBeRead) {
    EXPECT_EQ(write_message(sms_draft("{{nonsense"), sample()).text,
              write_message(default_voice(sms_draft("").key), sample()).text);
}

TEST(WriteTest, TellsTheSizeOfTextMessages) {
    const WrittenMessage message = write_message(sms_draft("{{name}}\u00e7"), sample());
    EXPECT_EQ(message.segments, 1U);
    EXPECT_TRUE(message.is_unicode);
    EXPECT_EQ(message.html, "");
    EXPECT_EQ(message.subject, "");
}

TEST(LayoutTest, IsSmallAndAsksNoOtherHost) {
    const std::string_view layout = mail_layout();
    EXPECT_LT(layout.size(), 20'000U);
    for (const std::string_view outside : {"<link", "@import", "url(", "src=", "<img", "<script"}) {
        EXPECT_FALSE(layout.contains(outside)) << outside;
    }
    EXPECT_TRUE(layout.contains("color-scheme"));
}

TEST(InjectionTest, NamesStayNames) {
    Facts facts = sample();
    facts.name = "{{link}}<script>alert(1)</script>\r\nBcc: all@example.org \xFF\u202E";
    VoiceDraft draft = mail_draft("Dear {{name}}");
    draft.subject = "For {{name}}";
    draft.button = "{{name}}";
    const std::string clean = "{{link}}<script>alert(1)</script> Bcc: all@example.org \uFFFD";
    const WrittenMessage message = write_message(draft, facts);
    EXPECT_EQ(message.subject, "For " + clean);
    EXPECT_TRUE(message.text.starts_with("Dear " + clean + "\n"));
    EXPECT_FALSE(message.html.contains("<script"));
    EXPECT_TRUE(message.html.contains(escape_html(clean)));
    EXPECT_EQ(write_message(sms_draft("{{name}}"), facts).text, clean);
}

TEST(InjectionTest, ANameThatLooksLikeALinkIsNotMadeOne) {
    Facts facts = sample();
    facts.name = "https://evil.example";
    const WrittenMessage message =
        write_message(mail_draft("{{name}} https://good.example {{status_link}}"), facts);
    EXPECT_FALSE(message.html.contains("href=\"https://evil.example"));
    EXPECT_TRUE(message.html.contains("href=\"https://good.example\""));
    EXPECT_TRUE(message.html.contains("href=\"https://standby.example/s/8kq2m9x4bz\">https://"));
}

TEST(InjectionTest, TenMegabytesOfNameAreCut) {
    Facts facts = sample();
    facts.name = std::string(10'000'000, 'x');
    facts.house = facts.name;
    facts.address = facts.name;
    facts.link = "https://a.example/" + facts.name;
    const WrittenMessage message = write_message(mail_draft("{{name}}{{house}}{{link}}"), facts);
    EXPECT_LT(message.text.size(), 1'000U);
    EXPECT_LT(message.html.size(), 20'000U);
}

// Everything that is not a tag of ours: between the tags of a page that was made of harmless
// values there are as many brackets as between those of one made of hostile ones.
RC_GTEST_PROP(InjectionProperty, ValuesNeverAddTagsOrQuotes,
              (const std::string& name, const std::string& service, const std::string& house)) {
    static const PreparedVoice voice(default_voice({MessageKind::Confirmed, Channel::Mail, "fr"}));
    const auto count = [](const std::string& html, char one) {
        return std::ranges::count(html, one);
    };
    Facts hostile = sample_facts(MessageKind::Confirmed, "Salon", "fr");
    hostile.name = "<" + name;
    hostile.service = "\"'>" + service;
    hostile.house = "&<" + house;
    const WrittenMessage message = voice.write(hostile);
    const WrittenMessage plain = voice.write(sample_facts(MessageKind::Confirmed, "Salon", "fr"));
    RC_ASSERT(count(message.html, '<') == count(plain.html, '<'));
    RC_ASSERT(count(message.html, '>') == count(plain.html, '>'));
    RC_ASSERT(count(message.html, '"') == count(plain.html, '"'));
    RC_ASSERT(is_utf8(message.html) && is_utf8(message.text) && is_utf8(message.subject));
    RC_ASSERT(count(message.subject, '\n') == 0);
    RC_ASSERT(count(message.text, '\n') == count(plain.text, '\n'));
}

RC_GTEST_PROP(WriteProperty, AnyWordingIsRefusedOrWritten, (const std::vector<int>& pieces)) {
    constexpr std::string_view words[] = {
        "{{name}}", "{{#rank}}", "{{/rank}}", "{{^name}}", "{{/name}}",          "\n",
        "a <b> ",   "{",         "}}",        "{{link}}",  "https://x.example/ "};
    std::string text;
    for (const int piece : pieces) {
        text += words[static_cast<unsigned>(piece) % std::size(words)];
    }
    const VoiceDraft draft = mail_draft(text);
    const bool is_fine = check_voice(draft).empty();
    const WrittenMessage message = write_message(draft, sample());
    RC_ASSERT(!message.html.contains("<b>"));
    RC_ASSERT(!is_fine || !message.text.contains("{{"));
}

}  // namespace
}  // namespace standby::notify
