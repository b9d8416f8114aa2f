// The codes are those of Meta's list of errors of the Cloud API.
#include "notify/whatsapp/meta_provider.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "notify/sms/note.hpp"
#include "notify/transport/url_text.hpp"

#include <algorithm>
#include <utility>

namespace standby::notify {
namespace {

constexpr std::string_view api_version = "v21.0";
constexpr Duration pause_between_tries = std::chrono::seconds{1};
constexpr std::size_t id_length_max = 200;

struct Answer {
    bool is_readable = false;
    std::string id;
    std::int64_t code = 0;
    bool has_error = false;
    std::string message;
};

std::string text_of(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text) : "";
}

// A refusal has `error` with `code`, `message` and mostly `error_data.details`; a message that was
// taken has `messages[0].id`.
Answer read_answer(std::string_view body) {
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object) {
        return {};
    }
    const JsonValue& root = document->root();
    Answer answer{.is_readable = true};
    if (const JsonValue* messages = root.find("messages");
        messages != nullptr && messages->type == JsonType::Array && !messages->items.empty() &&
        messages->items.front().type == JsonType::Object) {
        answer.id = text_of(messages->items.front(), "id");
    }
    const JsonValue* error = root.find("error");
    if (error == nullptr || error->type != JsonType::Object) {
        return answer;
    }
    answer.has_error = true;
    if (const JsonValue* code = error->find("code");
        code != nullptr && code->type == JsonType::Integer) {
        answer.code = code->integer;
    }
    answer.message = text_of(*error, "message");
    if (const JsonValue* data = error->find("error_data");
        data != nullptr && data->type == JsonType::Object && !text_of(*data, "details").empty()) {
        answer.message = text_of(*data, "details");
    }
    return answer;
}

void write_template(JsonWriter& writer, const FilledTemplate& form, const std::string& prefix) {
    writer.begin_object("template");
    writer.text("name", prefix + "_" + form.name);
    writer.begin_object("language");
    writer.text("code", form.language);
    writer.end_object();
    writer.begin_array("components");
    writer.begin_object();
    writer.text("type", "body");
    writer.array("parameters", form.values, [&](const std::string& value) {
        writer.begin_object();
        writer.text("type", "text");
        writer.text("text", value);
        writer.end_object();
    });
    writer.end_object();
    for (std::size_t index = 0; index < form.payloads.size(); ++index) {
        writer.begin_object();
        writer.text("type", "button");
        writer.text("sub_type", "quick_reply");
        writer.text("index", std::to_string(index));
        writer.begin_array("parameters");
        writer.begin_object();
        writer.text("type", "payload");
        writer.text("payload", form.payloads[index]);
        writer.end_object();
        writer.end_array();
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
}

std::string_view without_plus(std::string_view number) {
    return number.starts_with('+') ? number.substr(1) : number;
}

}  // namespace

bool is_meta_id(std::string_view text) {
    return !text.empty() && text.size() <= id_length_max &&
           std::ranges::all_of(text, [](char letter) {
               return is_letter_or_digit(letter) || std::string_view(".-_+/=:").contains(letter);
           });
}

Result<MetaOptions, std::string> parse_meta_url(std::string_view text) {
    const std::string shape =
        "expected meta://PHONE_NUMBER_ID:TOKEN@[host][:port]?app_secret=SECRET";
    const auto url = parse_provider_url(text, "meta");
    if (!url || url->user.empty() || !std::ranges::all_of(url->user, is_digit)) {
        return std::unexpected(shape + ", with the id of the phone number, which is digits");
    }
    const std::string* secret = url->find("app_secret");
    const std::string* scheme = url->find("scheme");
    if (url->password.empty() || secret == nullptr || secret->empty()) {
        return std::unexpected(shape + ", with the access token and the app's secret");
    }
    if (scheme != nullptr && *scheme != "http" && *scheme != "https") {
        return std::unexpected(shape + "; the scheme is http or https");
    }
    if (url->query.size() != (scheme == nullptr ? 1U : 2U)) {
        return std::unexpected(shape +
                               "; only `app_secret` and `scheme` may follow the question mark");
    }
    MetaOptions options{
        .phone_number_id = url->user, .access_token = url->password, .app_secret = *secret};
    if (!url->host.empty()) {
        const std::string chosen =
            scheme != nullptr ? *scheme : (is_loopback_host(url->host) ? "http" : "https");
        options.base_url = chosen + "://" + url->host;
    }
    return options;
}

