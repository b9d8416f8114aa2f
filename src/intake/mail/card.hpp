// What staff see of a forwarded mail: the row that is proposed, and each of its values with the
// words that it came from. Kept as JSON beside the mail, and shown by the API as it is.
#pragma once

#include "base/json/value.hpp"
#include "intake/mail/authentication.hpp"
#include "intake/mail/mail_reading.hpp"
#include "intake/reading/request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline constexpr std::size_t card_text_bytes_max = 64 * 1024;    // of one text
inline constexpr std::size_t card_texts_bytes_max = 192 * 1024;  // of all of them

// A text that values come from: the subject, what was written, each attachment.
struct CardText {
    std::string name;  // of the attachment
    std::string kind;  // "subject", "mail", "text", "pdf", "scan", "invitation"
    std::string problem;
    std::string text;
};

// A value and its words. The span is one of the text of that index, in bytes; without an index the
// value came from the sender.
struct CardSource {
    std::string_view field;  // "date"
    std::optional<std::size_t> text;
    Span span;
};

struct CardRow {
    std::string name;
    std::string email;
    std::string phone;
    std::optional<int> party_size;
    std::string service;
    std::string staff;
    std::optional<FoundDays> days;
    std::optional<FoundTimes> times;
};

struct Card {
    std::string problem;  // why nothing could be read: "damaged", "too_slow"; empty: it was
    std::string subject;
    std::string sender_name;  // who wrote first
    std::string sender_address;
    std::string came_from;  // who sent it here
    Authenticity authenticity = Authenticity::Unknown;
    bool is_from_staff = false;
    bool is_passed_on = false;
    std::string language;
    std::vector<CardText> texts;
    CardRow row;
    std::vector<CardSource> sources;
    core::ResourceNumber list;  // that the mail names; 0: none
};

struct ListName {
    core::ResourceNumber list;
    std::string name;
};

struct CardContext {
    ReadingContext reading;
    std::string_view authserv_id;    // of the owner's mail server; empty: none is believed
    std::vector<std::string> staff;  // addresses of members, in small letters
    const std::vector<ListName>* lists = nullptr;  // that the mail may name; null: there is one
};

Card make_card(const MailReading& reading, const CardContext& context);
// Of a mail that could not be read at all.
Card unreadable_card(ReaderProblem problem);

// Spans are written in characters.
std::string write_card(const Card& card);

// The row as the body of a join, as far as it is known: what a page shows to be edited.
std::string write_row(const CardRow& row);

}  // namespace standby::intake
