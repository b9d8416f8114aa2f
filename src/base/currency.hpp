// What is known of currencies: how many digits their minor units have (ISO 4217).
#pragma once

#include <string_view>

namespace standby {

// 2 for a currency that is not known.
unsigned currency_decimals(std::string_view code);

}  // namespace standby