HttpTransfer make_meta_request(const MetaOptions& options, const OutgoingMessage& message) {
    std::string body;
    JsonWriter writer(body);
    writer.begin_object();
    writer.text("messaging_product", "whatsapp");
    writer.text("recipient_type", "individual");
    writer.text("to", without_plus(message.to));
    if (message.form) {
        writer.text("type", "template");
        write_template(writer, *message.form, options.template_prefix);
    } else {
        writer.text("type", "text");
        writer.begin_object("text");
        writer.text("body", message.content);
        writer.boolean("preview_url", false);
        writer.end_object();
    }
    // Comes back with every report on it.
    writer.text("biz_opaque_callback_data", message.id);
    writer.end_object();
    return {.url = options.base_url + "/" + std::string(api_version) + "/" +
                   options.phone_number_id + "/messages",
            .headers = {"Content-Type: application/json", "Accept: application/json",
                        "Authorization: Bearer " + options.access_token},
            .user = {},
            .password = {},
            .aws_scope = {},
            .body = std::move(body),
            .may_reach_private = options.may_reach_private};
}

void MetaProvider::send(const OutgoingMessage& message, Transport& transport,
                        std::function<void(SendResult)> done) {
    OutgoingMessage bare{.id = message.id, .form = message.form};
    if (bare.form) {
        bare.form->name = options_.template_prefix + "_" + bare.form->name;
    }
    transport.start(make_meta_request(options_, message),
                    [done = std::move(done), bare](const TransferResult& result) {
                        done(judge_meta_reply(result, bare));
                    });
}

MetaVerdict judge_meta_code(std::int64_t code) {
    using engine::WhatsAppNews;
    switch (code) {
    case 131026:  // not on WhatsApp, or an old version of it
        return {.outcome = SendOutcome::Bounced, .news = WhatsAppNews::Absent};
    case 131047:  // more than a day since they wrote
        return {.outcome = SendOutcome::Later, .news = WhatsAppNews::Closed};
    case 130472:  // kept from them for an experiment
    case 131021:  // that is the sender's own number
    case 131030:  // a test number writes to listed numbers alone
    case 131049:  // they get too much from businesses
    case 131050:  // they want no advertising, and Meta takes it for that
        return {.outcome = SendOutcome::Bounced};
    case 132000:  // not as many values as marks
    case 132001:  // there is none of this name in this language
    case 132005:  // its text became too long
    case 132007:  // breaks a rule
    case 132012:  // a value has another form
    case 132015:  // paused
    case 132016:  // switched off
    case 132018:  // the values do not go with it
        return {.outcome = SendOutcome::Refused, .is_of_template = true};
    case 4:
    case 80007:
    case 130429:  // too many in all
    case 131048:  // too many were called spam
    case 131056:  // too many to this number
    case 133016:
        return {.outcome = SendOutcome::Later};
    case 0:
    case 1:
    case 2:
    case 3:
    case 10:
    case 190:     // the token is wrong, or has expired
    case 368:     // blocked for breaking a rule
    case 131000:  // something went wrong there
    case 131005:
    case 131016:  // overloaded
    case 131031:  // the account is locked
    case 131042:  // it is not paid for
    case 131045:  // the number is not registered
    case 131057:
    case 133010:
        return {.outcome = SendOutcome::Unavailable};
    default:
        return {.outcome =
                    code >= 200 && code <= 299 ? SendOutcome::Unavailable : SendOutcome::Refused};
    }
}

SendResult judge_meta_reply(const TransferResult& result, const OutgoingMessage& message) {
    SendResult judgement;
    judgement.form = message.form ? message.form->name + " (" + message.form->language + ")" : "";
    judgement.retry_after = result.retry_after;
    if (result.status == 0) {
        judgement.note = result.error;
        return judgement;
    }
    const Answer answer = read_answer(result.text);
    const std::string status_note = "status " + std::to_string(result.status);
    if (result.status >= 200 && result.status < 300 && !answer.has_error) {
        if (is_meta_id(answer.id)) {
            judgement.outcome = SendOutcome::Sent;
            judgement.provider_id = answer.id;
        } else {
            judgement.note = status_note + " without the message's id";
        }
        return judgement;
    }
    if (!answer.has_error) {
        // Whoever answers in another form is not the provider: something stands before it.
        judgement.outcome = result.status == 429 ? SendOutcome::Later : SendOutcome::Unavailable;
        judgement.note = status_note;
    } else {
        const MetaVerdict verdict = judge_meta_code(answer.code);
        judgement.outcome = verdict.outcome;
        judgement.news = verdict.news;
        judgement.note = std::to_string(answer.code) + ": " + provider_note(answer.message);
        if (verdict.is_of_template && message.form) {
            judgement.note = "template " + judgement.form + " was refused, " + judgement.note;
        }
    }
    if (judgement.outcome == SendOutcome::Later && !judgement.retry_after) {
        judgement.retry_after = pause_between_tries;
    }
    return judgement;
}

}  // namespace standby::notify
