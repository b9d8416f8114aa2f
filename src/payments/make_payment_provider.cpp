#include "payments/make_payment_provider.hpp"

#include "base/text.hpp"
#include "payments/mollie/mollie.hpp"
#include "payments/stripe/stripe.hpp"

#include <algorithm>

namespace standby::payments {

using engine::PaymentProviderKind;

std::unique_ptr<engine::PaymentProvider> make_payment_provider(const ProviderSettings& settings) {
    if (settings.kind == PaymentProviderKind::Mollie) {
        return std::make_unique<Mollie>(settings);
    }
    return std::make_unique<Stripe>(settings);
}

bool is_test_key(PaymentProviderKind kind, std::string_view key) {
    return kind == PaymentProviderKind::Mollie
               ? key.starts_with("test_")
               : key.starts_with("sk_test_") || key.starts_with("rk_test_");
}

std::string_view problem_of_key(PaymentProviderKind kind, std::string_view key) {
    const bool is_plain = std::ranges::all_of(
        key, [](char one) { return is_letter_or_digit(one) || one == '_' || one == '-'; });
    if (kind == PaymentProviderKind::Mollie) {
        return is_plain && (key.starts_with("test_") || key.starts_with("live_"))
                   ? ""
                   : "must be a key of Mollie's API, which begins with live_ or test_";
    }
    if (key.starts_with("pk_")) {
        return "must be the secret key, not the publishable one";
    }
    return is_plain && (key.starts_with("sk_") || key.starts_with("rk_"))
               ? ""
               : "must be a secret or a restricted key of Stripe, which begins with sk_ or rk_";
}

std::string_view own_base(PaymentProviderKind kind) {
    return kind == PaymentProviderKind::Mollie ? "https://api.mollie.com"
                                               : "https://api.stripe.com";
}

}  // namespace standby::payments
