// The providers there are, by their settings.
#pragma once

#include "engine/ports/payment_provider.hpp"
#include "interchange/web/web_address.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace standby::payments {

struct ProviderSettings {
    engine::PaymentProviderKind kind = engine::PaymentProviderKind::Stripe;
    std::string key;  // Stripe's secret or restricted key, Mollie's API key
    // Instead of the provider's own address, as "http://127.0.0.1:8012"; empty: its own. The
    // operator named it, so it may be on our own machine.
    std::string base{};
    // Where it may call us about a payment; empty: it is not told. Stripe is told on its own pages.
    std::string callback_url{};
    std::string ca_file{};  // empty: SSL_CERT_FILE, or else the system's certificates
    friend bool operator==(const ProviderSettings&, const ProviderSettings&) = default;
};

// Never null. It belongs to one thread, except for `stop`.
std::unique_ptr<engine::PaymentProvider> make_payment_provider(const ProviderSettings& settings);

// "sk_test_…", "rk_test_…", "test_…": no real money. False for a key of no known form.
bool is_test_key(engine::PaymentProviderKind kind, std::string_view key);
// The end of a sentence that begins with "key", in which way it cannot be one; empty: it may be.
std::string_view problem_of_key(engine::PaymentProviderKind kind, std::string_view key);
// "https://api.stripe.com"
std::string_view own_base(engine::PaymentProviderKind kind);

}  // namespace standby::payments
