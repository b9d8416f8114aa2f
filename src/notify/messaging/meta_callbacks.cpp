// What Meta's Cloud API calls us for: to see whether the address is ours, with what guests write on
// WhatsApp, and with what became of our messages. Several of these come in one call, and all of it
// again where one could not be taken: what was taken the first time is known by then.
#include "base/hmac.hpp"
#include "base/text.hpp"
#include "notify/messaging/messaging.hpp"
#include "notify/whatsapp/meta_provider.hpp"
#include "notify/whatsapp/meta_webhook.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::DeliveryState;

constexpr std::size_t challenge_length_max = 200;

std::string value_in(const FormFields& fields, std::string_view name) {
    const std::string* value = find_field(fields, name);
    return value == nullptr ? std::string() : *value;
}

bool are_equal(std::string_view left, std::string_view right) {
    return equal_in_constant_time(std::as_bytes(std::span(left)), std::as_bytes(std::span(right)));
}

// Whoever knows the token gets the challenge back, which nobody can make anything else of.
std::optional<std::string> answer_to(const FormFields& query, std::string_view secret) {
    const std::string challenge = value_in(query, "hub.challenge");
    const bool is_plain = !challenge.empty() && challenge.size() <= challenge_length_max &&
                          std::ranges::all_of(challenge, is_letter_or_digit);
    const bool knows = are_equal(value_in(query, "hub.verify_token"), meta_verify_token(secret));
    if (value_in(query, "hub.mode") != "subscribe" || !knows || !is_plain) {
        return std::nullopt;
    }
    return challenge;
}

}  // namespace

engine::CallbackReply Messaging::on_meta(const engine::CallbackRequest& request) {
    const auto [secret, number] = ways_.with(
        [](const MessagingWays& ways) { return std::pair(ways.meta_secret, ways.meta_number); });
    if (secret.empty()) {
        return refuse(404, "a callback of Meta came, but WhatsApp is not set up with it");
    }
    if (request.is_get) {
        auto challenge = answer_to(request.query, secret);
        if (!challenge) {
            return refuse(403, "a callback asked for its challenge with another token");
        }
        return {.status = 200, .content_type = "text/plain", .body = *std::move(challenge)};
    }
    if (!is_signed_by_meta(secret, request.body,
                           value_in(request.headers, "x-hub-signature-256"))) {
        return refuse(403, "a callback is not signed by Meta");
    }
    const auto news = read_meta_news(request.body, number);
    if (!news) {
        return refuse(400, "a callback of Meta is not of the form that it has");
    }
    std::uint16_t status = 200;
    std::optional<core::ResourceNumber> elsewhere;
    for (const MetaStatus& one : news->statuses) {
        status = take_meta_status(one) ? status : std::uint16_t{503};
    }
    for (const MetaMessage& one : news->messages) {
        const Answered answer = hear({.channel = engine::Channel::WhatsApp,
                                      .id = one.id,
                                      .from = one.from,
                                      .body = one.text,
                                      .replies_to = one.replies_to,
                                      .at = one.at});
        if (answer.status != 200) {
            status = answer.status;
            elsewhere = answer.elsewhere;
        } else if (!answer.text.empty() && services_.send_whatsapp) {
            services_.send_whatsapp({.id = "reply_" + one.id,
                                     .to = one.from,
                                     .from = services_.writer.senders()->whatsapp_from,
                                     .content = answer.text,
                                     .at = services_.gateway.now()});
        }
    }
    if (status != 200) {
        return {.status = status, .content_type = "", .body = "", .elsewhere = elsewhere};
    }
    return {.status = 200, .content_type = "text/plain", .body = "ok"};
}

bool Messaging::take_meta_status(const MetaStatus& status) {
    const auto message = engine::parse_message_id(status.message);
    const Time now = services_.gateway.now();
    Report report{.delivery = {.message = message.value_or(0),
                               .channel = engine::Channel::WhatsApp,
                               .changed_at = now,
                               .provider_id = status.id}};
    if (status.status == "delivered" || status.status == "read") {
        report.delivery.state =
            status.status == "read" ? DeliveryState::Opened : DeliveryState::Delivered;
        report.delivery.delivered_at = now;
    } else if (status.status == "failed") {
        report.delivery.state = DeliveryState::Failed;
        report.delivery.note = "error " + std::to_string(status.code);
        report.news = judge_meta_code(status.code).news;
    }
    // That it was sent is nothing new; nor is what becomes of an answer, or of another's message.
    if (!message || report.delivery.state == DeliveryState::Trying) {
        ++ignored_;
        return true;
    }
    return take_or_keep(report);
}

}  // namespace standby::notify
