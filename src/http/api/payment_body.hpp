// The bodies about money: accepting with a card that is kept, refunds, and how an account takes
// payments.
#pragma once

#include "base/result.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/payment_setup.hpp"
#include "http/api/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// POST /v1/offers/{id}:accept; the body may be missing. The card to charge; empty: none.
Result<std::string, Problem> parse_accept(std::string_view body);

// POST /v1/offers/{id}:refund. Without an amount: all that is left.
struct RefundBody {
    std::optional<core::Money> amount;
    std::string reason;
};
Result<RefundBody, Problem> parse_refund(std::string_view body);

// PUT /v1/payments/settings.
Result<engine::PaymentKeys, Problem> parse_payment_settings(std::string_view body);
// POST /v1/payments/settings:test. Without a provider: what is in use.
struct PaymentTestBody {
    std::optional<engine::PaymentProviderKind> provider;
    std::string key;
};
Result<PaymentTestBody, Problem> parse_payment_test(std::string_view body);

}  // namespace standby::http
