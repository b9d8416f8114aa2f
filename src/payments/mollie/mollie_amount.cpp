#include "payments/mollie/mollie_amount.hpp"

#include "base/currency.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "payments/provider_web.hpp"

#include <algorithm>

namespace standby::payments {

std::string mollie_value(const core::Money& money) {
    const unsigned decimals =
        currency_decimals(std::string_view(money.currency.data(), money.currency.size()));
    std::string digits = std::to_string(money.amount);
    if (decimals == 0) {
        return digits;
    }
    if (digits.size() <= decimals) {
        digits.insert(0, decimals + 1 - digits.size(), '0');
    }
    return digits.insert(digits.size() - decimals, ".");
}

std::optional<core::Money> money_of_mollie(std::string_view value, std::string_view currency) {
    core::Money money;
    if (currency.size() != money.currency.size() || !std::ranges::all_of(currency, is_upper)) {
        return std::nullopt;
    }
    const std::size_t point = value.find('.');
    const std::string_view fraction =
        point == value.npos ? std::string_view() : value.substr(point + 1);
    const std::string digits = std::string(value.substr(0, point)) + std::string(fraction);
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) {
        return std::nullopt;
    }
    const auto whole = parse_number<std::int64_t>(digits);
    const auto amount = whole ? rescaled(*whole, static_cast<unsigned>(fraction.size()),
                                         currency_decimals(currency))
                              : std::nullopt;
    if (!amount) {
        return std::nullopt;
    }
    money.amount = *amount;
    std::ranges::copy(currency, money.currency.begin());
    return money;
}

}  // namespace standby::payments
