// Which keys there are.
#include "payments/make_payment_provider.hpp"

#include <gtest/gtest.h>

namespace standby::payments {
namespace {

using enum engine::PaymentProviderKind;

TEST(PaymentKey, SaysWhetherItIsForTests) {
    for (const std::string_view key : {"sk_test_1", "rk_test_1"}) {
        EXPECT_TRUE(is_test_key(Stripe, key)) << key;
    }
    for (const std::string_view key : {"sk_live_1", "rk_live_1", "test_1", ""}) {
        EXPECT_FALSE(is_test_key(Stripe, key)) << key;
    }
    EXPECT_TRUE(is_test_key(Mollie, "test_1"));
    EXPECT_FALSE(is_test_key(Mollie, "live_1"));
}

TEST(PaymentKey, IsOneOfItsProvider) {
    for (const std::string_view key : {"sk_test_1aB", "sk_live_1", "rk_live_1"}) {
        EXPECT_EQ(problem_of_key(Stripe, key), "") << key;
    }
    EXPECT_NE(problem_of_key(Stripe, "pk_live_1").find("publishable"), std::string_view::npos);
    for (const std::string_view key : {"", "live_1", "sk_live_1\r\nX: y", "sk_live_é"}) {
        EXPECT_NE(problem_of_key(Stripe, key), "") << key;
    }
    EXPECT_EQ(problem_of_key(Mollie, "live_1"), "");
    EXPECT_NE(problem_of_key(Mollie, "sk_live_1"), "");
    EXPECT_NE(problem_of_key(Mollie, "access_1"), "") << "an organisation's is none of a profile";
}

TEST(PaymentKey, HasAProviderToAsk) {
    EXPECT_EQ(own_base(Stripe), "https://api.stripe.com");
    EXPECT_EQ(own_base(Mollie), "https://api.mollie.com");
}

}  // namespace
}  // namespace standby::payments
