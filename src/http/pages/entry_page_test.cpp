// Tests of a guest's own page in each state.
#include "http/pages/guest_page_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::EntryState;
using testing::HasSubstr;
using testing::Not;

TEST(EntryPage, ShowsRankAndWhatHappensNext) {
    const std::string page = entry_page(waiting_entry());
    EXPECT_THAT(page, HasSubstr("data-rank>3</p>"));
    EXPECT_THAT(page, HasSubstr("2 people are ahead of you."));
    EXPECT_THAT(page, HasSubstr("<h2>What happens next</h2>"));
    EXPECT_THAT(page, HasSubstr("hold your spot for 10 minutes"));
}

TEST(EntryPage, SaysHowLongASpotIsHeldWhenTheTimeLeftDecides) {
    EntryPage entry = waiting_entry();
    entry.window = WindowWords::Minutes;
    EXPECT_THAT(entry_page(entry), HasSubstr("hold your spot for 3 to 10 minutes"));
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("for 10 minutes.")));
    entry.window = WindowWords::ByTime;
    EXPECT_THAT(entry_page(entry), HasSubstr("the message says until when"));
}

TEST(EntryPage, ShowsWhatTheyWouldStillTakeWithAWayBack) {
    EntryPage entry = waiting_entry();
    entry.standing_yes = {{.offer_id = "off_1", .what = haircut()},
                          {.offer_id = {}, .what = haircut()}};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("If this comes free, it&#39;s yours at once"));
    EXPECT_EQ(count(page, "value=\"take_back\""), 1U) << "where it is known what to take back";
    EXPECT_THAT(page, HasSubstr("name=\"offer\" value=\"off_1\""));
    entry.is_late_paid = true;
    EXPECT_THAT(entry_page(entry), HasSubstr("we&#39;ll ask you before anyone new"));
}

TEST(EntryPage, OffersToBookWithoutAskingWhereTheRulesAllowIt) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("without asking")));
    entry.instant = EntryPage::Instant{};
    EXPECT_THAT(entry_page(entry), HasSubstr("value=\"instant_on\""));
    EXPECT_THAT(entry_page(entry), HasSubstr("<option value=\"2h\" selected>2 hours</option>"));
    entry.instant->terms =
        core::InstantYes{.min_notice = std::chrono::hours{4},
                         .max_price = core::Money{6000, {'E', 'U', 'R'}},
                         .weekly = {{.from_minute = 1440, .length_minutes = 1440}}};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<dd>at least 4 hours</dd>"));
    EXPECT_THAT(page, HasSubstr("<dd>at most €60.00</dd>"));
    EXPECT_THAT(page, HasSubstr("<dd>Tue</dd>"));
    EXPECT_THAT(page, HasSubstr("value=\"instant_off\""));
}

TEST(EntryPage, SaysWhyABookingCameAndUndoesItAfterOneMoreTap) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Accepted;
    entry.held = haircut();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("because you asked us to")));
    entry.booked_by = EntryPage::BookedBy::InstantYes;
    EXPECT_THAT(entry_page(entry), HasSubstr("Cancel my booking")) << "the notice is used up";
    entry.undo_until = noon + std::chrono::hours{1};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("because you asked us to"));
    EXPECT_THAT(page, HasSubstr("<summary>Undo this booking</summary>"));
    EXPECT_THAT(page, HasSubstr("until Saturday 21 November at 2:00 pm"));
    EXPECT_THAT(page, Not(HasSubstr("Cancel my booking")));
    entry.booked_by = EntryPage::BookedBy::LateYes;
    entry.undo_until.reset();
    EXPECT_THAT(entry_page(entry), HasSubstr("You said you&#39;d take it if it came free"));
}

// A beta has no spot to come to.
TEST(EntryPage, SaysOfAnAccessThatTheyAreIn) {
    EntryPage entry = waiting_entry();
    entry.kind = core::Kind::Access;
    entry.state = EntryState::Accepted;
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("You&#39;re in</h1>"));
    EXPECT_THAT(page, HasSubstr("<summary>Give up my access</summary>"));
    for (const char* word : {"booked", "booking", "Your spot"}) {
        EXPECT_THAT(page, Not(HasSubstr(word)));
    }
    EXPECT_THAT(page, Not(HasSubstr("Open it")));
    entry.access_url = "https://beta.example/?a=1&b=\"2";
    EXPECT_THAT(entry_page(entry),
                HasSubstr("href=\"https://beta.example/?a=1&amp;b=&quot;2\">Open it</a>"));
    entry.state = EntryState::Waiting;
    EXPECT_THAT(entry_page(entry), HasSubstr("<summary>Leave the list</summary>"));
}

TEST(EntryPage, TellsTheFirstInLine) {
    EntryPage entry = waiting_entry();
    entry.rank = 1;
    EXPECT_THAT(entry_page(entry), HasSubstr(">You&#39;re next.</p>"));
}

TEST(EntryPage, ShowsABandInsteadOfTheRank) {
    EntryPage entry = waiting_entry();
    entry.rank.reset();
    entry.band = "101-200";
    EXPECT_THAT(entry_page(entry), HasSubstr("data-rank>101-200</p>"));
}

