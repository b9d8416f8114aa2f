#include "payments/stripe/stripe_amount.hpp"

#include "base/currency.hpp"
#include "base/text.hpp"
#include "payments/provider_web.hpp"

#include <algorithm>

namespace standby::payments {
namespace {

// Iceland's and Uganda's have none of their own, and two over there; Madagascar's is the other way
// round.
unsigned stripe_decimals(std::string_view code) {
    if (code == "ISK" || code == "UGX") {
        return 2;
    }
    return code == "MGA" ? 0 : currency_decimals(code);
}

std::string code_of(const core::Money& money) {
    return {money.currency.begin(), money.currency.end()};
}

}  // namespace

std::string stripe_currency(const core::Money& money) {
    return to_lower(code_of(money));
}

std::optional<std::int64_t> stripe_amount(const core::Money& money) {
    const std::string code = code_of(money);
    const auto amount = rescaled(money.amount, currency_decimals(code), stripe_decimals(code));
    // The last of three digits must be a zero.
    const bool is_too_fine = amount && stripe_decimals(code) == 3 && *amount % 10 != 0;
    return is_too_fine ? std::nullopt : amount;
}

std::optional<core::Money> money_of_stripe(std::int64_t amount, std::string_view currency) {
    const std::string code = to_upper(currency);
    core::Money money;
    if (code.size() != money.currency.size() || !std::ranges::all_of(code, is_upper)) {
        return std::nullopt;
    }
    const auto own = rescaled(amount, stripe_decimals(code), currency_decimals(code));
    if (!own || *own < 0) {
        return std::nullopt;
    }
    money.amount = *own;
    std::ranges::copy(code, money.currency.begin());
    return money;
}

}  // namespace standby::payments
