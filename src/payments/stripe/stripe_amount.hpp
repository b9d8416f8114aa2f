// Stripe's amounts: its own decimals, which differ from the currency's own for a few.
#pragma once

#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::payments {

// "eur"
std::string stripe_currency(const core::Money& money);
// Nothing for an amount that Stripe has no units for: a tenth of a cent.
std::optional<std::int64_t> stripe_amount(const core::Money& money);
// `currency` in lower case; nothing for what is no money.
std::optional<core::Money> money_of_stripe(std::int64_t amount, std::string_view currency);

}  // namespace standby::payments
