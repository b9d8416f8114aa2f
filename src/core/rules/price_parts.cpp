#include "core/rules/price_parts.hpp"

#include <algorithm>

namespace standby::core {
namespace {

constexpr std::int64_t whole_hundredths = 10'000;

}  // namespace

std::int64_t share_of(const Share& share, std::int64_t amount) {
    if (share.amount) {
        return std::min(share.amount->amount, amount);
    }
    // In two parts: an amount may be so great that its product is not.
    const std::int64_t hundredths = share.percent_hundredths;
    const std::int64_t exact = amount / whole_hundredths * hundredths;
    const std::int64_t rest =
        (amount % whole_hundredths * hundredths + whole_hundredths / 2) / whole_hundredths;
    return std::min(exact + rest, amount);
}

std::int64_t tax_in(const std::optional<Tax>& tax, std::int64_t amount) {
    if (!tax) {
        return 0;
    }
    const std::int64_t hundredths = tax->percent_hundredths;
    const std::int64_t parts = whole_hundredths + hundredths;
    return amount / parts * hundredths + (amount % parts * hundredths + parts / 2) / parts;
}

ClaimPrice due_on_claiming(const Rules& rules, const Money& price) {
    ClaimPrice due{.amount = price};
    if (!rules.deposit) {
        return due;
    }
    const std::int64_t deposit = share_of(rules.deposit->share, price.amount);
    due.is_deposit = rules.deposit->due == DepositDue::OnClaiming;
    due.amount.amount = due.is_deposit ? deposit : price.amount - deposit;
    return due;
}

}  // namespace standby::core
