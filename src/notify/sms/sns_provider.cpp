// The Publish action of SNS (version 2010-03-31), which answers in XML.
#include "notify/sms/sns_provider.hpp"

#include "base/text.hpp"
#include "notify/sms/note.hpp"
#include "notify/transport/url_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::notify {
namespace {

constexpr Duration pause_between_tries = std::chrono::seconds{1};

bool is_endpoint(std::string_view url) {
    const bool is_http = url.starts_with("http://");
    if (!is_http && !url.starts_with("https://")) {
        return false;
    }
    const std::string_view host = url.substr(url.find("://") + 3);
    return !host.empty() && host.find_first_of("/?#@ ") == std::string_view::npos;
}

// The text of the first element of that name; empty when there is none. The few answers that SNS
// gives have neither attributes nor nested elements there.
std::string_view element(std::string_view xml, std::string_view name) {
    const std::string opening = "<" + std::string(name) + ">";
    const std::string closing = "</" + std::string(name) + ">";
    const std::size_t begin = xml.find(opening);
    if (begin == std::string_view::npos) {
        return {};
    }
    xml.remove_prefix(begin + opening.size());
    const std::size_t end = xml.find(closing);
    return end == std::string_view::npos ? std::string_view{} : xml.substr(0, end);
}

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& texts) {
    return std::ranges::find(texts, text) != texts.end();
}

SendOutcome outcome_of(std::uint16_t status, std::string_view code, std::string_view message) {
    constexpr std::array<std::string_view, 6> throttled = {
        "Throttling",          "ThrottledException",   "Throttled",
        "ThrottlingException", "RequestLimitExceeded", "TooManyRequestsException"};
    constexpr std::array<std::string_view, 11> of_credentials = {
        "InvalidClientTokenId",  "SignatureDoesNotMatch",      "AccessDenied",
        "AccessDeniedException", "AuthorizationError",         "ExpiredToken",
        "ExpiredTokenException", "MissingAuthenticationToken", "IncompleteSignature",
        "RequestExpired",        "UnrecognizedClientException"};
    constexpr std::array<std::string_view, 3> of_parameters = {
        "InvalidParameter", "InvalidParameterValue", "ParameterValueInvalid"};
    if (status == 429 || is_one_of(code, throttled)) {
        return SendOutcome::Later;
    }
    if (code == "OptedOut" || message.find("opted out") != std::string_view::npos) {
        return SendOutcome::Blocked;
    }
    if (is_one_of(code, of_parameters) && message.find("PhoneNumber") != std::string_view::npos) {
        return SendOutcome::Bounced;
    }
    const bool is_refused = status >= 400 && status < 500 && status != 401 && status != 403;
    // Whoever answers without a code is not SNS: something stands before it.
    return is_refused && !code.empty() && !is_one_of(code, of_credentials)
               ? SendOutcome::Refused
               : SendOutcome::Unavailable;
}

}  // namespace

bool is_region(std::string_view text) {
    return !text.empty() && text.size() <= 32 && std::ranges::all_of(text, [](char character) {
        return is_lower(character) || is_digit(character) || character == '-';
    });
}

std::string sns_endpoint(std::string_view region) {
    return "https://sns." + std::string(region) + ".amazonaws.com" +
           (region.starts_with("cn-") ? ".cn" : "");
}

Result<SnsOptions, std::string> parse_sns_url(std::string_view text,
                                              const LookUpVariable& look_up) {
    const auto url = parse_provider_url(text, "sns");
    if (!url || !url->user.empty() || !is_region(url->host)) {
        return std::unexpected("expected sns://REGION, such as sns://eu-west-1");
    }
    const std::string* endpoint = url->find("endpoint");
    if (url->query.size() != (endpoint == nullptr ? 0U : 1U) ||
        (endpoint != nullptr && !is_endpoint(*endpoint))) {
        return std::unexpected("only ?endpoint=http[s]://host[:port] may follow the region");
    }
    SnsOptions options;
    options.region = url->host;
    options.endpoint = endpoint != nullptr ? *endpoint : sns_endpoint(url->host);
    options.credentials.access_key_id = look_up("AWS_ACCESS_KEY_ID").value_or("");
    options.credentials.secret_access_key = look_up("AWS_SECRET_ACCESS_KEY").value_or("");
    options.credentials.session_token = look_up("AWS_SESSION_TOKEN").value_or("");
    if (options.credentials.access_key_id.empty() ||
        options.credentials.secret_access_key.empty()) {
        return std::unexpected(
            "SNS needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
    }
    return options;
}

HttpTransfer make_sns_request(const SnsOptions& options, const OutgoingMessage& message) {
    FormFields fields = {{"Action", "Publish"},
                         {"Version", "2010-03-31"},
                         {"PhoneNumber", message.to},
                         {"Message", message.content}};
    unsigned attributes = 0;
    const auto add_attribute = [&](const std::string& name, const std::string& value) {
        const std::string entry = "MessageAttributes.entry." + std::to_string(++attributes) + ".";
        fields.emplace_back(entry + "Name", name);
        fields.emplace_back(entry + "Value.DataType", "String");
        fields.emplace_back(entry + "Value.StringValue", value);
    };
    add_attribute("AWS.SNS.SMS.SMSType", "Transactional");
    if (!message.from.empty()) {
        const bool is_number = message.from.find_first_not_of("+0123456789") == std::string::npos;
        add_attribute(is_number ? "AWS.MM.SMS.OriginationNumber" : "AWS.SNS.SMS.SenderID",
                      message.from);
    }
    HttpTransfer transfer;
    transfer.url = options.endpoint + "/";
    transfer.headers.emplace_back("Content-Type: application/x-www-form-urlencoded; charset=utf-8");
    if (!options.credentials.session_token.empty()) {
        transfer.headers.push_back("X-Amz-Security-Token: " + options.credentials.session_token);
    }
    transfer.user = options.credentials.access_key_id;
    transfer.password = options.credentials.secret_access_key;
    transfer.aws_scope = options.region + ":sns";
    transfer.body = encode_form(fields);
    transfer.may_reach_private = options.may_reach_private;
    return transfer;
}

void SnsProvider::send(const OutgoingMessage& message, Transport& transport,
                       std::function<void(SendResult)> done) {
    transport.start(
        make_sns_request(options_, message),
        [done = std::move(done)](const TransferResult& result) { done(judge_sns_reply(result)); });
}

SendResult judge_sns_reply(const TransferResult& result) {
    SendResult judgement;
    judgement.retry_after = result.retry_after;
    if (result.status == 0) {
        judgement.note = result.error;
        return judgement;
    }
    const std::string_view id = element(result.text, "MessageId");
    if (result.status >= 200 && result.status < 300) {
        if (is_provider_id(id)) {
            judgement.outcome = SendOutcome::Sent;
            judgement.provider_id = id;
        } else {
            judgement.note =
                "status " + std::to_string(result.status) + " without the message's id";
        }
        return judgement;
    }
    const std::string_view code = element(result.text, "Code");
    const std::string_view message = element(result.text, "Message");
    judgement.outcome = outcome_of(result.status, code, message);
    judgement.address_is_dead = judgement.outcome == SendOutcome::Bounced;
    judgement.note = code.empty() ? "status " + std::to_string(result.status)
                                  : provider_note(std::string(code) + ": " + std::string(message));
    if (judgement.outcome == SendOutcome::Later && !judgement.retry_after) {
        judgement.retry_after = pause_between_tries;
    }
    return judgement;
}

}  // namespace standby::notify
