// What Mollie's answers say of a payment.
#include "payments/mollie/mollie_view.hpp"

#include "base/json/reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::payments {
namespace {

using engine::PaymentProblem;
using engine::PaymentStage;
using engine::PaymentView;

constexpr std::string_view euros = R"("amount":{"value":"45.00","currency":"EUR"})";

std::optional<PaymentView> view(const std::string& members, std::string_view amount = euros) {
    const std::string text =
        R"({"id":"tr_1","mode":"test",)" + std::string(amount) + "," + members + "}";
    const auto document = read_json(text);
    EXPECT_TRUE(document) << text;
    return document ? view_of_mollie(document->root()) : std::nullopt;
}

TEST(MollieView, HasTheStageThatTheStatusSays) {
    const std::pair<const char*, PaymentStage> stages[] = {{"open", PaymentStage::Open},
                                                           {"pending", PaymentStage::Processing},
                                                           {"authorized", PaymentStage::Authorised},
                                                           {"paid", PaymentStage::Captured},
                                                           {"canceled", PaymentStage::Released},
                                                           {"expired", PaymentStage::Expired},
                                                           {"failed", PaymentStage::Failed}};
    for (const auto& [status, stage] : stages) {
        const auto read = view(R"("status":")" + std::string(status) + '"');
        ASSERT_TRUE(read) << status;
        EXPECT_EQ(read->stage, stage) << status;
        EXPECT_EQ(read->charge, "tr_1");
        EXPECT_TRUE(read->is_test);
    }
    EXPECT_FALSE(view(R"("status":"shipped")"));
}

TEST(MollieView, LeadsToThePageOnlyWhileItCanBePaid) {
    const std::string links = R"(,"_links":{"checkout":{"href":"https://pay.example/1"}})";
    EXPECT_EQ(view(R"("status":"open")" + links)->url, "https://pay.example/1");
    EXPECT_EQ(view(R"("status":"expired")" + links)->url, "");
}

TEST(MollieView, IsTakenAsSoonAsAnythingWas) {
    const auto part = view(R"("status":"authorized",)"
                           R"("amountCaptured":{"value":"10.00","currency":"EUR"})");
    EXPECT_EQ(part->stage, PaymentStage::Captured);
    EXPECT_EQ(part->amount.amount, 1000);
    const auto nothing = view(R"("status":"authorized",)"
                              R"("amountCaptured":{"value":"0.00","currency":"EUR"})");
    EXPECT_EQ(nothing->stage, PaymentStage::Authorised);
    EXPECT_EQ(nothing->amount.amount, 4500);
}

TEST(MollieView, IsUnderWayWhileACaptureIs) {
    const auto waits =
        view(R"("status":"authorized","_embedded":{"captures":[{"status":"pending"}]})");
    EXPECT_EQ(waits->stage, PaymentStage::Processing);
    const auto failed =
        view(R"("status":"authorized","_embedded":{"captures":[{"status":"failed"}]})");
    EXPECT_EQ(failed->stage, PaymentStage::Authorised) << "it can be tried again";
}

TEST(MollieView, SaysWhatWasGivenBackAndWhatItIsFor) {
    const auto read = view(R"("status":"paid","metadata":{"offer_id":"off_1"},)"
                           R"("amountRefunded":{"value":"5.00","currency":"EUR"})");
    EXPECT_EQ(read->refunded, 500);
    EXPECT_EQ(read->reference, "off_1");
    EXPECT_EQ(view(R"("status":"paid","metadata":{"entry_id":"ent_1"})")->reference, "ent_1");
    EXPECT_EQ(view(R"("status":"paid","metadata":"off_1")")->reference, "") << "not ours";
}

TEST(MollieView, OfNothingIsACardThatIsKept) {
    constexpr std::string_view nothing = R"("amount":{"value":"0.00","currency":"EUR"})";
    const auto kept = view(R"("status":"paid","customerId":"cst_1","mandateId":"mdt_1")", nothing);
    EXPECT_EQ(kept->stage, PaymentStage::Authorised);
    EXPECT_EQ(kept->card, (engine::KeptCard{.customer = "cst_1", .method = "mdt_1"}));
    const auto not_yet = view(R"("status":"paid","customerId":"cst_1")", nothing);
    EXPECT_EQ(not_yet->stage, PaymentStage::Processing);
    EXPECT_EQ(not_yet->card, engine::KeptCard{});
}

TEST(MollieView, IsNothingWithoutWhatItMustSay) {
    EXPECT_FALSE(view(R"("status":"open")", R"("amount":{"value":"45.00"})"));
    EXPECT_FALSE(view(R"("status":"open")", R"("amount":"45.00")"));
    EXPECT_FALSE(view(R"("status":7)"));
    const auto other = read_json(R"({"id":"ord_1","status":"paid"})");
    EXPECT_FALSE(view_of_mollie(other->root()));
}

PaymentProblem problem(unsigned status, std::string text, Asking asking = Asking::ToChange) {
    ProviderAnswer answer{.status = status,
                          .body = std::make_unique<std::string>(std::move(text)),
                          .document = std::nullopt};
    if (auto document = read_json(*answer.body)) {
        answer.document = *std::move(document);
    }
    return problem_of_mollie(answer, asking);
}

TEST(MollieProblem, IsWhatTheAnswerSays) {
    EXPECT_EQ(problem(422, R"({"field":"amount"})"), PaymentProblem::BadAmount);
    EXPECT_EQ(problem(422, R"({"field":"amount.value"})"), PaymentProblem::BadAmount);
    EXPECT_EQ(problem(422, R"({"field":"amount.currency"})"), PaymentProblem::BadCurrency);
    EXPECT_EQ(problem(422, R"({"field":"webhookUrl"})"), PaymentProblem::Refused);
    EXPECT_EQ(problem(422, R"({"detail":"The payment cannot be canceled"})"),
              PaymentProblem::WrongState);
    EXPECT_EQ(problem(401, "{}"), PaymentProblem::WrongKey);
    EXPECT_EQ(problem(404, "{}"), PaymentProblem::NotFound);
    EXPECT_EQ(problem(429, "{}"), PaymentProblem::Busy);
    EXPECT_EQ(problem(409, "{}"), PaymentProblem::Unknown);
}

TEST(MollieProblem, OfAMistakeDependsOnWhatMayHaveHappened) {
    EXPECT_EQ(problem(500, R"({"status":500})"), PaymentProblem::Failed);
    EXPECT_EQ(problem(500, "<html>"), PaymentProblem::Unknown);
    EXPECT_EQ(problem(503, "<html>"), PaymentProblem::Unknown);
    EXPECT_EQ(problem(503, "<html>", Asking::ToRead), PaymentProblem::Busy);
    EXPECT_EQ(problem(200, "<html>"), PaymentProblem::Unknown);
    EXPECT_EQ(problem(200, "<html>", Asking::ToRead), PaymentProblem::NotUnderstood);
}

TEST(MollieProblem, OfAPaymentWithoutAGuestIsWhyItFailed) {
    const auto reason = [](std::string_view text) {
        const std::string said = R"({"details":{"failureReason":")" + std::string(text) + R"("}})";
        const auto document = read_json(said);
        return problem_of_failed(document->root());
    };
    EXPECT_EQ(reason("authentication_required"), PaymentProblem::AuthenticationRequired);
    EXPECT_EQ(reason("insufficient_funds"), PaymentProblem::Declined);
    EXPECT_EQ(reason(""), PaymentProblem::Declined);
}

}  // namespace
}  // namespace standby::payments
