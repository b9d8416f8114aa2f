// Whether it is Stripe who calls, and what about.
#include "payments/stripe/stripe_event.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::payments {
namespace {

// printf '%s' '1800000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
constexpr std::string_view digest =
    "45705be2a45ab5acdd1395cc695e9e7073125385ec24194921c401dff44176f8";
constexpr std::string_view body = R"({"id":"evt_1"})";
constexpr std::string_view secret = "whsec_test";
constexpr Time signed_at{std::chrono::seconds{1'800'000'000}};

std::string header(std::string_view at = "1800000000", std::string_view one = digest) {
    return "t=" + std::string(at) + ",v1=" + std::string(one);
}

TEST(StripeSignature, IsTheHmacOfTimeAndBody) {
    EXPECT_TRUE(is_signed_by_stripe(body, header(), secret, signed_at));
    EXPECT_FALSE(is_signed_by_stripe(R"({"id":"evt_2"})", header(), secret, signed_at));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), "whsec_other", signed_at));
    EXPECT_FALSE(is_signed_by_stripe(body, header("1800000001"), secret, signed_at));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), "", signed_at)) << "nobody has no secret";
}

TEST(StripeSignature, CountsForFiveMinutesInBothDirections) {
    using std::chrono::hours;
    using std::chrono::minutes;
    using std::chrono::seconds;
    EXPECT_TRUE(is_signed_by_stripe(body, header(), secret, signed_at + minutes{5}));
    EXPECT_TRUE(is_signed_by_stripe(body, header(), secret, signed_at - minutes{5}));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), secret, signed_at + minutes{5} + seconds{1}));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), secret, signed_at - minutes{5} - seconds{1}));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), secret, signed_at + hours{1}));
    EXPECT_FALSE(is_signed_by_stripe(body, header(), secret, signed_at - hours{1}));
}

TEST(StripeSignature, MayStandAmongOthers) {
    const std::string zeros(64, '0');
    EXPECT_TRUE(is_signed_by_stripe(
        body, "t=1800000000, v1=" + zeros + ", v1=" + std::string(digest) + ", v0=" + zeros, secret,
        signed_at));
    EXPECT_FALSE(
        is_signed_by_stripe(body, "t=1800000000,v0=" + std::string(digest), secret, signed_at))
        << "another scheme";
}

TEST(StripeSignature, IsMissingWhereTheHeaderIsNone) {
    for (const std::string& broken :
         {std::string(), std::string("t=1800000000"), "v1=" + std::string(digest),
          header("1800000000") + ",t=1800000000", header("soon"), header("99999999999999999999"),
          header("1800000000", ""), std::string(100'000, 'v'), std::string(",,,=,"),
          "t=1800000000;v1=" + std::string(digest)}) {
        EXPECT_FALSE(is_signed_by_stripe(body, broken, secret, signed_at)) << broken.substr(0, 80);
    }
}

TEST(StripeHint, NamesThePaymentThatAnEventIsAbout) {
    const auto of_session = hint_of_stripe(
        R"({"type":"checkout.session.completed","data":{"object":{"object":"checkout.session",)"
        R"("id":"cs_1","client_reference_id":"off_1"}}})");
    ASSERT_TRUE(of_session);
    EXPECT_EQ(of_session->id, "cs_1");
    EXPECT_EQ(of_session->reference, "off_1");
    EXPECT_FALSE(of_session->account) << "whose it is, the secret says";

    const auto of_intent =
        hint_of_stripe(R"({"data":{"object":{"object":"payment_intent","id":"pi_1",)"
                       R"("metadata":{"entry_id":"ent_1"}}}})");
    ASSERT_TRUE(of_intent);
    EXPECT_EQ(of_intent->id, "pi_1");
    EXPECT_EQ(of_intent->reference, "ent_1");
}

TEST(StripeHint, FollowsRefundsAndDisputesToTheirPayment) {
    for (const std::string_view kind : {"charge", "refund", "dispute"}) {
        const auto named = hint_of_stripe(R"({"data":{"object":{"object":")" + std::string(kind) +
                                          R"(","id":"x","payment_intent":"pi_2"}}})");
        ASSERT_TRUE(named) << kind;
        EXPECT_EQ(named->id, "pi_2");
        const auto inside = hint_of_stripe(R"({"data":{"object":{"object":")" + std::string(kind) +
                                           R"(","payment_intent":{"id":"pi_3"}}}})");
        ASSERT_TRUE(inside) << kind;
        EXPECT_EQ(inside->id, "pi_3");
    }
}

TEST(StripeHint, IsNothingForWhatIsAboutNoPayment) {
    for (const std::string_view other :
         {"", "[]", "null", "{}", R"({"data":7})", R"({"data":{"object":[]}})",
          R"({"data":{"object":{"object":"customer","id":"cus_1"}}})",
          R"({"data":{"object":{"object":"payment_intent"}}})",
          R"({"data":{"object":{"object":"charge","payment_intent":null}}})",
          R"({"data":{"object":{"object":"payment_intent","id":7}}})", "<html>"}) {
        EXPECT_FALSE(hint_of_stripe(other)) << other;
    }
}

}  // namespace
}  // namespace standby::payments
