// What Mollie calls out: an id, unsigned. Which payment it is about, if it is about one.
#pragma once

#include "engine/ports/payment_hints.hpp"

#include <optional>
#include <string_view>

namespace standby::payments {

std::optional<engine::PaymentHint> hint_of_mollie(std::string_view form);

}  // namespace standby::payments
