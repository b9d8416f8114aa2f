// Forwarded mails: each is kept once, read once, settled once; nothing of what it says outlives the
// person whom it is about.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::IntakeMail;
using engine::IntakeState;
using engine::KeptMail;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr AccountNumber owner{1};
constexpr AccountNumber stranger{2};
constexpr core::ResourceNumber list{7};

IntakeMail mail(std::uint64_t number, char mark) {
    IntakeMail made{.number = number,
                    .account = owner,
                    .resource = list,
                    .connection = 3,
                    .uid_validity = 4'000'000'000,
                    .uid = static_cast<std::uint32_t>(number),
                    .size = 2'000'000,
                    .received_at = at(static_cast<int>(number))};
    made.digest.fill(static_cast<std::byte>(mark));
    return made;
}

std::string bytes_of(const IntakeMail& mail) {
    std::string bytes(mail.size, '\0');
    for (std::size_t index = 0; index < bytes.size(); ++index) {
        bytes[index] = static_cast<char>(index * 31 % 251);
    }
    return bytes;
}

template <class UnderTest>
class IntakeMailsContract : public StoreContract<UnderTest> {
protected:
    KeptMail keep(const IntakeMail& mail) {
        return this->registry().keep_mail(mail, bytes_of(mail)).value();
    }
    void open(std::uint64_t number) {
        ASSERT_TRUE(this->registry().save_intake_card(number, list, R"({"x":1})").value());
    }
};
TYPED_TEST_SUITE(IntakeMailsContract, Stores);

TYPED_TEST(IntakeMailsContract, KeepsAMailOnceWithAllItsBytes) {
    const IntakeMail first = mail(5, 'a');
    EXPECT_EQ(this->keep(first), KeptMail::New);
    EXPECT_EQ(this->keep(mail(6, 'a')), KeptMail::KnownBefore);
    EXPECT_EQ(this->keep(mail(4, 'b')), KeptMail::New);

    EXPECT_EQ(this->registry().intake_mail_bytes(5).value(), bytes_of(first));
    EXPECT_EQ(this->registry().intake_mail_bytes(6).value(), std::nullopt);
    EXPECT_THAT(this->registry().unread_mails(10).value(), ElementsAre(mail(4, 'b'), first));
    EXPECT_EQ(this->registry().last_uid(3, 4'000'000'000).value(), 5U);
    EXPECT_EQ(this->registry().last_uid(3, 1).value(), 0U);
    EXPECT_EQ(this->registry().count_unread_mails(owner).value(), 2U);
}

TYPED_TEST(IntakeMailsContract, ACardIsMadeOnceAndSettledByWhoeverIsFirst) {
    this->keep(mail(5, 'a'));
    EXPECT_TRUE(this->registry().begin_mail(5).value());
    this->open(5);
    EXPECT_FALSE(this->registry().save_intake_card(5, list, "{}").value());
    EXPECT_THAT(this->registry().unread_mails(10).value(), IsEmpty());

    EXPECT_FALSE(this->registry().begin_approval(stranger, 5, list, "{}").value());
    EXPECT_TRUE(this->registry().begin_approval(owner, 5, core::ResourceNumber{8}, "{}").value());
    EXPECT_FALSE(this->registry().begin_approval(owner, 5, list, "{}").value());
    EXPECT_FALSE(this->registry().dismiss_mail(owner, 5, at(20)).value());
    EXPECT_TRUE(this->registry().end_approval(owner, 5, 12, at(20)).value());

    IntakeMail approved = mail(5, 'a');
    approved.state = IntakeState::Approved;
    approved.resource = core::ResourceNumber{8};
    approved.tries = 1;
    approved.card = R"({"x":1})";
    approved.row = "{}";
    approved.entry = 12;
    approved.settled_at = at(20);
    approved.is_told = true;
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value(), approved);
    EXPECT_EQ(this->registry().intake_mail(stranger, 5).value(), std::nullopt);
    EXPECT_THAT(this->registry().intake_cards(owner, at(19), 0, 10).value(), ElementsAre(approved));
    EXPECT_THAT(this->registry().intake_cards(owner, at(20), 0, 10).value(), IsEmpty());

    EXPECT_FALSE(this->registry().reopen_mail(owner, 5, at(20)).value());
    EXPECT_TRUE(this->registry().reopen_mail(owner, 5, at(19)).value());
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->round, 1U);
    EXPECT_TRUE(this->registry().dismiss_mail(owner, 5, at(21)).value());
}

TYPED_TEST(IntakeMailsContract, AnApprovalThatCameToNothingOpensTheCardAgain) {
    this->keep(mail(5, 'a'));
    this->open(5);
    EXPECT_TRUE(this->registry().begin_approval(owner, 5, list, "{}").value());
    EXPECT_TRUE(this->registry().give_up_approval(owner, 5).value());
    EXPECT_FALSE(this->registry().give_up_approval(owner, 5).value());
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->state, IntakeState::Open);
}

TYPED_TEST(IntakeMailsContract, StaffAreToldOfACardOnce) {
    this->keep(mail(5, 'a'));
    EXPECT_THAT(this->registry().untold_cards(10).value(), IsEmpty());
    this->open(5);
    EXPECT_EQ(this->registry().untold_cards(10).value().size(), 1U);
    ASSERT_TRUE(this->registry().note_told(5));
    EXPECT_THAT(this->registry().untold_cards(10).value(), IsEmpty());
}

TYPED_TEST(IntakeMailsContract, WhatAMailSaysIsForgottenADayAfterItWasSettled) {
    this->keep(mail(5, 'a'));
    this->open(5);
    EXPECT_TRUE(this->registry().dismiss_mail(owner, 5, at(20)).value());
    ASSERT_TRUE(this->registry().forget_mails(at(20) + engine::intake_settled_time));
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->card, R"({"x":1})");

    ASSERT_TRUE(this->registry().forget_mails(at(21) + engine::intake_settled_time));
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->card, "");
    EXPECT_EQ(this->registry().intake_mail_bytes(5).value(), std::nullopt);
    EXPECT_EQ(this->keep(mail(9, 'a')), KeptMail::KnownBefore);
}

TYPED_TEST(IntakeMailsContract, ACardThatNobodySettledIsForgottenAfterAMonth) {
    this->keep(mail(5, 'a'));
    this->open(5);
    const Time later = at(6) + engine::intake_open_time;
    ASSERT_TRUE(this->registry().forget_mails(later));
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->state, IntakeState::Forgotten);
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value()->card, "");
    ASSERT_TRUE(this->registry().forget_mails(at(6) + engine::intake_known_time));
    EXPECT_EQ(this->registry().intake_mail(owner, 5).value(), std::nullopt);
}

}  // namespace
}  // namespace standby::store
