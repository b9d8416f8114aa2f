// What Stripe calls out: whether it is Stripe who does, and which payment it is about.
#pragma once

#include "base/time.hpp"
#include "engine/ports/payment_hints.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::payments {

// How far the time of a signature may be from ours, in either direction.
inline constexpr Duration signature_age_max = std::chrono::minutes{5};
inline constexpr std::size_t signature_header_max = 4'000;
inline constexpr std::size_t signatures_max = 16;

// By the Stripe-Signature header: "t=1763560000,v1=…", perhaps with further v1 while a secret takes
// over from another. Other schemes count for nothing.
bool is_signed_by_stripe(std::string_view body, std::string_view header, std::string_view secret,
                         Time now);

// Nothing for events that are about no payment, and for what is no event.
std::optional<engine::PaymentHint> hint_of_stripe(std::string_view body);

}  // namespace standby::payments
