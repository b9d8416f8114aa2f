// What pages say of money: what is to be paid, what was, and that nothing was charged.
#include "http/pages/payment_parts.hpp"

#include "http/pages/guest_page_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;
using engine::PaymentPhase;
using engine::PaymentPurpose;
using testing::HasSubstr;
using testing::Not;

GuestPayment payment(PaymentPhase phase) {
    GuestPayment made;
    made.phase = phase;
    made.amount = core::Money{4500, {'E', 'U', 'R'}};
    made.tax = 718;
    made.tax_label = "VAT";
    made.url = phase == PaymentPhase::Paying ? "https://pay.example/1?a=1&b=2" : "";
    made.expires_at = noon + std::chrono::minutes{15};
    made.changed_at = noon;
    return made;
}

OfferPage claimed(std::optional<GuestPayment> made) {
    OfferPage page = live_offer();
    page.state = OfferState::Confirming;
    page.awaiting = core::Awaiting::Payment;
    page.status_token = "gt_entry";
    page.payment = std::move(made);
    return page;
}

OfferPage ended(PaymentPhase phase, bool is_late = false) {
    OfferPage page = claimed(payment(phase));
    page.state = OfferState::Expired;
    page.payment->is_late = is_late;
    return page;
}

TEST(PaymentPage, LeadsToThePaymentWithTheClockAndThePrice) {
    const std::string page = offer_page(claimed(payment(PaymentPhase::Paying)));
    EXPECT_THAT(page, HasSubstr("<h1>Pay to keep your spot</h1>"));
    EXPECT_THAT(page, HasSubstr("<dt>To pay</dt><dd>€45.00</dd>"));
    EXPECT_THAT(page, HasSubstr("including €7.18 VAT"));
    EXPECT_THAT(page, HasSubstr("href=\"https://pay.example/1?a=1&amp;b=2\">Pay €45.00</a>"));
    EXPECT_THAT(page, HasSubstr("data-deadline=\"1795263300000\"")) << "the payment's own end";
    EXPECT_THAT(page, HasSubstr("nothing is charged without a spot"));
    EXPECT_THAT(page, Not(HasSubstr("data-again")));
    EXPECT_THAT(page, Not(HasSubstr("This is a test")));
    EXPECT_THAT(page, Not(HasSubstr("<form"))) << "it is claimed already";
}

TEST(PaymentPage, SaysADepositIsOneAndATestIsOne) {
    GuestPayment made = payment(PaymentPhase::Paying);
    made.purpose = PaymentPurpose::Deposit;
    made.amount.amount = 900;
    made.tax = 0;
    made.is_test = true;
    const std::string page = offer_page(claimed(made));
    EXPECT_THAT(page, HasSubstr("Pay your deposit to keep your spot"));
    EXPECT_THAT(page, HasSubstr("<dt>Deposit</dt><dd>€9.00</dd>"));
    EXPECT_THAT(page, HasSubstr("no real money moves"));
    EXPECT_THAT(page, Not(HasSubstr("including")));
}

TEST(PaymentPage, WaitsWhileThereIsNowhereToPayYet) {
    for (const auto& made :
         {std::optional<GuestPayment>(), std::optional(payment(PaymentPhase::Beginning))}) {
        const std::string page = offer_page(claimed(made));
        EXPECT_THAT(page, HasSubstr("<h1>One moment, please</h1>"));
        EXPECT_THAT(page, HasSubstr("data-again=\"3\""));
        EXPECT_THAT(page, Not(HasSubstr("pay.example")));
    }
}

TEST(PaymentPage, ChecksWhatSomebodySaysTheyHavePaid) {
    OfferPage page = claimed(payment(PaymentPhase::Paying));
    page.came_back = PaymentReturn::Paid;
    EXPECT_THAT(offer_page(page), HasSubstr("<h1>We&#39;re checking your payment</h1>"));
    EXPECT_THAT(offer_page(page), HasSubstr("href=\"/o/gt_offer?paid=1\">Look again</a>"));
    EXPECT_THAT(offer_page(page), HasSubstr("Didn&#39;t it work? <a href=\"https://pay.example"));
    EXPECT_THAT(offer_page(page), Not(HasSubstr("data-countdown")));
    for (const PaymentPhase phase : {PaymentPhase::Booking, PaymentPhase::Taking}) {
        EXPECT_THAT(offer_page(claimed(payment(phase))), HasSubstr("checking your payment"));
    }
}

