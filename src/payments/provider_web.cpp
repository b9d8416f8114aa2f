#include "payments/provider_web.hpp"

#include <utility>

namespace standby::payments {
namespace {

using engine::PaymentProblem;
using interchange::WebProblem;

// Without a connection nothing was said. A broken one may have carried the request.
PaymentProblem problem_of(WebProblem problem) {
    switch (problem) {
    case WebProblem::HostNotFound:
    case WebProblem::NoConnection:
    case WebProblem::BadCertificate:
    case WebProblem::Busy:
        return PaymentProblem::Busy;
    case WebProblem::BadAddress:
    case WebProblem::PrivateAddress:
        return PaymentProblem::Refused;
    case WebProblem::Moved:
        return PaymentProblem::NotUnderstood;
    default:
        return PaymentProblem::Unknown;
    }
}

interchange::WebOptions options_for(const std::string& base, bool may_be_private,
                                    std::string ca_file) {
    interchange::WebOptions options{.private_places = {}, .ca_file = std::move(ca_file)};
    const auto address = interchange::parse_web_address(base);
    if (address && may_be_private) {
        options.private_places =
            interchange::PrivatePlaces({address->host + ":" + std::to_string(address->port)});
    }
    return options;
}

}  // namespace

const JsonValue& ProviderAnswer::said() const {
    static const JsonValue nothing{};
    return document ? document->root() : nothing;
}

ProviderWeb::ProviderWeb(std::string base, bool may_be_private, std::string ca_file)
    : base_(std::move(base)), web_(options_for(base_, may_be_private, std::move(ca_file))) {
    while (base_.ends_with('/')) {
        base_.pop_back();
    }
}

engine::PaymentResult<ProviderAnswer>
ProviderWeb::ask(interchange::WebRequest request, std::string_view path, std::string_view key) {
    request.url = base_ + std::string(path);
    request.body_max = provider_answer_max;
    request.answer_max = provider_wait_max;
    if (!key.empty()) {
        request.headers.emplace_back("Idempotency-Key", key);
    }
    auto heard = web_.ask(request);
    if (!heard) {
        return std::unexpected(problem_of(heard.error()));
    }
    ProviderAnswer answer{.status = heard->status,
                          .body = std::make_unique<std::string>(std::move(heard->body)),
                          .document = std::nullopt};
    if (auto document = read_json(*answer.body);
        document && document->root().type == JsonType::Object) {
        answer.document = *std::move(document);
    }
    return answer;
}

PaymentProblem problem_of_answer(const ProviderAnswer& answer, Asking asking) {
    switch (answer.status) {
    case 401:
    case 403:
        return PaymentProblem::WrongKey;
    case 402:
        return PaymentProblem::Declined;
    case 404:
    case 410:
        return PaymentProblem::NotFound;
    case 408:
    case 409:  // the same key is being worked on
        return PaymentProblem::Unknown;
    case 429:
        return PaymentProblem::Busy;
    default:
        break;
    }
    if (answer.status < 300) {
        return not_understood(asking);
    }
    if (answer.status < 500) {
        return PaymentProblem::Refused;
    }
    if (asking == Asking::ToRead) {
        return PaymentProblem::Busy;
    }
    // A mistake that the provider itself tells is kept under the key; what stands before it, and
    // speaks for it, keeps nothing.
    return answer.status == 500 && answer.document ? PaymentProblem::Failed
                                                   : PaymentProblem::Unknown;
}

PaymentProblem not_understood(Asking asking) {
    return asking == Asking::ToRead ? PaymentProblem::NotUnderstood : PaymentProblem::Unknown;
}

std::string_view reference_name(std::string_view reference) {
    return reference.starts_with("off_") ? "offer_id" : "entry_id";
}

std::optional<std::int64_t> rescaled(std::int64_t amount, unsigned decimals, unsigned wanted) {
    for (; decimals < wanted; ++decimals) {
        if (__builtin_mul_overflow(amount, std::int64_t{10}, &amount)) {
            return std::nullopt;
        }
    }
    for (; decimals > wanted; --decimals) {
        if (amount % 10 != 0) {
            return std::nullopt;
        }
        amount /= 10;
    }
    return amount;
}

}  // namespace standby::payments
