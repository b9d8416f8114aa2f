// Tests of Standby's own words: all of them, in all languages.
#include "notify/voice/segments.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/words/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::VoiceKey;
using engine::WrittenMessage;

constexpr std::string_view house = "Salon Lumière";

std::string label(const VoiceKey& key) {
    return std::string(name_of(key.kind)) + " " + std::string(name_of(key.channel)) + " " +
           key.locale;
}

// What must fit into one text: an offer, and what staff hear while something is wrong.
bool is_one_segment(MessageKind kind) {
    return kind == MessageKind::Offer || kind == MessageKind::HandedBack ||
           kind == MessageKind::NobodyFits || kind == MessageKind::ChannelDown ||
           kind == MessageKind::ChannelBack;
}

bool is_to_be_answered(MessageKind kind) {
    return engine::is_offer(kind) || kind == MessageKind::Reminder;
}

TEST(DefaultsTest, EveryKindIsWordedOnEveryChannelInEveryLanguage) {
    const auto keys = voice_keys();
    EXPECT_EQ(std::set<VoiceKey>(keys.begin(), keys.end()).size(), keys.size());
    EXPECT_EQ(keys.size(), (30 * 2 + 1 + 10) * 4U);
    const auto has = [](MessageKind kind, Channel channel) {
        return is_worded({.kind = kind, .channel = channel, .locale = "fr"});
    };
    for (const MessageKind kind : {MessageKind::Waitlisted,
                                   MessageKind::Verify,
                                   MessageKind::Confirmed,
                                   MessageKind::Offer,
                                   MessageKind::Reminder,
                                   MessageKind::Expired,
                                   MessageKind::Taken,
                                   MessageKind::BookingTaken,
                                   MessageKind::BookingGivenUp,
                                   MessageKind::PaymentReceipt,
                                   MessageKind::PaymentLate,
                                   MessageKind::PaymentReleased,
                                   MessageKind::PaymentRefunded,
                                   MessageKind::Cancelled,
                                   MessageKind::StatusLink,
                                   MessageKind::MoveUp,
                                   MessageKind::EventReminder,
                                   MessageKind::EventOver,
                                   MessageKind::ListClosed,
                                   MessageKind::EventCancelled,
                                   MessageKind::TermsChanged,
                                   MessageKind::OfferAnew,
                                   MessageKind::PassedOn,
                                   MessageKind::HandedBack,
                                   MessageKind::NobodyFits,
                                   MessageKind::ChannelDown,
                                   MessageKind::ChannelBack,
                                   MessageKind::StillThere,
                                   MessageKind::ConfirmedLateYes,
                                   MessageKind::ConfirmedInstantYes}) {
        EXPECT_TRUE(has(kind, Channel::Mail) && has(kind, Channel::Sms)) << name_of(kind);
    }
    EXPECT_TRUE(has(MessageKind::MonthlySummary, Channel::Mail) &&
                !has(MessageKind::MonthlySummary, Channel::Sms));
    EXPECT_TRUE(has(MessageKind::StaffNotice, Channel::Mail));
    EXPECT_FALSE(can_be_reworded(MessageKind::StaffNotice));
    EXPECT_TRUE(has(MessageKind::StaffMessage, Channel::Mail) &&
                has(MessageKind::StaffMessage, Channel::Sms));
    EXPECT_FALSE(can_be_reworded(MessageKind::StaffMessage));
    for (const MessageKind kind : {MessageKind::Refund, MessageKind::Release}) {
        EXPECT_FALSE(has(kind, Channel::Mail) || has(kind, Channel::Sms)) << name_of(kind);
    }
    for (const VoiceKey& key : keys) {
        EXPECT_TRUE(is_worded(key)) << label(key);
    }
}

TEST(DefaultsTest, AreFreeOfProblems) {
    for (const VoiceKey& key : voice_keys()) {
        for (const engine::VoiceProblem& problem : check_voice(default_voice(key))) {
            ADD_FAILURE() << label(key) << ": " << problem.field << ": " << problem.message;
        }
    }
}

// What a reader would stumble over: marks, and the traces of values that are not there.
void expect_tidy(const VoiceKey& key, std::string_view text) {
    for (const std::string_view trace :
         {"{{", "}}", "  ", " .", " ,", ",,", "()", "..", "\n\n\n"}) {
        EXPECT_EQ(text.find(trace), std::string_view::npos)
            << label(key) << " has \"" << trace << "\" in: " << text;
    }
}

