// What Stripe's answers say of a payment.
#include "payments/stripe/stripe_view.hpp"

#include "base/json/reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::payments {
namespace {

using engine::PaymentStage;
using engine::PaymentView;

std::optional<PaymentView> view(const std::string& text) {
    const auto document = read_json(text);
    EXPECT_TRUE(document) << text;
    return document ? view_of_stripe(document->root()) : std::nullopt;
}

std::string intent(std::string_view status, std::string_view more = "") {
    return R"({"object":"payment_intent","id":"pi_1","amount":4500,"currency":"eur",)"
           R"("livemode":false,"metadata":{"offer_id":"off_1"},"status":")" +
           std::string(status) + '"' + std::string(more) + "}";
}

std::string session(std::string_view status, std::string_view intent_text,
                    std::string_view more = "") {
    return R"({"object":"checkout.session","id":"cs_1","mode":"payment","amount_total":4500,)"
           R"("currency":"eur","livemode":false,"client_reference_id":"off_1",)"
           R"("url":"https://pay.example/cs_1","status":")" +
           std::string(status) + R"(","payment_intent":)" + std::string(intent_text) +
           std::string(more) + "}";
}

TEST(StripeView, OfAPageThatIsOpenLeadsThere) {
    const auto open = view(session("open", "null"));
    ASSERT_TRUE(open);
    EXPECT_EQ(open->stage, PaymentStage::Open);
    EXPECT_EQ(open->url, "https://pay.example/cs_1");
    EXPECT_EQ(open->reference, "off_1");
    EXPECT_EQ(open->amount, (core::Money{.amount = 4500}));
    EXPECT_EQ(open->charge, "");
    EXPECT_TRUE(open->is_test);
}

TEST(StripeView, OfAPageIsWhatThePaymentInItSays) {
    const auto held =
        view(session("complete", intent("requires_capture", R"(,"amount_capturable":4500)")));
    ASSERT_TRUE(held);
    EXPECT_EQ(held->id, "cs_1");
    EXPECT_EQ(held->charge, "pi_1");
    EXPECT_EQ(held->stage, PaymentStage::Authorised);
    EXPECT_EQ(held->url, "");
    EXPECT_EQ(view(session("complete", intent("succeeded", R"(,"amount_received":4500)")))->stage,
              PaymentStage::Captured);
    EXPECT_EQ(view(session("complete", intent("canceled")))->stage, PaymentStage::Released);
    EXPECT_EQ(view(session("complete", intent("processing")))->stage, PaymentStage::Processing);
    EXPECT_EQ(view(session("complete", R"("pi_1")"))->stage, PaymentStage::Processing)
        << "only named: nothing is known of it";
}

TEST(StripeView, OnlyAnExpiredPageIsUnpaid) {
    EXPECT_EQ(view(session("expired", "null"))->stage, PaymentStage::Expired);
    EXPECT_EQ(view(session("expired", intent("canceled")))->stage, PaymentStage::Expired);
    EXPECT_EQ(view(session("expired", intent("requires_payment_method")))->stage,
              PaymentStage::Expired);
    EXPECT_EQ(view(session("expired", intent("requires_capture")))->stage, PaymentStage::Authorised)
        << "paid at the last moment";
}

TEST(StripeView, OfAPaymentAloneSaysWhatWasTakenAndGivenBack) {
    const auto taken = view(intent("succeeded", R"(,"amount_received":4000,"latest_charge":)"
                                                R"({"id":"ch_1","amount_refunded":1500})"));
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->stage, PaymentStage::Captured);
    EXPECT_EQ(taken->amount.amount, 4000);
    EXPECT_EQ(taken->refunded, 1500);
    EXPECT_EQ(taken->reference, "off_1");
    EXPECT_EQ(view(intent("requires_payment_method"))->stage, PaymentStage::Failed)
        << "without a page there is no other card to try";
}

TEST(StripeView, OfACardIsAuthorisedOnceThereIsOne) {
    const std::string page =
        R"({"object":"checkout.session","id":"cs_1","mode":"setup","status":"complete",)"
        R"("livemode":true,"client_reference_id":"ent_1","payment_intent":null,"setup_intent":)";
    const auto kept =
        view(page + R"({"status":"succeeded","customer":"cus_1","payment_method":"pm_1"}})");
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->stage, PaymentStage::Authorised);
    EXPECT_EQ(kept->card, (engine::KeptCard{.customer = "cus_1", .method = "pm_1"}));
    EXPECT_EQ(kept->amount.amount, 0);
    EXPECT_FALSE(kept->is_test);
    EXPECT_EQ(view(page + R"({"status":"processing","customer":"cus_1"}})")->stage,
              PaymentStage::Processing);
}

TEST(StripeView, IsNothingWithoutWhatItMustSay) {
    for (const std::string& other :
         {std::string("{}"), std::string("[]"), intent("unheard_of"), session("lost", "null"),
          session("complete", R"({"id":"pi_1","status":"succeeded"})"),
          std::string(R"({"object":"payment_intent","id":"ch_1","status":"succeeded","amount":1,)"
                      R"("currency":"eur"})"),
          std::string(R"({"object":"payment_intent","id":"pi_1","status":"succeeded","amount":1,)"
                      R"("currency":"euro"})")}) {
        EXPECT_FALSE(view(other)) << other;
    }
}

}  // namespace
}  // namespace standby::payments
