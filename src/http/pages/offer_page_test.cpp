// Tests of the page of an offer, live and ended.
#include "http/pages/guest_page_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;
using testing::HasSubstr;
using testing::Not;

TEST(OfferPage, ShowsWhatWhenWithWhomWhereAndForHowMuch) {
    const std::string page = offer_page(live_offer());
    for (const char* value : {"Haircut", "Mia", "Main street 1", "45 minutes", "€45.00"}) {
        EXPECT_THAT(page, HasSubstr("<dd>" + std::string(value) + "</dd>"));
    }
    EXPECT_THAT(page, HasSubstr("Saturday 21 November at 4:00 pm"));
    EXPECT_THAT(page, HasSubstr("All times are local: Europe/Berlin"));
    EXPECT_THAT(page, HasSubstr("holding it for you until Saturday 21 November at 1:10 pm."));
}

TEST(OfferPage, ShowsNoEmptyBoxWhenThereIsNothingToSayAboutThePlace) {
    OfferPage offer = live_offer();
    offer.what = {};
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("<dl>")));
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("class=\"tear\"")));
    EXPECT_THAT(offer_page(offer), HasSubstr("data-countdown"));
    offer.state = OfferState::Accepted;
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("<section")));
}

TEST(OfferPage, SaysOfAnAccessThatTheyAreIn) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Accepted;
    EXPECT_THAT(offer_page(offer), HasSubstr("You&#39;re booked</h1>"));
    offer.kind = core::Kind::Access;
    EXPECT_THAT(offer_page(offer), HasSubstr("You&#39;re in</h1>"));
    offer.standing = OfferPage::Standing{.state = EntryState::Accepted,
                                         .rank = {},
                                         .band = {},
                                         .access_url = "https://beta.example/"};
    EXPECT_THAT(offer_page(offer), HasSubstr("href=\"https://beta.example/\">Open it</a>"));
    offer.state = OfferState::Live;
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("beta.example")));
    offer.state = OfferState::Accepted;
    offer.standing = OfferPage::Standing{.state = EntryState::Cancelled};
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("You&#39;re in</h1>")));
}

TEST(OfferPage, ABookingThatStandsGoesIntoTheCalendar) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Accepted;
    offer.status_token = "gt_entry";
    offer.standing = OfferPage::Standing{.state = EntryState::Accepted};
    EXPECT_THAT(offer_page(offer), HasSubstr("href=\"/e/gt_entry/calendar.ics\" download"));
    offer.standing->state = EntryState::Cancelled;
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("calendar.ics")));
    offer.standing->state = EntryState::Accepted;
    offer.what.starts_at.reset();
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("calendar.ics")));
}

TEST(OfferPage, GivesBothClocksToTheCountdown) {
    const std::string page = offer_page(live_offer());
    EXPECT_THAT(page, HasSubstr("data-now=\"1795262400000\" data-deadline=\"1795263000000\""));
    EXPECT_THAT(page, HasSubstr("data-clock>10 minutes</p>"));
    EXPECT_THAT(page, HasSubstr("data-say-300=\"5 minutes left\" data-say-60=\"1 minute left\" "
                                "data-say-10=\"10 seconds left\""));
    EXPECT_THAT(page, HasSubstr("<div data-over hidden>\n<h2>Time&#39;s up</h2>"));
}

TEST(OfferPage, ClaimsAndDeclinesByPostOnly) {
    const std::string page = offer_page(live_offer());
    EXPECT_EQ(count(page, "<form method=\"post\" action=\"/o/gt_offer\">"), 2U);
    EXPECT_EQ(count(page, "<form"), 2U);
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"claim\""));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"decline\""));
}

TEST(OfferPage, HasNoButtonsOnceItIsOver) {
    for (const OfferState state :
         {OfferState::Confirming, OfferState::Accepted, OfferState::Declined, OfferState::Expired,
          OfferState::Withdrawn, OfferState::None}) {
        OfferPage offer = live_offer();
        offer.state = state;
        EXPECT_THAT(offer_page(offer), Not(HasSubstr("<form")));
        EXPECT_THAT(offer_page(offer), Not(HasSubstr("data-countdown")));
    }
}

