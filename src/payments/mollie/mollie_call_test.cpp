// What Mollie calls out: an id, and anybody could.
#include "payments/mollie/mollie_call.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::payments {
namespace {

TEST(MollieCall, NamesAPayment) {
    const auto hint = hint_of_mollie("id=tr_7UhSN1zuXS");
    ASSERT_TRUE(hint);
    EXPECT_EQ(hint->provider, engine::PaymentProviderKind::Mollie);
    EXPECT_EQ(hint->id, "tr_7UhSN1zuXS");
    EXPECT_EQ(hint->reference, "");
    EXPECT_FALSE(hint->account) << "nothing is signed";
    EXPECT_TRUE(hint_of_mollie("a=1&id=tr_1&b=2"));
}

TEST(MollieCall, IsNothingForAnythingElse) {
    for (const std::string& other :
         {std::string(), std::string("id="), std::string("id=ord_1"), std::string("ID=tr_1"),
          std::string("id=tr_1/../customers"), std::string("id=tr_%2e%2e"),
          std::string("id=tr_%00"), "id=tr_" + std::string(64, 'a'),
          std::string("{\"id\":\"tr_1\"}"), std::string("id=%zz")}) {
        EXPECT_FALSE(hint_of_mollie(other)) << other;
    }
}

}  // namespace
}  // namespace standby::payments
