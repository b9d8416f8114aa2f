// The book of payments: an attempt is written down once, of two who write the same row one is
// heard, and what is due is found whoever wrote it.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentPurpose;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr core::ResourceNumber list{7};

template <class UnderTest>
class PaymentsContract : public StoreContract<UnderTest> {
protected:
    Payment add(std::uint32_t attempt, std::optional<Time> next_look) {
        Payment one{.number = engine::payment_number(list, 3, core::OfferNumber{5},
                                                     PaymentPurpose::Place, attempt),
                    .account = AccountNumber{1},
                    .resource = list,
                    .entry = 3,
                    .offer = core::OfferNumber{5},
                    .attempt = attempt,
                    .amount = {.amount = 4'500, .currency = {'C', 'H', 'F'}},
                    .tax = 338,
                    .expires_at = at(90),
                    .next_look = next_look,
                    .created_at = at(1),
                    .changed_at = at(1)};
        EXPECT_TRUE(this->registry().add_payment(one).value());
        return one;
    }
};
TYPED_TEST_SUITE(PaymentsContract, Stores);

TYPED_TEST(PaymentsContract, WritesAnAttemptDownOnce) {
    const Payment first = this->add(1, at(2));
    Payment again = first;
    again.amount.amount = 1;
    EXPECT_FALSE(this->registry().add_payment(again).value());
    const Payment second = this->add(2, std::nullopt);
    this->restart();
    EXPECT_THAT(this->registry().payment(first.number).value(), testing::Optional(first));
    EXPECT_THAT(this->registry().payments_of(core::entry_id(list, 3)).value(),
                ElementsAre(first, second));
    EXPECT_THAT(this->registry().payments_for(core::offer_id(list, core::OfferNumber{5})).value(),
                ElementsAre(first, second));
    EXPECT_THAT(this->registry().payments_of(core::entry_id(list, 4)).value(), IsEmpty());
    EXPECT_EQ(this->registry().payment(12).value(), std::nullopt);
}

TYPED_TEST(PaymentsContract, HearsOneOfTwoWhoWriteTheSameRow) {
    Payment one = this->add(1, at(2));
    Payment other = one;
    one.phase = PaymentPhase::Paying;
    one.provider_id = "cs_test_1";
    one.charge = "pi_1";
    one.key = 2;
    one.url = "https://checkout.example/1";
    one.card = {.customer = "cus_1", .method = "pm_1"};
    one.captured = 4'500;
    one.refunded = 1'000;
    one.refund_wanted = 500;
    one.refund_told = 250;
    one.is_test = true;
    one.told = 5;
    one.next_look = std::nullopt;
    one.tries = 3;
    one.problem = "no_answer";
    one.changed_at = at(9);
    EXPECT_TRUE(this->registry().save_payment(one).value());
    other.problem = "late";
    EXPECT_FALSE(this->registry().save_payment(other).value());
    EXPECT_FALSE(this->registry().save_payment(one).value());
    this->restart();
    one.version = 1;
    EXPECT_THAT(this->registry().payment(one.number).value(), testing::Optional(one));
    EXPECT_THAT(this->registry().payments_known_as("pi_1").value(), ElementsAre(one));
    EXPECT_THAT(this->registry().payments_known_as("cs_test_1").value(), ElementsAre(one));
    EXPECT_THAT(this->registry().payments_known_as("").value(), IsEmpty());
}

TYPED_TEST(PaymentsContract, FindsWhatIsDueAndWhatGoesWrong) {
    const Payment late = this->add(1, at(8));
    Payment early = this->add(2, at(2));
    const Payment never = this->add(3, std::nullopt);
    EXPECT_THAT(this->registry().due_payments(at(7), 10).value(), ElementsAre(early));
    EXPECT_THAT(this->registry().due_payments(at(8), 10).value(), ElementsAre(early, late));
    EXPECT_THAT(this->registry().due_payments(at(8), 1).value(), ElementsAre(early));
    early.tries = 4;
    EXPECT_TRUE(this->registry().save_payment(early).value());
    early.version = 1;
    EXPECT_THAT(this->registry().troubled_payments(AccountNumber{1}, 4, 10).value(),
                ElementsAre(early));
    EXPECT_THAT(this->registry().troubled_payments(AccountNumber{1}, 5, 10).value(), IsEmpty());
    EXPECT_THAT(this->registry().troubled_payments(AccountNumber{2}, 1, 10).value(), IsEmpty());
    const auto all = this->registry().payments_of_list(list, 0, 10).value();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_LT(all.at(0).number, all.at(1).number);
    EXPECT_THAT(this->registry().payments_of_list(list, all.at(1).number, 10).value(),
                ElementsAre(all.at(2)));
}

}  // namespace
}  // namespace standby::store