TEST(OfferPage, CountsAsEndedFromItsDeadlineOn) {
    OfferPage offer = live_offer();
    offer.now = offer.expires_at - std::chrono::milliseconds(1);
    EXPECT_THAT(offer_page(offer), HasSubstr("<form"));
    offer.now = offer.expires_at;
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("<form")));
    EXPECT_THAT(offer_page(offer), HasSubstr("This offer has expired"));
}

TEST(OfferPage, SaysKindlyWhatHappenedAndWhereTheGuestStandsNow) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Expired;
    offer.standing = OfferPage::Standing{.state = EntryState::Waiting, .rank = 4};
    EXPECT_THAT(offer_page(offer), HasSubstr("it&#39;s no longer held for you"));
    EXPECT_THAT(offer_page(offer), HasSubstr("You&#39;re still in line, at number 4."));
    offer.is_taken = true;
    EXPECT_THAT(offer_page(offer), HasSubstr("someone else has the spot now"));
    offer.state = OfferState::Withdrawn;
    EXPECT_THAT(offer_page(offer), HasSubstr("<h1>Someone else has this spot now</h1>"));
    offer.is_taken = false;
    EXPECT_THAT(offer_page(offer), HasSubstr("<h1>This offer was withdrawn</h1>"));
    offer.standing = OfferPage::Standing{.state = EntryState::Waiting, .band = "11-20"};
    EXPECT_THAT(offer_page(offer), HasSubstr("between 11-20."));
    offer.state = OfferState::Declined;
    offer.standing = OfferPage::Standing{.state = EntryState::Declined};
    EXPECT_THAT(offer_page(offer), HasSubstr("You&#39;re no longer on this list."));
    offer.standing = OfferPage::Standing{.state = EntryState::Offered};
    EXPECT_THAT(offer_page(offer), HasSubstr("another offer for you"));
}

TEST(OfferPage, AsksAtOnceWhenTheTimeRunsOutBeforeTheirEyes) {
    OfferPage offer = live_offer();
    offer.takes_late_yes = true;
    const std::string page = offer_page(offer);
    const std::size_t over = page.find("data-over hidden");
    ASSERT_NE(over, std::string::npos);
    EXPECT_GT(page.find("value=\"late_yes\""), over);
    EXPECT_LT(page.find("value=\"late_yes\""), page.size());
}

OfferPage expired_offer(OfferPage::Late late) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Expired;
    offer.late = late;
    offer.status_token = "gt_entry";
    offer.standing = OfferPage::Standing{.state = EntryState::Waiting, .rank = 4};
    return offer;
}

TEST(OfferPage, AsksWhetherTheyWouldTakeItIfItComesFree) {
    const std::string page = offer_page(expired_offer(OfferPage::Late::Ask));
    EXPECT_THAT(page, HasSubstr("<h1>Take it if it comes free?</h1>"));
    EXPECT_THAT(page, HasSubstr("The 4:00 pm is being offered to someone else."));
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/o/gt_offer\">"));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"late_yes\""));
    EXPECT_EQ(count(page, "<button"), 1U) << "one button, for whoever is in a hurry";
    EXPECT_THAT(page, HasSubstr("You&#39;re still in line, at number 4."));
    OfferPage german = expired_offer(OfferPage::Late::Ask);
    german.frame.language = Language::German;
    EXPECT_THAT(offer_page(german),
                HasSubstr("Der Termin um 16:00 Uhr wird gerade jemand anderem"));
    OfferPage undated = expired_offer(OfferPage::Late::Ask);
    undated.what = {};
    EXPECT_THAT(offer_page(undated), HasSubstr("this spot is being offered to someone else"));
}

TEST(OfferPage, BooksAtOnceWhatNobodyHas) {
    OfferPage offer = expired_offer(OfferPage::Late::AskFree);
    EXPECT_THAT(offer_page(offer), HasSubstr("If you say yes now, you&#39;re booked."));
    offer.is_late_paid = true;
    EXPECT_THAT(offer_page(offer), HasSubstr("If you say yes now, you get a new offer."));
    EXPECT_THAT(offer_page(expired_offer(OfferPage::Late::AskPaused)),
                HasSubstr("this list is paused right now"));
}

