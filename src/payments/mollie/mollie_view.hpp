// What Mollie's payments say, and what it means when it says no.
#pragma once

#include "base/json/value.hpp"
#include "engine/ports/payment_provider.hpp"
#include "payments/provider_web.hpp"

#include <optional>

namespace standby::payments {

// Nothing for what is no payment, or says less than it must.
std::optional<engine::PaymentView> view_of_mollie(const JsonValue& payment);
// Why a payment without a guest came to nothing.
engine::PaymentProblem problem_of_failed(const JsonValue& payment);
engine::PaymentProblem problem_of_mollie(const ProviderAnswer& answer, Asking asking);

}  // namespace standby::payments
