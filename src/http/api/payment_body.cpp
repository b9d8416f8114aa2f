#include "http/api/payment_body.hpp"

#include "engine/ports/payments.hpp"
#include "http/api/body.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr Choice<engine::PaymentProviderKind> provider_choices[] = {
    {"stripe", engine::PaymentProviderKind::Stripe},
    {"mollie", engine::PaymentProviderKind::Mollie},
};
constexpr TextLimit key_limit{.length_max = engine::payment_key_bytes_max,
                              .unit = TextLimit::Unit::Bytes};

bool is_printable_key(std::string_view text) {
    return std::ranges::all_of(text, [](char one) { return one > ' ' && one <= '~'; });
}

void read_webhook_secrets(FieldReader& reader, engine::PaymentKeys& keys) {
    if (reader.given("webhook_secrets") == nullptr) {
        return;
    }
    keys.webhook_secrets = reader.texts("webhook_secrets", engine::webhook_secrets_max, key_limit);
    if (!keys.webhook_secrets) {
        return;
    }
    if (keys.provider != engine::PaymentProviderKind::Stripe) {
        reader.error("webhook_secrets", "are Stripe's alone");
        return;
    }
    const bool are_secrets = std::ranges::all_of(*keys.webhook_secrets, [](const std::string& one) {
        return one.starts_with("whsec_") && is_printable_key(one);
    });
    if (!are_secrets) {
        reader.error("webhook_secrets", "must be signing secrets, which begin with whsec_");
    }
}

}  // namespace

Result<std::string, Problem> parse_accept(std::string_view body) {
    return read_optional_body<std::string>(body, [](FieldReader& reader, std::string& method) {
        method = reader.text("payment_method_id", key_limit).value_or("");
        if (reader.given("payment_method_id") != nullptr &&
            (method.empty() || !is_printable_key(method))) {
            reader.error("payment_method_id",
                         "must be the id of a payment method, such as pm_1Abc");
        }
    });
}

Result<RefundBody, Problem> parse_refund(std::string_view body) {
    return read_body<RefundBody>(body, [](FieldReader& reader, RefundBody& refund) {
        reader.require("reason");
        refund.amount = reader.money("amount", 1);
        const auto reason = reader.text("reason", {.length_max = engine::refund_reason_length_max});
        refund.reason = reason.value_or("");
        if (reason && reason->empty()) {
            reader.error("reason", "must say why");
        }
    });
}

Result<engine::PaymentKeys, Problem> parse_payment_settings(std::string_view body) {
    return read_body<engine::PaymentKeys>(body, [](FieldReader& reader, engine::PaymentKeys& keys) {
        reader.require("provider");
        keys.provider = reader.choice("provider", provider_choices).value_or(keys.provider);
        keys.key = reader.text("key", key_limit).value_or("");
        read_webhook_secrets(reader, keys);
    });
}

Result<PaymentTestBody, Problem> parse_payment_test(std::string_view body) {
    return read_optional_body<PaymentTestBody>(
        body, [](FieldReader& reader, PaymentTestBody& test) {
            test.provider = reader.choice("provider", provider_choices);
            test.key = reader.text("key", key_limit).value_or("");
            if (!test.key.empty() && !test.provider) {
                reader.error("provider", "is required: whose key it is");
            }
        });
}

}  // namespace standby::http