TEST(PaymentPage, TellsWhoeverComesBackToAnotherPageThatItFailed) {
    OfferPage page = claimed(payment(PaymentPhase::Paying));
    page.came_back = PaymentReturn::Paid;
    page.payment->is_second_try = true;
    page.payment->created_at = page.now - std::chrono::seconds{5};
    EXPECT_THAT(offer_page(page), HasSubstr("That payment didn&#39;t go through"));
    EXPECT_THAT(offer_page(page), HasSubstr(">Pay €45.00</a>"));
    EXPECT_THAT(offer_page(page), HasSubstr("data-again=\"5\"")) << "they may have paid it already";
    page.payment->created_at = page.now - std::chrono::minutes{2};
    EXPECT_THAT(offer_page(page), HasSubstr("checking your payment"));
}

TEST(PaymentPage, SaysAfterwardsWhatCanStillBeDone) {
    OfferPage page = ended(PaymentPhase::Released, true);
    page.late = OfferPage::Late::AskFree;
    page.is_late_paid = true;
    EXPECT_THAT(offer_page(page), HasSubstr("<h1>Too late: nothing was charged</h1>"));
    EXPECT_THAT(offer_page(page), HasSubstr("If you say yes now, you get a new offer."));
}

TEST(PaymentPage, OffersToPayAgainToWhoeverGaveUp) {
    OfferPage page = claimed(payment(PaymentPhase::Paying));
    page.came_back = PaymentReturn::GaveUp;
    EXPECT_THAT(offer_page(page), HasSubstr("You haven&#39;t paid yet, and nothing was charged."));
    EXPECT_THAT(offer_page(page), HasSubstr(">Pay €45.00</a>"));
}

TEST(PaymentPage, OffersNothingToPayOnceTheTimeIsOver) {
    OfferPage page = claimed(payment(PaymentPhase::Paying));
    page.now = noon + std::chrono::minutes{15};
    EXPECT_THAT(offer_page(page), Not(HasSubstr("pay.example")));
    EXPECT_THAT(offer_page(page), HasSubstr("checking your payment"));
}

TEST(PaymentPage, SaysFirstOfAllThatNothingWasCharged) {
    const std::string late = offer_page(ended(PaymentPhase::Released, true));
    EXPECT_THAT(late, HasSubstr("<h1>Too late: nothing was charged</h1>"));
    EXPECT_THAT(late, HasSubstr("show it as pending for a few days"));
    const std::string unpaid = offer_page(ended(PaymentPhase::Released));
    EXPECT_THAT(unpaid, HasSubstr("This offer has expired"));
    EXPECT_THAT(unpaid, HasSubstr("<p>Nothing was charged.</p>"));
    const std::string on_its_way = offer_page(ended(PaymentPhase::Releasing));
    EXPECT_THAT(on_its_way, HasSubstr("your payment is being let go"));
}

TEST(PaymentPage, SaysWhatWasPaidAndWhatCameBack) {
    OfferPage page = claimed(payment(PaymentPhase::Taken));
    page.state = OfferState::Accepted;
    page.payment->captured = 4500;
    EXPECT_THAT(offer_page(page), HasSubstr("You&#39;re booked"));
    EXPECT_THAT(offer_page(page), HasSubstr("<p>You paid €45.00.</p>"));
    EXPECT_THAT(offer_page(page), HasSubstr("including €7.18 VAT"));
    page.payment->refunded = 1500;
    EXPECT_THAT(offer_page(page), HasSubstr("€15.00 of it was given back to you."));
    page.payment->phase = PaymentPhase::Refunding;
    page.payment->refund_wanted = 3000;
    EXPECT_THAT(offer_page(page), HasSubstr("€30.00 is on its way back to you."));
    page.payment->phase = PaymentPhase::Refunded;
    page.payment->refunded = 4500;
    EXPECT_THAT(offer_page(page), HasSubstr("€45.00 was given back to you."));
}

