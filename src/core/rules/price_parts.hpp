// Parts of a price: a deposit, a late fee, the tax that is contained in it.
#pragma once

#include "core/rules/rules.hpp"

#include <cstdint>
#include <optional>

namespace standby::core {

// Rounded to the smallest unit, never more than all of it.
std::int64_t share_of(const Share& share, std::int64_t amount);
// What of an amount is tax.
std::int64_t tax_in(const std::optional<Tax>& tax, std::int64_t amount);

// What a guest pays on claiming a place of this price: all of it, a deposit in its place, or what a
// deposit on joining has left of it.
struct ClaimPrice {
    Money amount;
    bool is_deposit = false;
};
ClaimPrice due_on_claiming(const Rules& rules, const Money& price);

}  // namespace standby::core
