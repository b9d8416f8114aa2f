// What Stripe says no with.
#include "payments/stripe/stripe_problem.hpp"

#include "base/json/reader.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace standby::payments {
namespace {

using engine::PaymentProblem;

PaymentProblem problem(unsigned status, std::string_view error, Asking asking = Asking::ToChange) {
    ProviderAnswer answer{
        .status = status,
        .body = std::make_unique<std::string>(R"({"error":{)" + std::string(error) + "}}"),
        .document = std::nullopt};
    if (auto document = read_json(*answer.body)) {
        answer.document = *std::move(document);
    }
    return problem_of_stripe(answer, asking);
}

TEST(StripeProblem, OfACardIsTheBanksOrTheGuests) {
    EXPECT_EQ(problem(402, R"("type":"card_error","code":"card_declined")"),
              PaymentProblem::Declined);
    EXPECT_EQ(problem(402, R"("type":"card_error","code":"authentication_required")"),
              PaymentProblem::AuthenticationRequired);
    EXPECT_EQ(problem(402, R"("code":"card_declined","decline_code":"authentication_required")"),
              PaymentProblem::AuthenticationRequired);
}

TEST(StripeProblem, OfARequestSaysWhatIsWrongWithIt) {
    EXPECT_EQ(problem(400, R"("code":"amount_too_small","param":"amount")"),
              PaymentProblem::BadAmount);
    EXPECT_EQ(problem(400, R"("param":"line_items[0][price_data][unit_amount]")"),
              PaymentProblem::BadAmount);
    EXPECT_EQ(problem(400, R"("param":"line_items[0][price_data][currency]")"),
              PaymentProblem::BadCurrency);
    EXPECT_EQ(problem(400, R"("code":"payment_intent_unexpected_state")"),
              PaymentProblem::WrongState);
    EXPECT_EQ(problem(400, R"("code":"charge_already_refunded")"), PaymentProblem::WrongState);
    EXPECT_EQ(problem(400, R"("code":"resource_missing","param":"payment_method")"),
              PaymentProblem::NotFound);
    EXPECT_EQ(problem(404, R"("code":"resource_missing")"), PaymentProblem::NotFound);
    EXPECT_EQ(problem(400, R"("param":"success_url")"), PaymentProblem::Refused);
    EXPECT_EQ(problem(401, R"("type":"invalid_request_error")"), PaymentProblem::WrongKey);
}

TEST(StripeProblem, OfAKeyThatWasUsedForSomethingElseIsFinal) {
    EXPECT_EQ(problem(400, R"("type":"idempotency_error")"), PaymentProblem::Failed);
    EXPECT_EQ(problem(409, R"("type":"idempotency_error")"), PaymentProblem::Unknown)
        << "the same is being done at this moment";
    EXPECT_EQ(problem(409, R"("code":"lock_timeout")"), PaymentProblem::Busy);
}

TEST(StripeProblem, OfAMistakeDependsOnWhatMayHaveHappened) {
    EXPECT_EQ(problem(500, R"("type":"api_error")"), PaymentProblem::Failed);
    EXPECT_EQ(problem(500, R"("type":"api_error")", Asking::ToRead), PaymentProblem::Busy);
    EXPECT_EQ(problem(429, R"("type":"rate_limit_error")"), PaymentProblem::Busy);
}

}  // namespace
}  // namespace standby::payments
