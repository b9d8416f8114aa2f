#include "notify/whatsapp/twilio_whatsapp.hpp"

#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "notify/transport/url_text.hpp"
#include "notify/voice/voice.hpp"
#include "notify/whatsapp/templates.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr std::size_t sid_length = 34;

// {"1": "Salon Aster", "2": "Haircut"}
std::string content_variables(const std::vector<std::string>& values) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_object();
    for (std::size_t index = 0; index < values.size(); ++index) {
        writer.text(std::to_string(index + 1), values[index]);
    }
    writer.end_object();
    return text;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> parse_content_sid(std::string_view line) {
    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    const std::size_t dot = key.find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view sid = line.substr(equals + 1);
    const auto locales = voice_locales();
    const bool is_known = parse_whatsapp_template(key.substr(0, dot)).has_value() &&
                          std::ranges::find(locales, key.substr(dot + 1)) != locales.end();
    const bool is_sid = sid.size() == sid_length && sid.starts_with("HX") &&
                        std::ranges::all_of(sid, is_letter_or_digit);
    if (!is_known || !is_sid) {
        return std::nullopt;
    }
    return std::pair(std::string(key), std::string(sid));
}

ContentSids content_sids(std::span<const std::string> lines) {
    ContentSids sids;
    for (const std::string& line : lines) {
        if (auto one = parse_content_sid(line)) {
            sids.insert(*std::move(one));
        }
    }
    return sids;
}

HttpTransfer make_twilio_whatsapp_request(const TwilioOptions& options,
                                          const OutgoingMessage& message,
                                          const std::string& content_sid,
                                          const std::string& callback_url) {
    const bool is_service = message.from.starts_with("MG");
    FormFields fields = {
        {"To", "whatsapp:" + message.to},
        is_service ? std::pair<std::string, std::string>{"MessagingServiceSid", message.from}
                   : std::pair<std::string, std::string>{"From", "whatsapp:" + message.from}};
    if (message.form) {
        fields.emplace_back("ContentSid", content_sid);
        fields.emplace_back("ContentVariables", content_variables(message.form->values));
    } else {
        fields.emplace_back("Body", message.content);
    }
    return make_twilio_request(options, message.id, std::move(fields), callback_url);
}

void TwilioWhatsAppProvider::send(const OutgoingMessage& message, Transport& transport,
                                  std::function<void(SendResult)> done) {
    const std::string form =
        message.form ? message.form->name + "." + message.form->language : std::string();
    const auto sid = templates_.find(form);
    if (message.form && sid == templates_.end()) {
        SendResult missing;
        missing.outcome = SendOutcome::Refused;
        missing.form = form;
        missing.note = "template " + form + " was refused, because no ContentSid is set for it";
        done(std::move(missing));
        return;
    }
    const std::string callback = status_callback_ ? status_callback_(message) : "";
    transport.start(
        make_twilio_whatsapp_request(options_, message, message.form ? sid->second : "", callback),
        [done = std::move(done), form](const TransferResult& result) {
            SendResult judged = judge_twilio_reply(result);
            judged.form = form;
            if (judged.outcome == SendOutcome::Refused && !form.empty()) {
                judged.note = "template " + form + " was refused, " + judged.note;
            }
            done(std::move(judged));
        });
}

}  // namespace standby::notify
