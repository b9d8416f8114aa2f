// Everything that Standby says by itself. The texts are in words/messages, one file for each
// language, and cmake/words.py writes these tables out of them. The marks in wordings are explained
// in template.hpp, and what they can name in variables.cpp. In text messages the words keep to the
// GSM alphabet where the language allows, because any other character halves what fits into one.
#pragma once

#include "engine/ports/messages.hpp"
#include "interchange/wording/calendar_words.hpp"

#include <span>
#include <string>
#include <string_view>

namespace standby::notify {

using interchange::Language;
using interchange::UnitWords;

// Why a place is handed back to the staff, as it completes "why: …"; or what happened to how a
// member signs in, as a sentence.
struct ReasonWords {
    std::string_view name;  // as name_of writes it
    std::string_view words;
};

// What stands around the wording in a mail.
struct MailWords {
    std::string_view add_to_calendar;
    std::string_view see_or_leave;  // the place in line, and how to give it up
    std::string_view stop_all;
    std::string_view colon;  // between a label and what it stands for
};

// The templates: texts with marks that Meta approves, so that no house words them itself. The
// names are those of the templates, and the order is that of the API.
struct WhatsAppWords {
    std::string_view offer;
    std::string_view confirmed;
    std::string_view cancelled;
    std::string_view reminder;
    std::string_view still_there;
    std::string_view verify;
    std::string_view news;
    std::string_view what_when;  // what it is and when it is, for one mark
    std::string_view yes;        // what the buttons say
    std::string_view no;
};

struct Wording {
    engine::MessageKind kind;
    engine::Channel channel;
    std::string_view subject;
    std::string_view text;
    std::string_view button;
};

struct Words {
    UnitWords places;
    UnitWords messages;
    std::string_view by_mail;  // what isn't going out
    std::string_view by_text;
    std::string_view by_whatsapp;
    std::string_view answer_yes_no;   // how to answer an offer by text
    std::string_view answer_stop;     // how to end all by text
    std::string_view several_offers;  // which of them is an answer by text for?
    MailWords mail;
    WhatsAppWords whatsapp;
    std::span<const ReasonWords> reasons;
    std::span<const ReasonWords> notices;
    std::span<const Wording> wordings;
};

extern const Words english_words;
extern const Words german_words;
extern const Words french_words;
extern const Words spanish_words;

const Words& words_of(Language language);
// As a wording, after who says it.
std::string several_offers_text(Language language);

}  // namespace standby::notify
