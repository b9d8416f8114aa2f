#include "notify/whatsapp/templates.hpp"

#include "base/assert.hpp"
#include "core/model/name_table.hpp"
#include "interchange/wording/whatsapp_templates.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/words/words.hpp"

#include <algorithm>
#include <array>

namespace standby::notify {
namespace {

using engine::MessageKind;

constexpr const auto& names = interchange::whatsapp_template_names;
constexpr std::array all = {WhatsAppTemplate::Offer,      WhatsAppTemplate::Confirmed,
                            WhatsAppTemplate::Cancelled,  WhatsAppTemplate::Reminder,
                            WhatsAppTemplate::StillThere, WhatsAppTemplate::Verify,
                            WhatsAppTemplate::News};
static_assert(all.size() == names.size());

// What a value that is not known is sent as: empty ones are refused.
constexpr std::string_view nothing = "-";
constexpr std::string_view yes_payload = "1";
constexpr std::string_view no_payload = "9";

const Words& words_in(std::string_view locale) {
    return words_of(interchange::parse_language(locale).value_or(Language::English));
}

std::string_view words_for(WhatsAppTemplate one, const WhatsAppWords& words) {
    switch (one) {
    case WhatsAppTemplate::Offer:
        return words.offer;
    case WhatsAppTemplate::Confirmed:
        return words.confirmed;
    case WhatsAppTemplate::Cancelled:
        return words.cancelled;
    case WhatsAppTemplate::Reminder:
        return words.reminder;
    case WhatsAppTemplate::StillThere:
        return words.still_there;
    case WhatsAppTemplate::Verify:
        return words.verify;
    case WhatsAppTemplate::News:
        return words.news;
    }
    UNREACHABLE();
}

std::vector<std::string_view> buttons_of(WhatsAppTemplate one, const WhatsAppWords& words) {
    switch (one) {
    case WhatsAppTemplate::Offer:
        return {words.yes, words.no};
    case WhatsAppTemplate::StillThere:
        return {words.yes};
    default:
        return {};
    }
}

// The pieces of a text: what stands before each mark, the mark's name, and what stands behind the
// last one. Each name occurs once.
struct Piece {
    std::string_view before;
    std::string_view mark;  // empty: behind the last
};
std::vector<Piece> pieces_of(std::string_view text) {
    std::vector<Piece> pieces;
    while (true) {
        const std::size_t begin = text.find("{{");
        if (begin == std::string_view::npos) {
            pieces.push_back({text, {}});
            return pieces;
        }
        const std::size_t end = text.find("}}", begin);
        ASSERT(end != std::string_view::npos);
        pieces.push_back({text.substr(0, begin), text.substr(begin + 2, end - begin - 2)});
        text.remove_prefix(end + 2);
    }
}

MessageKind sample_kind(WhatsAppTemplate one) {
    switch (one) {
    case WhatsAppTemplate::Offer:
        return MessageKind::Offer;
    case WhatsAppTemplate::Confirmed:
        return MessageKind::Confirmed;
    case WhatsAppTemplate::Cancelled:
        return MessageKind::Cancelled;
    case WhatsAppTemplate::Reminder:
        return MessageKind::EventReminder;
    case WhatsAppTemplate::StillThere:
        return MessageKind::StillThere;
    case WhatsAppTemplate::Verify:
        return MessageKind::Verify;
    case WhatsAppTemplate::News:
        return MessageKind::Waitlisted;
    }
    UNREACHABLE();
}

// As a text message would say it. Several spaces or a line break inside are refused.
std::string value_of_mark(std::string_view mark, std::string_view locale, const Facts& facts) {
    const std::string_view wording = mark == "what" ? words_in(locale).whatsapp.what_when : mark;
    engine::VoiceDraft draft{.key = {.kind = facts.kind,
                                     .channel = engine::Channel::Sms,
                                     .locale = std::string(locale)}};
    draft.text = mark == "what" ? std::string(wording) : "{{" + std::string(mark) + "}}";
    std::string value;
    for (const char letter : write_message(draft, facts).text) {
        const bool is_space = letter == ' ' || letter == '\n' || letter == '\t';
        if (!is_space) {
            value.push_back(letter);
        } else if (!value.empty() && !value.ends_with(' ')) {
            value.push_back(' ');
        }
    }
    return value.empty() ? std::string(nothing) : value;
}

}  // namespace

std::span<const WhatsAppTemplate> whatsapp_templates() {
    return all;
}

std::string_view name_of(WhatsAppTemplate one) {
    return core::look_up(names, one);
}

std::optional<WhatsAppTemplate> parse_whatsapp_template(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end()
               ? std::nullopt
               : std::optional(all[static_cast<std::size_t>(found - names.begin())]);
}

WhatsAppTemplate template_for(const Facts& facts) {
    switch (facts.kind) {
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
    case MessageKind::Reminder:
        return WhatsAppTemplate::Offer;
    case MessageKind::Confirmed:
    case MessageKind::ConfirmedLateYes:
    case MessageKind::ConfirmedInstantYes:
        return WhatsAppTemplate::Confirmed;
    case MessageKind::Cancelled:
        return WhatsAppTemplate::Cancelled;
    case MessageKind::EventCancelled:
        return facts.is_lost ? WhatsAppTemplate::Cancelled : WhatsAppTemplate::News;
    case MessageKind::EventReminder:
        return WhatsAppTemplate::Reminder;
    case MessageKind::StillThere:
        return WhatsAppTemplate::StillThere;
    case MessageKind::Verify:
        return WhatsAppTemplate::Verify;
    default:
        return WhatsAppTemplate::News;
    }
}

TemplateText template_text(WhatsAppTemplate one, std::string_view locale) {
    const WhatsAppWords& words = words_in(locale).whatsapp;
    const Facts sample = sample_facts(sample_kind(one), "Salon Aster", locale);
    TemplateText text{.buttons = buttons_of(one, words)};
    for (const Piece& piece : pieces_of(words_for(one, words))) {
        text.body += piece.before;
        if (!piece.mark.empty()) {
            text.examples.push_back(value_of_mark(piece.mark, locale, sample));
            text.body += "{{" + std::to_string(text.examples.size()) + "}}";
        }
    }
    return text;
}

WrittenTemplate write_template(WhatsAppTemplate one, std::string_view locale, const Facts& facts) {
    const WhatsAppWords& words = words_in(locale).whatsapp;
    WrittenTemplate written{.form = {.name = std::string(name_of(one)),
                                     .language = std::string(locale),
                                     .values = {},
                                     .payloads = {}}};
    for (const Piece& piece : pieces_of(words_for(one, words))) {
        written.text += piece.before;
        if (!piece.mark.empty()) {
            written.form.values.push_back(value_of_mark(piece.mark, locale, facts));
            written.text += written.form.values.back();
        }
    }
    for (std::size_t index = 0; index < buttons_of(one, words).size(); ++index) {
        written.form.payloads.emplace_back(index == 0 ? yes_payload : no_payload);
    }
    return written;
}

}  // namespace standby::notify