TEST(EntryPage, ShowsNeitherWhereTheRulesHideRanks) {
    EntryPage entry = waiting_entry();
    entry.rank.reset();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("data-rank")));
    EXPECT_THAT(entry_page(entry), HasSubstr("This list doesn&#39;t show places in line."));
    entry.draw_at = noon;
    EXPECT_THAT(entry_page(entry), HasSubstr("The draw is on Saturday 21 November"));
}

TEST(EntryPage, LetsTheScriptSayThatAnOfferWasSeen) {
    EntryPage entry = waiting_entry();
    entry.offer = LiveOffer{
        .token = "gt_offer", .id = "off_1", .expires_at = noon + std::chrono::minutes{10}};
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("data-untold")));
    entry.offer->is_told = false;
    EXPECT_THAT(entry_page(entry), HasSubstr("<div data-open data-untold=\"/v1/offers/off_1:seen\" "
                                             "data-key=\"gt_offer\">"));
}

TEST(EntryPage, PutsTheLiveOfferWithBothAnswersOnTop) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Offered;
    entry.offer = LiveOffer{
        .token = "gt_offer", .expires_at = noon + std::chrono::minutes(10), .what = haircut()};
    const std::string page = entry_page(entry);
    EXPECT_EQ(count(page, "<form method=\"post\" action=\"/o/gt_offer\">"), 2U);
    EXPECT_LT(page.find("value=\"claim\""), page.find("value=\"leave\""));
    EXPECT_THAT(page, Not(HasSubstr("data-rank")));
    EXPECT_THAT(page, HasSubstr("data-now=\"1795262400000\" data-deadline=\"1795263000000\""));
}

TEST(EntryPage, TellsTheScriptWhereToListen) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("data-live=")));
    entry.live = EntryPage::Live{"ent_1", "gt_live", 10};
    EXPECT_THAT(entry_page(entry),
                HasSubstr("data-live=\"/v1/waitlist/ent_1\" data-token=\"gt_live\" "
                          "data-refresh=\"10\" data-state=\"waiting\" data-offer=\"no\""));
}

TEST(EntryPage, AsksToConfirmTheAddressOnlyWithTheMailedToken) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Unverified;
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"verify\"")));
    EXPECT_THAT(entry_page(entry), HasSubstr("value=\"resend\">Send the message again</button>"));
    entry.may_verify = true;
    EXPECT_THAT(entry_page(entry), HasSubstr("value=\"verify\""));
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"resend\"")));
    entry.state = EntryState::Waiting;
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"verify\"")));
}

TEST(EntryPage, AsksOnceMoreBeforeAnybodyLeaves) {
    EntryPage entry = waiting_entry();
    std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/e/gt_entry\">"));
    EXPECT_THAT(page, HasSubstr("<details class=\"leave\">\n<summary>Leave the list"));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"leave\">Yes, leave it</button>"));
    entry.state = EntryState::Accepted;
    page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<details class=\"leave\">\n<summary>Cancel my booking"));
    EXPECT_THAT(page, HasSubstr("value=\"leave\">Yes, cancel it</button>"));
}

TEST(EntryPage, HasNoButtonsOnceItHasEnded) {
    for (const EntryState state :
         {EntryState::Declined, EntryState::Expired, EntryState::Left, EntryState::Removed,
          EntryState::Cancelled, EntryState::NoShow, EntryState::Attended, EntryState::None}) {
        EntryPage entry = waiting_entry();
        entry.state = state;
        const std::string page = entry_page(entry);
        EXPECT_THAT(page, Not(HasSubstr("<form"))) << page;
        EXPECT_THAT(page, Not(HasSubstr("data-rank"))) << page;
        EXPECT_THAT(page, HasSubstr("href=\"/r/res_1\">Join again</a>")) << page;
    }
}

TEST(EntryPage, SaysWhyWaitingIsOver) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Expired;
    entry.end_reason = core::Reason::EventOver;
    EXPECT_THAT(entry_page(entry), HasSubstr("No spot came free in time"));
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("Join again")));
    entry.end_reason = core::Reason::ListClosed;
    EXPECT_THAT(entry_page(entry), HasSubstr("The list was closed"));
    entry.state = EntryState::Cancelled;
    entry.end_reason = core::Reason::EventCancelled;
    entry.note = "The singer is ill.";
    EXPECT_THAT(entry_page(entry), HasSubstr("The event was cancelled"));
    EXPECT_THAT(entry_page(entry), HasSubstr("The singer is ill."));
}

TEST(EntryPage, OffersTheCalendarOnceAPlaceIsHeld) {
    EntryPage entry = waiting_entry();
    entry.state = EntryState::Accepted;
    entry.held = haircut();
    EXPECT_THAT(entry_page(entry), HasSubstr("<dd>Haircut</dd>"));
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("calendar.ics")));
    entry.calendar = EntryPage::Calendar{"https://calendar.google.com/x?a=1&b=2", "https://o/"};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("href=\"/e/gt_entry/calendar.ics\" download"));
    EXPECT_THAT(page, HasSubstr("href=\"https://calendar.google.com/x?a=1&amp;b=2\""));
}

