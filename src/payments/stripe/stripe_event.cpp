#include "payments/stripe/stripe_event.hpp"

#include "base/hmac.hpp"
#include "base/json/reader.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "payments/fields.hpp"

#include <array>
#include <span>
#include <vector>

namespace standby::payments {
namespace {

struct Signature {
    std::string_view at;  // as it stands there, since that is what was signed
    std::vector<std::string_view> digests;
};

std::optional<Signature> read_signature(std::string_view header) {
    Signature read;
    if (header.size() > signature_header_max) {
        return std::nullopt;
    }
    while (!header.empty()) {
        const std::size_t comma = header.find(',');
        const std::string_view part = trim(header.substr(0, comma));
        header = comma == header.npos ? std::string_view() : header.substr(comma + 1);
        if (part.starts_with("t=")) {
            if (!read.at.empty()) {
                return std::nullopt;  // which of them was signed?
            }
            read.at = part.substr(2);
        } else if (part.starts_with("v1=") && read.digests.size() < signatures_max) {
            read.digests.push_back(part.substr(3));
        }
    }
    return read.at.empty() || read.digests.empty() ? std::nullopt : std::optional(read);
}

std::string hex_of(const HmacDigest& digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::byte one : digest) {
        text += digits[std::to_integer<unsigned>(one) >> 4U];
        text += digits[std::to_integer<unsigned>(one) & 0xfU];
    }
    return text;
}

std::string reference_in(const JsonValue& object) {
    for (const std::string_view name :
         {"client_reference_id", "metadata.offer_id", "metadata.entry_id"}) {
        if (std::string reference = text_at(object, name); !reference.empty()) {
            return reference;
        }
    }
    return {};
}

}  // namespace

bool is_signed_by_stripe(std::string_view body, std::string_view header, std::string_view secret,
                         Time now) {
    const auto signature = read_signature(header);
    const auto seconds = signature ? parse_number<std::int64_t>(signature->at) : std::nullopt;
    const std::int64_t today = now.time_since_epoch() / std::chrono::seconds{1};
    constexpr std::int64_t age_max = signature_age_max / std::chrono::seconds{1};
    if (secret.empty() || !seconds || *seconds < today - age_max || *seconds > today + age_max) {
        return false;
    }
    const std::string signed_text = std::string(signature->at) + "." + std::string(body);
    const std::string expected = hex_of(
        HmacKey(std::as_bytes(std::span(secret))).sign(std::as_bytes(std::span(signed_text))));
    bool is_ours = false;
    for (const std::string_view digest : signature->digests) {
        is_ours |= equal_in_constant_time(std::as_bytes(std::span(digest)),
                                          std::as_bytes(std::span(expected)));
    }
    return is_ours;
}

std::optional<engine::PaymentHint> hint_of_stripe(std::string_view body) {
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object) {
        return std::nullopt;
    }
    const JsonValue* object = object_at(document->root(), "data.object");
    if (object == nullptr) {
        return std::nullopt;
    }
    const std::string kind = text_at(*object, "object");
    engine::PaymentHint hint{.provider = engine::PaymentProviderKind::Stripe,
                             .account = std::nullopt,
                             .id = {},
                             .reference = reference_in(*object)};
    if (kind == "checkout.session" || kind == "payment_intent" || kind == "setup_intent") {
        hint.id = text_at(*object, "id");
    } else if (kind == "charge" || kind == "refund" || kind == "dispute") {
        hint.id = id_at(*object, "payment_intent");
    }
    return hint.id.empty() ? std::nullopt : std::optional(std::move(hint));
}

}  // namespace standby::payments
