// Tests of what guests see in each state, and that nothing they typed becomes markup.
#include "http/pages/guest_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;
using testing::HasSubstr;
using testing::Not;

const Time noon = parse_time("2026-11-21T12:00:00Z").value();
const Zone berlin = Zone::fixed("Europe/Berlin", std::chrono::hours(1));
const std::string payload = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

EntryPage waiting_entry() {
    EntryPage page;
    page.resource_name = "Salon";
    page.token = "gt_entry";
    page.rank = 3;
    page.position = 17;
    page.zone = berlin;
    return page;
}

OfferPage live_offer() {
    OfferPage page;
    page.resource_name = "Salon";
    page.token = "gt_offer";
    page.service = "Haircut";
    page.staff = "Mia";
    page.starts_at = noon + std::chrono::hours(3);
    page.duration = std::chrono::minutes(45);
    page.price = core::Money{4500, {'E', 'U', 'R'}};
    page.now = noon;
    page.expires_at = noon + std::chrono::minutes(10);
    page.zone = berlin;
    return page;
}

JoinPage join_form() {
    JoinPage page;
    page.resource_id = "res_1";
    page.resource_name = "Salon";
    return page;
}

TEST(EntryPage, ShowsRankAndPositionWhileWaiting) {
    const std::string page = entry_page(waiting_entry());
    EXPECT_THAT(page, HasSubstr("<p class=\"rank\">3</p>"));
    EXPECT_THAT(page, HasSubstr("<dd>17</dd>"));
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/e/gt_entry\">"));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"leave\""));
}

TEST(EntryPage, ShowsABandInsteadOfTheRank) {
    EntryPage entry = waiting_entry();
    entry.rank.reset();
    entry.band = "101-200";
    EXPECT_THAT(entry_page(entry), HasSubstr("<p class=\"rank\">101-200</p>"));
}

TEST(EntryPage, ShowsNeitherWhereTheRulesHideRanks) {
    EntryPage entry = waiting_entry();
    entry.rank.reset();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("class=\"rank\"")));
}

TEST(EntryPage, LinksTheLiveOffer) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Offered;
    entry.offer = EntryPage::LiveOffer{"gt_offer", noon};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("href=\"/o/gt_offer\""));
    EXPECT_THAT(page, HasSubstr("Saturday, 21 November 2026, 13:00 (Europe/Berlin)"));
}

TEST(EntryPage, AsksToConfirmTheAddressOnlyWithTheMailedToken) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Unverified;
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"verify\"")));
    entry.may_verify = true;
    EXPECT_THAT(entry_page(entry), HasSubstr("value=\"verify\""));
    entry.state = EntryState::Waiting;
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"verify\"")));
}

TEST(EntryPage, HasNoButtonsOnceItHasEnded) {
    for (const EntryState state :
         {EntryState::Declined, EntryState::Expired, EntryState::Left, EntryState::Removed,
          EntryState::Cancelled, EntryState::NoShow, EntryState::Attended, EntryState::None}) {
        EntryPage entry = waiting_entry();
        entry.state = state;
        const std::string page = entry_page(entry);
        EXPECT_THAT(page, Not(HasSubstr("<form"))) << page;
        EXPECT_THAT(page, Not(HasSubstr("class=\"rank\""))) << page;
    }
}

TEST(EntryPage, TellsWhatJustHappened) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("role=\"status\"")));
    entry.notice = "Your address is confirmed.";
    EXPECT_THAT(entry_page(entry), HasSubstr("role=\"status\">Your address is confirmed.</p>"));
}

TEST(EntryPage, ShowsWhatTheGuestWasTold) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("Messages to you")));
    entry.messages = {{.at = noon, .subject = "A place", .text = "Hello,\n\nit is\nyours.\n"},
                      {.at = noon, .subject = "", .text = "Short."}};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<h2>Messages to you</h2>"));
    EXPECT_THAT(page, HasSubstr("<strong>A place</strong>"));
    EXPECT_THAT(page, HasSubstr("<p>Hello,</p>\n<p>it is<br>\nyours.</p>"));
    EXPECT_THAT(page, HasSubstr("<p>Short.</p>"));
    EXPECT_EQ(count(page, "<article"), 2U);
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
    EXPECT_THAT(page, HasSubstr("send START"));
}

TEST(OfferPage, ShowsWhatWhenAndUntilWhen) {
    const std::string page = offer_page(live_offer());
    EXPECT_THAT(page, HasSubstr("<dd>Haircut</dd>"));
    EXPECT_THAT(page, HasSubstr("<dd>Mia</dd>"));
    EXPECT_THAT(page, HasSubstr("Saturday, 21 November 2026, 16:00 (Europe/Berlin)"));
    EXPECT_THAT(page, HasSubstr("<dd>45 minutes</dd>"));
    EXPECT_THAT(page, HasSubstr("<dd>45.00 EUR</dd>"));
    EXPECT_THAT(page, HasSubstr("datetime=\"2026-11-21T12:10:00Z\""));
    EXPECT_THAT(page, HasSubstr("13:10 (Europe/Berlin)"));
    EXPECT_THAT(page, HasSubstr("for another 10 minutes"));
}

TEST(OfferPage, ClaimsAndDeclinesByPostOnly) {
    const std::string page = offer_page(live_offer());
    EXPECT_EQ(count(page, "<form method=\"post\" action=\"/o/gt_offer\">"), 2U);
    EXPECT_EQ(count(page, "<form"), 2U);
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"claim\""));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"decline\""));
    EXPECT_THAT(page, Not(HasSubstr("<a ")));
}

