#include "notify/messaging/messaging.hpp"

#include "notify/relay/plan.hpp"
#include "notify/sms/twilio_signature.hpp"
#include "notify/voice/voice.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr std::size_t callback_fields_max = 100;

}  // namespace

std::vector<engine::VoiceProblem> Messaging::check(const engine::VoiceDraft& draft) const {
    return check_voice(draft);
}

engine::VoiceDraft Messaging::default_voice(const engine::VoiceKey& key) const {
    return notify::default_voice(key);
}

std::vector<engine::VoiceKey> Messaging::voice_keys() const {
    return notify::voice_keys();
}

std::vector<engine::VoiceVariable> Messaging::variables(engine::MessageKind kind) const {
    return voice_variables(kind);
}

engine::WrittenMessage Messaging::preview(const engine::VoiceDraft& draft,
                                          const engine::House& house) const {
    if (draft.key.kind == engine::MessageKind::StaffMessage) {
        engine::VoiceKey key = draft.key;
        key.locale = best_locale(key.locale, best_locale(house.locale, "en"));
        Facts facts = sample_facts(key.kind, house.name, key.locale);
        facts.address = house.address;
        facts.written_subject = draft.subject;
        facts.written_text = draft.text;
        return write_message(notify::default_voice(key), facts);
    }
    return write_message(draft, sample_facts(draft.key.kind, house.name, draft.key.locale));
}

void Messaging::on_house_changed(engine::AccountNumber account) {
    services_.houses.forget(account);
    services_.on_house_changed();
}

std::optional<engine::ReadMessage> Messaging::read_out(const engine::OutboxRow& row,
                                                       const engine::KeptWords* kept) {
    auto all = services_.gatherer.gather(std::span(&row, 1));
    if (!all) {
        return std::nullopt;
    }
    Gathered& gathered = all->front();
    gathered.is_read_here = true;
    const Time now = services_.gateway.now();
    engine::ReadMessage read{.said = {}, .is_to_be_sent = is_to_be_sent(gathered, now)};
    if (kept != nullptr) {
        read.said = services_.writer.read_kept(gathered, *kept, now);
        return read;
    }
    auto written = services_.writer.say(gathered, engine::Channel::Mail, now);
    if (!written) {
        return std::nullopt;
    }
    read.said = *std::move(written);
    return read;
}

engine::CallbackReply Messaging::refuse(std::uint16_t status, std::string_view why) {
    ++refused_;
    services_.report("callback_refused", why);
    return {.status = status, .content_type = "", .body = ""};
}

engine::CallbackReply Messaging::on_callback(const engine::CallbackRequest& request) {
    if (request.source == "mail") {
        return on_mail_report(request);
    }
    if (request.source == "whatsapp") {
        return on_meta(request);
    }
    const std::set<std::string> tokens =
        ways_.with([](const MessagingWays& ways) { return ways.twilio_tokens; });
    if (tokens.empty()) {
        return refuse(404, "a callback came, but there is no such provider");
    }
    const auto form = decode_form(request.body, callback_fields_max);
    if (!form) {
        return refuse(400, "a callback is not a form");
    }
    const std::string* signature = find_field(request.headers, "x-twilio-signature");
    // Texts and WhatsApp may leave by two accounts.
    const auto is_signed = [&](const std::string& token) {
        return is_signed_by_twilio(token, request.url, *form, *signature);
    };
    if (signature == nullptr || std::ranges::none_of(tokens, is_signed)) {
        return refuse(403, "a callback is not signed by the provider");
    }
    if (request.source == "twilio/status") {
        return on_twilio_status(request, *form);
    }
    if (request.source == "twilio/inbound") {
        return on_text(*form);
    }
    return refuse(404, "a callback came to an unknown path");
}

std::vector<engine::ChannelTrouble> Messaging::troubles() const {
    std::vector<engine::ChannelTrouble> found;
    if (!services_.relay_figures) {
        return found;
    }
    const RelayFigures figures = services_.relay_figures();
    for (const engine::Channel channel :
         {engine::Channel::Mail, engine::Channel::Sms, engine::Channel::WhatsApp}) {
        const auto of_channel = figures.channels.find(channel);
        if (of_channel == figures.channels.end()) {
            continue;
        }
        const RelayFigures::OfChannel& state = of_channel->second;
        if (state.down_since) {
            found.push_back(
                {.channel = channel, .since = *state.down_since, .note = state.down_note});
        } else if (!state.refused.empty()) {
            const auto& first = state.refused.begin()->second;
            found.push_back({.channel = channel, .since = first.at, .note = first.note});
        }
    }
    return found;
}

}  // namespace standby::notify