TEST(OfferPage, KeepsAYesWithAWayBack) {
    OfferPage offer = expired_offer(OfferPage::Late::Kept);
    EXPECT_THAT(offer_page(offer), HasSubstr("<h1>We&#39;ve noted your yes</h1>"));
    EXPECT_THAT(offer_page(offer), HasSubstr("it&#39;s yours before we ask anyone new"));
    EXPECT_THAT(offer_page(offer), HasSubstr("value=\"take_back\""));
    offer.is_late_paid = true;
    EXPECT_THAT(offer_page(offer), HasSubstr("you get a new offer before we ask anyone new"));
}

TEST(OfferPage, SaysWhatCameOfTheYes) {
    const std::string got = offer_page(expired_offer(OfferPage::Late::Got));
    EXPECT_THAT(got, HasSubstr("<h1>It&#39;s yours</h1>"));
    EXPECT_THAT(got, HasSubstr("class=\"ticket\""));
    EXPECT_THAT(got, Not(HasSubstr("<form")));
    EXPECT_THAT(got, Not(HasSubstr("still in line")));
    EXPECT_THAT(offer_page(expired_offer(OfferPage::Late::Offered)),
                HasSubstr("There&#39;s a new offer for you on your page."));
    const std::string over = offer_page(expired_offer(OfferPage::Late::Over));
    EXPECT_THAT(over, HasSubstr("it&#39;s too late for this spot now"));
    EXPECT_THAT(over, Not(HasSubstr("<form")));
}

TEST(OfferPage, SaysWhatAConfirmationWaitsFor) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Confirming;
    offer.awaiting = core::Awaiting::Booking;
    EXPECT_THAT(offer_page(offer), HasSubstr("being confirmed"));
    EXPECT_THAT(offer_page(offer), HasSubstr("data-again")) << "it brings itself up to date";
}

TEST(OfferPage, HasNoClockForWhomWeCouldNotTell) {
    OfferPage offer = live_offer();
    EXPECT_THAT(offer_page(offer), HasSubstr("data-countdown"));
    offer.patience_until = offer.now + std::chrono::minutes{5};
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("data-countdown")));
    EXPECT_THAT(offer_page(offer), HasSubstr("we may ask someone else"));
    EXPECT_THAT(offer_page(offer), HasSubstr("Claim this spot"));
    offer.patience_until = offer.now;
    EXPECT_THAT(offer_page(offer), HasSubstr("yours to claim until"));
    offer.state = OfferState::Expired;
    EXPECT_THAT(offer_page(offer), HasSubstr("couldn&#39;t reach you about it in time"));
}

TEST(OfferPage, LinksTheStatusWhenItMay) {
    OfferPage offer = live_offer();
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("href=\"/e/")));
    offer.status_token = "gt_entry";
    offer.frame.is_language_asked = true;
    EXPECT_THAT(offer_page(offer), HasSubstr("href=\"/e/gt_entry?lang=en\""));
}

TEST(UnsubscribePage, TellsLeavingFromStopping) {
    UnsubscribePage shown;
    shown.resource_name = "Salon";
    shown.token = "gt_u";
    const std::string page = unsubscribe_page(shown);
    EXPECT_EQ(count(page, "<form method=\"post\" action=\"/u/gt_u\">"), 2U);
    EXPECT_THAT(page, HasSubstr("value=\"leave\""));
    EXPECT_THAT(page, HasSubstr("value=\"stop\""));
    EXPECT_THAT(page, Not(HasSubstr("value=\"start\"")));
    EXPECT_THAT(page, Not(HasSubstr("cancels it")));
}

TEST(UnsubscribePage, SaysThatLeavingCancelsAPlace) {
    UnsubscribePage shown;
    shown.state = EntryState::Accepted;
    EXPECT_THAT(unsubscribe_page(shown), HasSubstr("Leaving the list cancels it"));
}

TEST(UnsubscribePage, ShowsTheWayBack) {
    UnsubscribePage shown;
    shown.state = EntryState::Left;
    shown.may_stop = false;
    shown.may_start = true;
    std::string page = unsubscribe_page(shown);
    EXPECT_THAT(page, HasSubstr("value=\"start\""));
    EXPECT_THAT(page, Not(HasSubstr("value=\"stop\"")));
    EXPECT_THAT(page, Not(HasSubstr("value=\"leave\"")));
    shown.may_start = false;
    shown.needs_text_to_start = true;
    page = unsubscribe_page(shown);
    EXPECT_THAT(page, Not(HasSubstr("<form")));
    EXPECT_THAT(page, HasSubstr("text START"));
}

}  // namespace
}  // namespace standby::http