TEST(OfferPage, HasNoButtonsOnceItIsOver) {
    for (const OfferState state :
         {OfferState::Confirming, OfferState::Accepted, OfferState::Declined, OfferState::Expired,
          OfferState::Withdrawn, OfferState::None}) {
        OfferPage offer = live_offer();
        offer.state = state;
        EXPECT_THAT(offer_page(offer), Not(HasSubstr("<form")));
    }
}

TEST(OfferPage, CountsAsEndedFromItsDeadlineOn) {
    OfferPage offer = live_offer();
    offer.now = offer.expires_at - std::chrono::milliseconds(1);
    EXPECT_THAT(offer_page(offer), HasSubstr("<form"));
    offer.now = offer.expires_at;
    EXPECT_THAT(offer_page(offer), Not(HasSubstr("<form")));
    EXPECT_THAT(offer_page(offer), HasSubstr("This offer has ended"));
}

TEST(OfferPage, SaysWhatAConfirmationWaitsFor) {
    OfferPage offer = live_offer();
    offer.state = OfferState::Confirming;
    offer.awaiting = core::Awaiting::Payment;
    EXPECT_THAT(offer_page(offer), HasSubstr("Waiting for your payment"));
    offer.awaiting = core::Awaiting::Booking;
    EXPECT_THAT(offer_page(offer), HasSubstr("being confirmed"));
}

TEST(OfferPage, LinksTheStatusWhenItMay) {
    OfferPage offer = live_offer();
    offer.status_token = "gt_entry";
    EXPECT_THAT(offer_page(offer), HasSubstr("href=\"/e/gt_entry\""));
}

TEST(JoinPage, AsksForWhatJoiningNeeds) {
    const std::string page = join_page(join_form());
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/r/res_1\">"));
    for (const char* field : {"name", "email", "phone", "party_size", "service"}) {
        EXPECT_THAT(page, HasSubstr("<label for=\"" + std::string(field) + "\">"));
        EXPECT_THAT(page, HasSubstr("name=\"" + std::string(field) + "\""));
    }
}

TEST(JoinPage, AsksForAServiceOnlyWhereThereAreSlots) {
    JoinPage form = join_form();
    form.kind = core::Kind::Seats;
    EXPECT_THAT(join_page(form), Not(HasSubstr("name=\"service\"")));
}

TEST(JoinPage, OffersTheServicesThereAre) {
    JoinPage form = join_form();
    form.services = {"Haircut", "Colour"};
    form.values = {{"service", "Colour"}};
    const std::string page = join_page(form);
    EXPECT_THAT(page, HasSubstr("<option value=\"Haircut\">Haircut</option>"));
    EXPECT_THAT(page, HasSubstr("<option value=\"Colour\" selected>Colour</option>"));
}

TEST(JoinPage, KeepsWhatWasTypedAndSaysWhatIsWrong) {
    JoinPage form = join_form();
    form.values = {{"name", "Ada"}, {"party_size", "3"}};
    form.errors = {{"email", "Write an e-mail address."}, {"", "The form was not accepted."}};
    const std::string page = join_page(form);
    EXPECT_THAT(page, HasSubstr("value=\"Ada\""));
    EXPECT_THAT(page, HasSubstr("value=\"3\""));
    EXPECT_THAT(page, HasSubstr("id=\"email-error\">Write an e-mail address.</p>"));
    EXPECT_THAT(page, HasSubstr("aria-describedby=\"email-error\""));
    EXPECT_THAT(page, HasSubstr("role=\"alert\">The form was not accepted.</p>"));
}

TEST(JoinPage, AsksForConsentOnlyWhereTheHouseHasWordsForIt) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), Not(HasSubstr("name=\"consent\"")));
    form.consent_text = "Write to me.";
    EXPECT_THAT(join_page(form), HasSubstr("name=\"consent\" value=\"yes\"> Write to me.</label>"));
    form.values = {{"consent", "yes"}};
    EXPECT_THAT(join_page(form), HasSubstr("value=\"yes\" checked>"));
}

TEST(JoinPage, HasNoFormWhenTheListIsClosed) {
    JoinPage form = join_form();
    form.status = core::ResourceStatus::Closed;
    EXPECT_THAT(join_page(form), Not(HasSubstr("<form")));
}

TEST(GuestPages, ShowMarkupAsText) {
    EntryPage entry = waiting_entry();
    entry.resource_name = entry.token = entry.band = entry.notice = payload;
    entry.rank.reset();
    entry.offer = EntryPage::LiveOffer{payload, noon};
    entry.zone = Zone::fixed(payload, std::chrono::hours(0));
    entry.messages = {{.at = noon, .subject = payload, .text = payload}};
    UnsubscribePage unsubscribe;
    unsubscribe.resource_name = unsubscribe.token = unsubscribe.notice = payload;
    OfferPage offer = live_offer();
    offer.resource_name = offer.token = offer.notice = offer.service = payload;
    offer.staff = offer.place = offer.status_token = payload;
    offer.zone = entry.zone;
    JoinPage form = join_form();
    form.resource_id = form.resource_name = payload;
    form.services = {payload};
    form.consent_text = payload;
    form.zone = entry.zone;
    form.starts_at = noon;
    for (const char* field : {"name", "email", "phone", "party_size", "service", ""}) {
        form.values.emplace_back(field, payload);
        form.errors.emplace_back(field, payload);
    }
    JoinPage form_without_services = form;
    form_without_services.services.clear();
    for (const std::string& page :
         {entry_page(entry), offer_page(offer), join_page(form), join_page(form_without_services),
          message_page(payload, payload), unsubscribe_page(unsubscribe)}) {
        EXPECT_THAT(page, Not(HasSubstr("<script")));
        EXPECT_THAT(page, Not(HasSubstr("<img")));
        EXPECT_THAT(page, Not(HasSubstr("\"\"><")));
        EXPECT_THAT(page, HasSubstr("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)"));
    }
}

}  // namespace
}  // namespace standby::http