TEST(DefaultsTest, RenderWithSampleFacts) {
    for (const VoiceKey& key : voice_keys()) {
        const WrittenMessage message =
            write_message(default_voice(key), sample_facts(key.kind, house, key.locale));
        expect_tidy(key, message.text);
        expect_tidy(key, message.subject);
        EXPECT_EQ(message.html.find("{{"), std::string::npos) << label(key);
        EXPECT_TRUE(message.text.contains(house)) << label(key);
        EXPECT_EQ(message.subject.empty(), key.channel == Channel::Sms) << label(key);
        EXPECT_EQ(message.html.empty(), key.channel == Channel::Sms) << label(key);
        EXPECT_EQ(message.segments == 0, key.channel == Channel::Mail) << label(key);
    }
}

TEST(DefaultsTest, RenderWithoutAnyOptionalFact) {
    const Zone zone = Zone::utc();
    for (const VoiceKey& key : voice_keys()) {
        Facts facts;
        facts.kind = key.kind;
        facts.zone = &zone;
        facts.house = house;
        facts.resource = "Beta";
        facts.link = "https://standby.example/o/8kq2m9x4b";
        if (key.kind == MessageKind::MonthlySummary) {
            facts.summary = SummaryFacts{.year = 2026,
                                         .month = 2,
                                         .median_time_to_fill = std::nullopt,
                                         .average_time_to_fill = std::nullopt,
                                         .recovered = {},
                                         .recovered_before = {},
                                         .suggestion = std::nullopt};
        }
        if (engine::is_about_money(key.kind)) {
            facts.price = core::Money{4500, {'E', 'U', 'R'}};
        }
        if (key.kind == MessageKind::ChannelDown || key.kind == MessageKind::ChannelBack) {
            facts.outage = Channel::Sms;
        }
        const WrittenMessage message = write_message(default_voice(key), facts);
        expect_tidy(key, message.text);
        expect_tidy(key, message.subject);
        // Nothing at all must do no harm either.
        const WrittenMessage nothing =
            write_message(default_voice(key), {.kind = key.kind, .zone = &zone});
        EXPECT_EQ((nothing.subject + nothing.text + nothing.html).find("{{"), std::string::npos);
    }
}

// Whoever gets into a beta comes nowhere.
TEST(DefaultsTest, AConfirmationOfAccessSpeaksOfNoVisit) {
    const std::pair<std::string_view, std::string_view> spoken[] = {{"en", "You're in."},
                                                                    {"de", "Sie sind dabei."},
                                                                    {"fr", "Vous y êtes."},
                                                                    {"es", "Ya está dentro."}};
    for (const auto& [locale, words] : spoken) {
        const VoiceKey key{.kind = MessageKind::Confirmed,
                           .channel = Channel::Mail,
                           .locale = std::string(locale)};
        Facts facts = sample_facts(key.kind, house, key.locale);
        const std::string booked = write_message(default_voice(key), facts).text;
        EXPECT_FALSE(booked.contains(words)) << booked;
        facts.is_access = true;
        const std::string admitted = write_message(default_voice(key), facts).text;
        EXPECT_TRUE(admitted.contains(words)) << admitted;
        EXPECT_FALSE(admitted.contains("beta.example")) << admitted;
        facts.access_link = "https://beta.example/?code=7";
        const WrittenMessage with_link = write_message(default_voice(key), facts);
        EXPECT_TRUE(with_link.text.contains(facts.access_link)) << with_link.text;
        EXPECT_TRUE(with_link.html.contains("href=\"" + facts.access_link)) << with_link.html;
        for (const std::string_view visit :
             {"can't make it", "freuen uns", "accueillir", "Le esperamos"}) {
            EXPECT_FALSE(admitted.contains(visit)) << admitted;
        }
    }
}

TEST(DefaultsTest, OffersSayWhatWhenUntilWhenAndWhere) {
    for (const VoiceKey& key : voice_keys()) {
        if (!is_to_be_answered(key.kind)) {
            continue;
        }
        const Facts facts = sample_facts(key.kind, house, key.locale);
        const WrittenMessage message = write_message(default_voice(key), facts);
        EXPECT_TRUE(message.text.contains(facts.service)) << label(key);
        EXPECT_TRUE(message.text.contains(facts.link)) << label(key);
        EXPECT_TRUE(message.text.contains("12:20")) << label(key) << ": " << message.text;
        EXPECT_TRUE(message.text.contains(key.locale == "en" ? "2:00 pm" : "14:00"))
            << label(key) << ": " << message.text;
    }
}