TEST(PaymentPage, SaysBeforeTheClaimWhatComesNext) {
    OfferPage page = live_offer();
    EXPECT_THAT(offer_page(page), Not(HasSubstr("on the next page")));
    page.due = core::Money{4500, {'E', 'U', 'R'}};
    EXPECT_THAT(offer_page(page), HasSubstr("You pay €45.00 on the next page."));
    page.is_deposit = true;
    EXPECT_THAT(offer_page(page), HasSubstr("You pay a deposit of €45.00 on the next page."));
}

TEST(PaymentsOfGuest, StandOnTheirOwnPage) {
    EntryPage page = waiting_entry();
    EXPECT_THAT(entry_page(page), Not(HasSubstr("Your payments")));
    GuestPayment deposit = payment(PaymentPhase::Paying);
    deposit.purpose = PaymentPurpose::Deposit;
    deposit.is_for_offer = false;
    page.payments = {deposit};
    EXPECT_THAT(entry_page(page), HasSubstr("Pay your deposit</h2>"));
    EXPECT_THAT(entry_page(page), HasSubstr("pay.example"));
    EXPECT_THAT(entry_page(page), Not(HasSubstr("Your payments")));
    page.payments[0].phase = PaymentPhase::Taken;
    page.payments[0].captured = 4500;
    EXPECT_THAT(entry_page(page), HasSubstr("Your payments</h2>"));
    EXPECT_THAT(entry_page(page), HasSubstr("You paid a deposit of €45.00."));
}

TEST(PaymentsOfGuest, ACardIsLeftAndKept) {
    EntryPage page = waiting_entry();
    GuestPayment card = payment(PaymentPhase::Paying);
    card.purpose = PaymentPurpose::KeptCard;
    card.is_for_offer = false;
    card.amount.amount = 0;
    page.payments = {card};
    EXPECT_THAT(entry_page(page), HasSubstr(">Leave a card</a>"));
    EXPECT_THAT(entry_page(page), HasSubstr("Nothing is charged now"));
    page.payments[0].phase = PaymentPhase::Kept;
    EXPECT_THAT(entry_page(page), HasSubstr("keeps your card"));
    EXPECT_THAT(entry_page(page), Not(HasSubstr("Leave a card</a>")));
}

TEST(PaymentsOfGuest, AYesInAdvanceAsksForACard) {
    EntryPage page = waiting_entry();
    page.instant = EntryPage::Instant{.terms = core::InstantYes{}, .is_paid = true};
    EXPECT_THAT(entry_page(page), HasSubstr("value=\"keep_card\">Leave a card</button>"));
    GuestPayment card = payment(PaymentPhase::Kept);
    card.purpose = PaymentPurpose::KeptCard;
    card.is_for_offer = false;
    page.payments = {card};
    EXPECT_THAT(entry_page(page), Not(HasSubstr("keep_card")));
    page.payments[0].phase = PaymentPhase::Released;
    EXPECT_THAT(entry_page(page), HasSubstr("keep_card")) << "nobody left one";
    page.instant->is_paid = false;
    EXPECT_THAT(entry_page(page), Not(HasSubstr("keep_card")));
}

TEST(PaymentsOfGuest, APageNobodyPaidOnIsNoStory) {
    EntryPage page = waiting_entry();
    page.payments = {payment(PaymentPhase::Released), payment(PaymentPhase::Beginning)};
    EXPECT_THAT(entry_page(page), Not(HasSubstr("Your payments")));
    page.payments[0].is_late = true;
    EXPECT_THAT(entry_page(page), HasSubstr("so nothing was charged"));
}

TEST(PaymentsOfGuest, AConfirmationThatWaitsForPaymentSaysSo) {
    EntryPage page = waiting_entry();
    page.state = EntryState::Confirming;
    page.payments = {payment(PaymentPhase::Paying)};
    page.due_for = haircut();
    EXPECT_THAT(entry_page(page), HasSubstr("<h1>Pay to keep your spot</h1>"));
    EXPECT_THAT(entry_page(page), HasSubstr("Haircut"));
    page.payments[0].phase = PaymentPhase::Taking;
    EXPECT_THAT(entry_page(page), HasSubstr("Your payment of €45.00 is on its way."));
}

}  // namespace
}  // namespace standby::http
