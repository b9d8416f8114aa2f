// What Stripe's objects say of a payment: a checkout session, with the payment in it, or a payment
// by itself.
#pragma once

#include "base/json/value.hpp"
#include "engine/ports/payment_provider.hpp"

#include <optional>

namespace standby::payments {

// Nothing for what is neither, or says less than it must.
std::optional<engine::PaymentView> view_of_session(const JsonValue& session);
std::optional<engine::PaymentView> view_of_intent(const JsonValue& intent);
std::optional<engine::PaymentView> view_of_stripe(const JsonValue& object);

}  // namespace standby::payments