TEST(EntryPage, SharesALinkThatCanBeReadAndScanned) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("share-link")));
    entry.sharing = EntryPage::Sharing{"https://s.example/r/res_1?ref=7AB", 5, 50, 2};
    std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("readonly value=\"https://s.example/r/res_1?ref=7AB\""));
    EXPECT_THAT(page, HasSubstr("<svg class=\"qr\""));
    EXPECT_THAT(page, HasSubstr("by 5 points for each friend"));
    EXPECT_THAT(page, HasSubstr("2 friends have joined."));
}

TEST(EntryPage, HoldsTheFormOfWishesAndOpensItWhenSomethingIsWrong) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("value=\"change\"")));
    entry.wishes = WishForm{.values = {{"service", "Colour"}}};
    std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<details class=\"card\">\n<summary>Change my preferences"));
    EXPECT_THAT(page, HasSubstr("value=\"Colour\""));
    EXPECT_THAT(page, HasSubstr("name=\"action\" value=\"change\""));
    entry.wishes->errors = {{"email", "Wrong."}};
    EXPECT_THAT(entry_page(entry), HasSubstr("<details class=\"card\" open>"));
}

TEST(EntryPage, TellsWhatJustHappened) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("class=\"notice\"")));
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
    EXPECT_THAT(page, HasSubstr("<summary>A place</summary>"));
    EXPECT_THAT(page, HasSubstr("<p>Hello,</p>\n<p>it is<br>\nyours.</p>"));
    EXPECT_THAT(page, HasSubstr("<p>Short.</p>"));
    EXPECT_EQ(count(page, "<article"), 1U);
}

TEST(EntryPage, LeavesOutTheLinksOfMessages) {
    EntryPage entry = waiting_entry();
    entry.messages = {{.at = noon,
                       .subject = "A place",
                       .text =
                           "It is yours:\n\nHaircut\n\nSee or cancel:\nhttps://s.example/e/x\n"
                           "\nAdd to your calendar:\nGoogle: https://g.example/\n\n--\nSalon\n"}};
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<p>It is yours:</p>\n<p>Haircut</p>\n</details>"));
}

TEST(EntryPage, SpeaksTheReadersLanguageAndKeepsIt) {
    EntryPage entry = waiting_entry();
    entry.frame.language = Language::German;
    entry.frame.is_language_asked = true;
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, HasSubstr("<html lang=\"de\">"));
    EXPECT_THAT(page, HasSubstr("2 Personen sind vor Ihnen."));
    EXPECT_THAT(page, HasSubstr("action=\"/e/gt_entry?lang=de\""));
    EXPECT_THAT(page, Not(HasSubstr("You ")));
}

TEST(EntryPage, PromisesNoMessageToWhoeverStoppedThem) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), HasSubstr("we&#39;ll message you"));
    entry.start_link = "/u/gt_stop";
    const std::string page = entry_page(entry);
    EXPECT_THAT(page, Not(HasSubstr("we&#39;ll message you")));
    EXPECT_THAT(page, HasSubstr("You&#39;ve stopped our messages."));
    EXPECT_THAT(page, HasSubstr("<a href=\"/u/gt_stop\">Send me messages again</a>"));
}

TEST(EntryPage, SaysWhatBecameOfEachMessage) {
    using interchange::InboxState;
    struct Case {
        InboxState state;
        std::string_view words;
    };
    for (const Case& each : {Case{InboxState::OnItsWay, "On its way to you."},
                             Case{InboxState::NotDelivered, "This couldn&#39;t be delivered."},
                             Case{InboxState::Here, "you can read it here"},
                             Case{InboxState::Stopped, "you&#39;ve stopped our messages"}}) {
        EntryPage entry = waiting_entry();
        entry.messages = {
            {.at = noon, .state = each.state, .subject = "A place", .text = "Yours."}};
        EXPECT_THAT(entry_page(entry), HasSubstr(std::string(each.words)));
    }
    EntryPage entry = waiting_entry();
    entry.messages = {{.at = noon, .subject = "A place", .text = "Yours."}};
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("today&#39;s")));
    entry.messages.front().is_as_sent = false;
    EXPECT_THAT(entry_page(entry), HasSubstr("the wording below is today&#39;s"));
}

TEST(EntryPage, SaysWhatStandsInTheWayOfAPlace) {
    EntryPage entry = waiting_entry();
    EXPECT_THAT(entry_page(entry), Not(HasSubstr("had a turn")));
    entry.obstacle = Obstacle::SittingOut;
    EXPECT_THAT(entry_page(entry), HasSubstr("you&#39;ve already had a turn for it"));
    entry.obstacle = Obstacle::NoPlaces;
    EXPECT_THAT(entry_page(entry), HasSubstr("sold out, or none have been released"));
}

}  // namespace
}  // namespace standby::http
