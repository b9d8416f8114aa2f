// Payments as JSON, and as rows of a table.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/payment_setup.hpp"
#include "engine/ports/payments.hpp"
#include "interchange/view/viewer.hpp"

#include <span>
#include <string>

namespace standby::interchange {

std::string format_payment_id(std::uint64_t number);  // "pay_123"

// By what the provider knows it, and what stands in its way, only staff see.
void write_payment(JsonWriter& writer, const engine::Payment& payment, Viewer viewer);
// With a line of names above them.
std::string payments_csv(std::span<const engine::Payment> payments);

void write_payment_account(JsonWriter& writer, const engine::PaymentAccount& account);
void write_tested_payments(JsonWriter& writer, const engine::TestedPayments& tested);

}  // namespace standby::interchange