TEST(DefaultsTest, TextMessagesAreShortAndInTheGsmAlphabet) {
    for (const VoiceKey& key : voice_keys()) {
        if (key.channel != Channel::Sms) {
            continue;
        }
        const WrittenMessage message =
            write_message(default_voice(key), sample_facts(key.kind, house, key.locale));
        EXPECT_FALSE(message.is_unicode) << label(key) << ": " << message.text;
        EXPECT_LE(message.segments, is_one_segment(key.kind) ? 1U : 2U)
            << label(key) << ": " << message.text;
    }
}

TEST(DefaultsTest, WordOfAnOutageSaysWhatDoesNotGoOut) {
    for (const VoiceKey& key : voice_keys()) {
        if (key.kind != MessageKind::ChannelDown && key.kind != MessageKind::ChannelBack) {
            continue;
        }
        Facts facts = sample_facts(key.kind, house, key.locale);
        const WrittenMessage of_mail = write_message(default_voice(key), facts);
        facts.outage = Channel::Sms;
        facts.waited = key.kind == MessageKind::ChannelBack ? 12'345 : 0;
        const WrittenMessage of_texts = write_message(default_voice(key), facts);
        EXPECT_NE(of_mail.text, of_texts.text) << label(key);
        EXPECT_EQ(of_mail.text.contains("12 "), key.kind == MessageKind::ChannelBack) << label(key);
        EXPECT_LE(of_texts.segments, 1U) << label(key) << ": " << of_texts.text;
        expect_tidy(key, of_texts.text);
        if (key.channel == Channel::Mail) {
            EXPECT_NE(of_mail.subject, of_texts.subject) << label(key);
            expect_tidy(key, of_texts.subject);
        }
        facts.waited = 0;
        expect_tidy(key, write_message(default_voice(key), facts).text);
    }
}

TEST(DefaultsTest, TheAnswerAboutSeveralOffersFitsIntoTwoTexts) {
    for (const std::string_view locale : voice_locales()) {
        const MessageKind kind = MessageKind::ReplyNothing;
        const auto language = interchange::parse_language(locale);
        ASSERT_TRUE(language);
        const engine::VoiceDraft draft{.key = {kind, Channel::Sms, std::string(locale)},
                                       .subject = "",
                                       .text = several_offers_text(*language),
                                       .button = ""};
        EXPECT_TRUE(check_voice(draft).empty()) << locale;
        const WrittenMessage message = write_message(draft, sample_facts(kind, house, locale));
        EXPECT_TRUE(message.text.contains(house)) << locale;
        EXPECT_FALSE(message.is_unicode) << message.text;
        EXPECT_LE(message.segments, 2U) << message.text;
    }
}

TEST(DefaultsTest, ShortDatesOfAllDaysAreInTheGsmAlphabet) {
    const Zone zone = Zone::utc();
    for (const std::string_view locale : voice_locales()) {
        engine::VoiceDraft draft{
            .key = {MessageKind::Waitlisted, Channel::Sms, std::string(locale)},
            .subject = "",
            .text = "{{when}} {{duration}}",
            .button = ""};
        const PreparedVoice voice(draft);
        Facts facts{.zone = &zone};
        for (int day = 0; day < 366; ++day) {
            facts.starts_at = Time{} + std::chrono::days(day);
            EXPECT_FALSE(voice.write(facts).is_unicode) << voice.write(facts).text;
        }
    }
}

TEST(DefaultsTest, StopAndHelpFollowTheCustomsOfCarriers) {
    for (const std::string_view locale : voice_locales()) {
        const auto text = [&](MessageKind kind) {
            const VoiceKey key{kind, Channel::Sms, std::string(locale)};
            return write_message(default_voice(key), sample_facts(kind, house, locale)).text;
        };
        EXPECT_TRUE(text(MessageKind::ReplyStopped).contains("START")) << locale;
        EXPECT_TRUE(text(MessageKind::ReplyHelp).contains("STOP")) << locale;
        EXPECT_TRUE(text(MessageKind::ReplyStarted).contains("STOP")) << locale;
        EXPECT_TRUE(text(MessageKind::ReplyStarted).contains("HELP")) << locale;
    }
}

}  // namespace
}  // namespace standby::notify
