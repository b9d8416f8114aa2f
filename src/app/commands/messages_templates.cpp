// `standby messages templates`: what is said on WhatsApp to guests who have not written for a day,
// as Meta and Twilio want it submitted.
#include "app/commands/commands.hpp"
#include "base/json/writer.hpp"
#include "notify/voice/voice.hpp"
#include "notify/whatsapp/templates.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {
namespace {

using notify::TemplateText;
using notify::WhatsAppTemplate;

// A body of POST /{WhatsApp business account}/message_templates.
void write_for_meta(JsonWriter& writer, const std::string& name, std::string_view locale,
                    const TemplateText& text) {
    writer.begin_object();
    writer.text("name", name);
    writer.text("language", locale);
    writer.text("category", "UTILITY");
    writer.begin_array("components");
    writer.begin_object();
    writer.text("type", "BODY");
    writer.text("text", text.body);
    writer.begin_object("example");
    writer.begin_array("body_text");
    writer.array(text.examples, [&](const std::string& example) { writer.text(example); });
    writer.end_array();
    writer.end_object();
    writer.end_object();
    if (!text.buttons.empty()) {
        writer.begin_object();
        writer.text("type", "BUTTONS");
        writer.array("buttons", text.buttons, [&](std::string_view button) {
            writer.begin_object();
            writer.text("type", "QUICK_REPLY");
            writer.text("text", button);
            writer.end_object();
        });
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
}

// A body of POST https://content.twilio.com/v1/Content.
void write_for_twilio(JsonWriter& writer, const std::string& name, std::string_view locale,
                      const TemplateText& text) {
    writer.begin_object();
    writer.text("friendly_name", name);
    writer.text("language", locale);
    writer.begin_object("variables");
    for (std::size_t index = 0; index < text.examples.size(); ++index) {
        writer.text(std::to_string(index + 1), text.examples[index]);
    }
    writer.end_object();
    writer.begin_object("types");
    writer.begin_object(text.buttons.empty() ? "twilio/text" : "twilio/quick-reply");
    writer.text("body", text.body);
    if (!text.buttons.empty()) {
        writer.begin_array("actions");
        for (std::size_t index = 0; index < text.buttons.size(); ++index) {
            writer.begin_object();
            writer.text("type", "QUICK_REPLY");
            writer.text("title", text.buttons[index]);
            writer.text("id", index == 0 ? "1" : "9");
            writer.end_object();
        }
        writer.end_array();
    }
    writer.end_object();
    writer.end_object();
    writer.end_object();
}

void print_text(std::ostream& output, const std::string& name, std::string_view locale,
                const TemplateText& text) {
    output << fmt::format("{} ({})\n  {}\n", name, locale, text.body);
    for (std::size_t index = 0; index < text.examples.size(); ++index) {
        output << fmt::format("  {{{{{}}}}} such as: {}\n", index + 1, text.examples[index]);
    }
    for (const std::string_view button : text.buttons) {
        output << fmt::format("  button: {}\n", button);
    }
    output << '\n';
}

}  // namespace

Outcome carry_out(const MessagesTemplatesCommand& command, Console& console) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_array();
    for (const WhatsAppTemplate one : notify::whatsapp_templates()) {
        for (const std::string_view locale : notify::voice_locales()) {
            const std::string name = command.prefix + "_" + std::string(notify::name_of(one));
            const TemplateText text = notify::template_text(one, locale);
            if (command.style == Style::Text) {
                print_text(console.output, name, locale, text);
            } else if (command.is_for_twilio) {
                write_for_twilio(writer, name + "_" + std::string(locale), locale, text);
            } else {
                write_for_meta(writer, name, locale, text);
            }
        }
    }
    writer.end_array();
    if (command.style == Style::Json) {
        console.output << json << '\n';
    }
    return exit_ok;
}

}  // namespace standby::app
