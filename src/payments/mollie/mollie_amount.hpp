// Mollie's amounts: a decimal as a text, with as many digits as the currency has.
#pragma once

#include "core/model/wants.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::payments {

// "10.00", "5000" for yen
std::string mollie_value(const core::Money& money);
// Nothing for what is no money, or has more digits than the currency.
std::optional<core::Money> money_of_mollie(std::string_view value, std::string_view currency);

}  // namespace standby::payments
