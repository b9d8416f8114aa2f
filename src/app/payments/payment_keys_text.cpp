#include "app/payments/payment_keys_text.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "engine/ports/payments.hpp"

namespace standby::app {

using engine::PaymentProviderKind;

std::string write_payment_provider(PaymentProviderKind provider) {
    return json_object(
        [&](JsonWriter& writer) { writer.text("provider", engine::name_of(provider)); });
}

std::optional<PaymentProviderKind> read_payment_provider(std::string_view text) {
    const auto document = read_json(text);
    const JsonValue* name = document ? document->root().find("provider") : nullptr;
    for (const PaymentProviderKind kind :
         {PaymentProviderKind::Stripe, PaymentProviderKind::Mollie}) {
        if (name != nullptr && name->text == engine::name_of(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

std::string write_payment_secrets(const PaymentSecrets& secrets) {
    return json_object([&](JsonWriter& writer) {
        writer.text("key", secrets.key);
        writer.texts("webhook_secrets", secrets.webhook_secrets);
    });
}

std::optional<PaymentSecrets> read_payment_secrets(std::string_view text) {
    const auto document = read_json(text);
    const JsonValue* key = document ? document->root().find("key") : nullptr;
    if (key == nullptr || key->type != JsonType::Text) {
        return std::nullopt;
    }
    PaymentSecrets secrets{.key = std::string(key->text), .webhook_secrets = {}};
    if (const JsonValue* all = document->root().find("webhook_secrets")) {
        for (const JsonValue& one : all->items) {
            secrets.webhook_secrets.emplace_back(one.text);
        }
    }
    return secrets;
}

}  // namespace standby::app
