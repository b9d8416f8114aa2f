// The codes are those of Twilio's error dictionary.
#include "notify/sms/twilio_provider.hpp"

#include "base/json/reader.hpp"
#include "base/text.hpp"
#include "notify/sms/note.hpp"
#include "notify/transport/url_text.hpp"

#include <algorithm>
#include <utility>

namespace standby::notify {
namespace {

constexpr Duration pause_between_tries = std::chrono::seconds{1};

struct Answer {
    bool is_readable = false;
    std::string sid;
    std::int64_t code = 0;
    std::string message;
};

std::string text_of(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text) : "";
}

std::int64_t integer_of(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer ? value->integer : 0;
}

// A refusal has `code` and `message`; a message that was taken has `sid`, and `error_code` and
// `error_message` when it is known already that it will not arrive.
Answer read_answer(std::string_view body) {
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object) {
        return {};
    }
    const JsonValue& root = document->root();
    Answer answer{true, text_of(root, "sid"), integer_of(root, "code"), text_of(root, "message")};
    if (answer.code == 0) {
        answer.code = integer_of(root, "error_code");
        answer.message = text_of(root, "error_message");
    }
    return answer;
}

SendResult judged(SendOutcome outcome, std::string note) {
    SendResult result;
    result.outcome = outcome;
    result.note = std::move(note);
    return result;
}

std::optional<SendOutcome> outcome_of_code(std::int64_t code) {
    switch (code) {
    case 21610:
        return SendOutcome::Blocked;  // the recipient has sent STOP
    case 21211:                       // not a number
    case 21214:                       // cannot be reached
    case 21217:                       // not a number
    case 21612:                       // no route from the sender to it
    case 21614:                       // not a mobile number
    case 30003:                       // the handset is switched off or gone
    case 30005:                       // unknown at its carrier
    case 30006:                       // a landline, or a carrier that is out of reach
    case 63003:                       // not on WhatsApp
    case 63024:                       // not on WhatsApp
    case 63032:                       // kept from them by WhatsApp
    case 63033:                       // they have blocked the sender
        return SendOutcome::Bounced;
    case 20429:  // too many requests
    case 21611:  // the sender's queue is full
    case 30001:  // the queue overflowed
    case 63016:  // WhatsApp: more than a day since they wrote
    case 63018:  // WhatsApp: too many
        return SendOutcome::Later;
    case 20003:
        return SendOutcome::Unavailable;  // the credentials are wrong
    default:
        return std::nullopt;
    }
}

}  // namespace

std::optional<engine::WhatsAppNews> whatsapp_news(std::int64_t code) {
    switch (code) {
    case 63003:
    case 63024:
        return engine::WhatsAppNews::Absent;
    case 63016:
        return engine::WhatsAppNews::Closed;
    default:
        return std::nullopt;
    }
}

namespace {

bool says_address_is_dead(std::int64_t code) {
    return code == 21211 || code == 21214 || code == 21614;
}

SendOutcome outcome_of_status(std::uint16_t status) {
    if (status == 429) {
        return SendOutcome::Later;
    }
    const bool is_refused = status >= 400 && status < 500 && status != 401 && status != 403;
    return is_refused ? SendOutcome::Refused : SendOutcome::Unavailable;
}

}  // namespace

Result<TwilioOptions, std::string> parse_twilio_url(std::string_view text) {
    const std::string shape = "expected twilio://SID:TOKEN@host[:port][?scheme=http]";
    // A URL that ends after the token names no host.
    const bool has_host = text.find('@') != std::string_view::npos;
    const auto url =
        parse_provider_url(has_host ? std::string(text) : std::string(text) + "@", "twilio");
    if (!url) {
        return std::unexpected(shape);
    }
    const bool is_sid = !url->user.empty() && percent_encode(url->user) == url->user;
    if (!is_sid || url->password.empty()) {
        return std::unexpected(shape + ", with the account's SID and its token");
    }
    const std::string* scheme = url->find("scheme");
    if (scheme != nullptr && *scheme != "http" && *scheme != "https") {
        return std::unexpected(shape + "; the scheme is http or https");
    }
    if (url->query.size() != (scheme == nullptr ? 0U : 1U)) {
        return std::unexpected(shape + "; only `scheme` may follow the question mark");
    }
    const std::string host = url->host.empty() ? "api.twilio.com" : url->host;
    const std::string chosen =
        scheme != nullptr ? *scheme : (is_loopback_host(host) ? "http" : "https");
    return TwilioOptions{chosen + "://" + host, url->user, url->password};
}

HttpTransfer make_twilio_request(const TwilioOptions& options, const OutgoingMessage& message,
                                 const std::string& callback_url) {
    const bool is_service = message.from.starts_with("MG");
    FormFields fields = {{"To", message.to},
                         {is_service ? "MessagingServiceSid" : "From", message.from},
                         {"Body", message.content}};
    return make_twilio_request(options, message.id, std::move(fields), callback_url);
}

HttpTransfer make_twilio_request(const TwilioOptions& options, const std::string& id,
                                 FormFields fields, const std::string& callback_url) {
    if (!callback_url.empty()) {
        fields.emplace_back("StatusCallback", callback_url);
    }
    return {.url =
                options.base_url + "/2010-04-01/Accounts/" + options.account_sid + "/Messages.json",
            .headers = {"Content-Type: application/x-www-form-urlencoded",
                        "Accept: application/json", "I-Twilio-Idempotency-Token: " + id},
            .user = options.account_sid,
            .password = options.auth_token,
            .body = encode_form(fields),
            .may_reach_private = options.may_reach_private};
}

void TwilioProvider::send(const OutgoingMessage& message, Transport& transport,
                          std::function<void(SendResult)> done) {
    const std::string callback = status_callback_ ? status_callback_(message) : "";
    transport.start(make_twilio_request(options_, message, callback),
                    [done = std::move(done)](const TransferResult& result) {
                        done(judge_twilio_reply(result));
                    });
}

SendResult judge_twilio_reply(const TransferResult& result) {
    if (result.status == 0) {
        return judged(SendOutcome::Unavailable, result.error);
    }
    const Answer answer = read_answer(result.text);
    const bool is_success = result.status >= 200 && result.status < 300;
    const std::string status_note = "status " + std::to_string(result.status);
    if (is_success && answer.code == 0) {
        if (!is_provider_id(answer.sid)) {
            return judged(SendOutcome::Unavailable, status_note + " without the message's SID");
        }
        SendResult sent = judged(SendOutcome::Sent, "");
        sent.provider_id = answer.sid;
        return sent;
    }
    const std::string note =
        answer.code == 0 ? status_note
                         : std::to_string(answer.code) + ": " + provider_note(answer.message);
    // Whoever answers without JSON is not the provider: something stands before it.
    const bool is_foreign = !answer.is_readable && result.status != 429;
    const SendOutcome by_status = is_foreign   ? SendOutcome::Unavailable
                                  : is_success ? SendOutcome::Refused
                                               : outcome_of_status(result.status);
    SendResult judgement = judged(outcome_of_code(answer.code).value_or(by_status), note);
    if (judgement.outcome == SendOutcome::Later) {
        judgement.retry_after = result.retry_after.value_or(pause_between_tries);
    } else {
        judgement.retry_after = result.retry_after;
    }
    judgement.address_is_dead = says_address_is_dead(answer.code);
    judgement.news = whatsapp_news(answer.code);
    return judgement;
}

}  // namespace standby::notify
