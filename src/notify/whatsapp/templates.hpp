// Whoever has not written to us for a day is written to on WhatsApp in words that Meta has
// approved: templates. There are few of them, one for several kinds of messages, because somebody
// has to submit each in each language; what they leave out is on the guest's own page.
#pragma once

#include "engine/ports/messages.hpp"
#include "notify/relay/provider.hpp"
#include "notify/voice/facts.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

enum class WhatsAppTemplate : std::uint8_t {
    Offer,
    Confirmed,
    Cancelled,
    Reminder,
    StillThere,
    Verify,
    News,
};
std::span<const WhatsAppTemplate> whatsapp_templates();
std::string_view name_of(WhatsAppTemplate one);  // "still_there"
std::optional<WhatsAppTemplate> parse_whatsapp_template(std::string_view name);

// The one that carries what is to be said.
WhatsAppTemplate template_for(const Facts& facts);

// A template as it is submitted for approval.
struct TemplateText {
    std::string body;                   // with {{1}}, {{2}}…
    std::vector<std::string> examples;  // of what these stand for
    std::vector<std::string_view> buttons;
};
// The locale is one of voice_locales().
TemplateText template_text(WhatsAppTemplate one, std::string_view locale);

struct WrittenTemplate {
    FilledTemplate form;
    std::string text;  // as its reader sees it
};
WrittenTemplate write_template(WhatsAppTemplate one, std::string_view locale, const Facts& facts);

}  // namespace standby::notify
