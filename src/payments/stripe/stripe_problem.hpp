// What Stripe means when it says no.
#pragma once

#include "payments/provider_web.hpp"

namespace standby::payments {

engine::PaymentProblem problem_of_stripe(const ProviderAnswer& answer, Asking asking);

}  // namespace standby::payments
