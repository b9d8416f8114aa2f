#include "payments/stripe/stripe_problem.hpp"

#include "payments/fields.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace standby::payments {
namespace {

using engine::PaymentProblem;

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& known) {
    return std::ranges::find(known, text) != known.end();
}

constexpr std::array<std::string_view, 4> about_amounts{
    "amount_too_small", "amount_too_large", "invalid_charge_amount", "balance_insufficient"};
constexpr std::array<std::string_view, 9> about_states{
    "payment_intent_unexpected_state",
    "intent_invalid_state",
    "charge_already_captured",
    "charge_already_refunded",
    "charge_expired_for_capture",
    "charge_disputed",
    "checkout_session_not_open",
    "setup_intent_unexpected_state",
    "payment_intent_incompatible_payment_method"};

PaymentProblem problem_of_request(std::string_view code, std::string_view param) {
    if (is_one_of(code, about_states)) {
        return PaymentProblem::WrongState;
    }
    if (code == "resource_missing") {
        return PaymentProblem::NotFound;
    }
    if (param.find("currency") != param.npos || code == "currency_not_supported") {
        return PaymentProblem::BadCurrency;
    }
    return is_one_of(code, about_amounts) || param.find("amount") != param.npos
               ? PaymentProblem::BadAmount
               : PaymentProblem::Refused;
}

}  // namespace

PaymentProblem problem_of_stripe(const ProviderAnswer& answer, Asking asking) {
    const JsonValue* error = object_at(answer.said(), "error");
    if (error == nullptr) {
        return problem_of_answer(answer, asking);
    }
    const std::string type = text_at(*error, "type");
    const std::string code = text_at(*error, "code");
    if (answer.status == 402 || type == "card_error") {
        const bool wants_the_guest = code == "authentication_required" ||
                                     text_at(*error, "decline_code") == "authentication_required" ||
                                     code == "payment_intent_authentication_failure";
        return wants_the_guest ? PaymentProblem::AuthenticationRequired : PaymentProblem::Declined;
    }
    if (type == "idempotency_error") {
        // 409: the same is being done at this moment. 400: the key was used for something else, and
        // will never do for this.
        return answer.status == 409 ? PaymentProblem::Unknown : PaymentProblem::Failed;
    }
    if (answer.status == 409 && code == "lock_timeout") {
        return PaymentProblem::Busy;
    }
    if (answer.status == 400) {
        return problem_of_request(code, text_at(*error, "param"));
    }
    return problem_of_answer(answer, asking);
}

}  // namespace standby::payments
