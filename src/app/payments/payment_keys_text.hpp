// The keys of a payment provider as text: which provider it is stays readable, the rest is sealed.
#pragma once

#include "engine/ports/payment_provider.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

struct PaymentSecrets {
    std::string key;
    std::vector<std::string> webhook_secrets;
};

std::string write_payment_provider(engine::PaymentProviderKind provider);
// Nothing for one that this version does not know.
std::optional<engine::PaymentProviderKind> read_payment_provider(std::string_view text);
std::string write_payment_secrets(const PaymentSecrets& secrets);
std::optional<PaymentSecrets> read_payment_secrets(std::string_view text);

}  // namespace standby::app
