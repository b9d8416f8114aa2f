#include "engine/ports/payment_provider.hpp"

#include "base/assert.hpp"

namespace standby::engine {

std::string_view name_of(PaymentProblem problem) {
    switch (problem) {
    case PaymentProblem::Unknown:
        return "no_answer";
    case PaymentProblem::Busy:
        return "busy";
    case PaymentProblem::WrongKey:
        return "wrong_key";
    case PaymentProblem::NotFound:
        return "not_found";
    case PaymentProblem::WrongState:
        return "wrong_state";
    case PaymentProblem::Declined:
        return "declined";
    case PaymentProblem::AuthenticationRequired:
        return "authentication_required";
    case PaymentProblem::BadAmount:
        return "bad_amount";
    case PaymentProblem::BadCurrency:
        return "bad_currency";
    case PaymentProblem::Failed:
        return "failed";
    case PaymentProblem::Refused:
        return "refused";
    case PaymentProblem::NotUnderstood:
        return "not_understood";
    }
    UNREACHABLE();
}

std::string_view sentence_about(PaymentProblem problem) {
    switch (problem) {
    case PaymentProblem::Unknown:
        return "The provider didn't answer. We're asking it what happened.";
    case PaymentProblem::Busy:
        return "The provider is busy or down. We'll try again.";
    case PaymentProblem::WrongKey:
        return "The provider doesn't accept this key.";
    case PaymentProblem::NotFound:
        return "The provider doesn't know this payment.";
    case PaymentProblem::WrongState:
        return "That isn't possible any more.";
    case PaymentProblem::Declined:
        return "The bank declined the payment.";
    case PaymentProblem::AuthenticationRequired:
        return "The bank wants the guest to confirm the payment.";
    case PaymentProblem::BadAmount:
        return "The provider doesn't take this amount.";
    case PaymentProblem::BadCurrency:
        return "The provider doesn't take this currency.";
    case PaymentProblem::Failed:
        return "The provider made a mistake. We're asking it what happened.";
    case PaymentProblem::Refused:
        return "The provider refused.";
    case PaymentProblem::NotUnderstood:
        return "The provider's answer couldn't be understood.";
    }
    UNREACHABLE();
}

}  // namespace standby::engine
