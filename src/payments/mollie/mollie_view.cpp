#include "payments/mollie/mollie_view.hpp"

#include "payments/fields.hpp"
#include "payments/mollie/mollie_amount.hpp"

#include <string>
#include <string_view>

namespace standby::payments {
namespace {

using engine::PaymentProblem;
using engine::PaymentStage;
using engine::PaymentView;

std::optional<core::Money> money_at(const JsonValue& payment, std::string_view name) {
    const JsonValue* amount = object_at(payment, name);
    return amount != nullptr
               ? money_of_mollie(text_at(*amount, "value"), text_at(*amount, "currency"))
               : std::nullopt;
}

std::optional<PaymentStage> stage_of(std::string_view status) {
    if (status == "open") {
        return PaymentStage::Open;
    }
    if (status == "pending") {
        return PaymentStage::Processing;
    }
    if (status == "authorized") {
        return PaymentStage::Authorised;
    }
    if (status == "paid") {
        return PaymentStage::Captured;
    }
    if (status == "canceled") {
        return PaymentStage::Released;
    }
    if (status == "expired") {
        return PaymentStage::Expired;
    }
    return status == "failed" ? std::optional(PaymentStage::Failed) : std::nullopt;
}

// A capture that was ordered and not carried out yet.
bool has_capture_under_way(const JsonValue& payment) {
    const JsonValue* captures = value_at(payment, "_embedded.captures");
    if (captures == nullptr) {
        return false;
    }
    for (const JsonValue& capture : captures->items) {
        if (text_at(capture, "status") == "pending") {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<PaymentView> view_of_mollie(const JsonValue& payment) {
    PaymentView view{.id = text_at(payment, "id")};
    const auto stage = stage_of(text_at(payment, "status"));
    const auto amount = money_at(payment, "amount");
    if (!view.id.starts_with("tr_") || !stage || !amount) {
        return std::nullopt;
    }
    view.charge = view.id;
    view.stage = *stage;
    view.amount = *amount;
    const auto captured = money_at(payment, "amountCaptured");
    if (captured && captured->amount > 0 && *stage != PaymentStage::Open) {
        view.stage = PaymentStage::Captured;  // all that was wanted, whatever is still held
        view.amount = *captured;
    } else if (*stage == PaymentStage::Authorised && has_capture_under_way(payment)) {
        view.stage = PaymentStage::Processing;
    }
    if (const auto refunded = money_at(payment, "amountRefunded")) {
        view.refunded = refunded->amount;
    }
    view.reference = text_at(payment, "metadata.offer_id");
    if (view.reference.empty()) {
        view.reference = text_at(payment, "metadata.entry_id");
    }
    view.card = {.customer = text_at(payment, "customerId"),
                 .method = text_at(payment, "mandateId")};
    if (view.card.customer.empty() || view.card.method.empty()) {
        view.card = {};
    }
    // A first payment of nothing keeps a card.
    if (view.amount.amount == 0 && view.stage == PaymentStage::Captured) {
        view.stage = view.card.method.empty() ? PaymentStage::Processing : PaymentStage::Authorised;
    }
    view.url = view.stage == PaymentStage::Open ? text_at(payment, "_links.checkout.href") : "";
    view.is_test = text_at(payment, "mode") == "test";
    return view;
}

PaymentProblem problem_of_failed(const JsonValue& payment) {
    const std::string reason = text_at(payment, "details.failureReason");
    return reason.starts_with("authentication_") ? PaymentProblem::AuthenticationRequired
                                                 : PaymentProblem::Declined;
}

PaymentProblem problem_of_mollie(const ProviderAnswer& answer, Asking asking) {
    if (answer.status != 422) {
        return problem_of_answer(answer, asking);
    }
    const std::string field = text_at(answer.said(), "field");
    const std::string detail = text_at(answer.said(), "detail");
    if (field.find("currency") != field.npos || detail.find("currency") != detail.npos) {
        return PaymentProblem::BadCurrency;
    }
    if (field.starts_with("amount")) {
        return PaymentProblem::BadAmount;
    }
    // With a field, what was sent is wrong; without, the payment is not in a state for it.
    return field.empty() ? PaymentProblem::WrongState : PaymentProblem::Refused;
}

}  // namespace standby::payments
