// Tests of the page by which a guest joins: what it asks of each kind, and what it tells before.
#include "http/pages/guest_page_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::Kind;
using testing::HasSubstr;
using testing::Not;

bool has_field(const std::string& page, std::string_view name) {
    return page.contains("name=\"" + std::string(name) + "\"");
}

Response guest_response_with(CaptchaKind kind) {
    Response response = page_response(200, {}, PageCaching::Never);
    allow_captcha(response, kind);
    return response;
}

TEST(JoinPage, AsksForWhatASlotNeeds) {
    const std::string page = join_page(join_form());
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/r/res_1\""));
    for (const char* field :
         {"service", "staff", "earliest", "latest", "party_size", "name", "email", "phone"}) {
        EXPECT_THAT(page, HasSubstr("<label for=\"" + std::string(field) + "\">"));
        EXPECT_TRUE(has_field(page, field)) << field;
    }
    EXPECT_TRUE(has_field(page, "instant_yes"));
    EXPECT_TRUE(has_field(page, "mon_morning"));
    EXPECT_TRUE(has_field(page, "sun_evening"));
    EXPECT_THAT(page, HasSubstr("aria-label=\"Monday, Morning\""));
}

TEST(JoinPage, ShowsTheCaptchaThatTheBusinessPrefers) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), Not(HasSubstr("captcha")));
    form.captcha = CaptchaKind::HCaptcha;
    form.captcha_site_key = "a\"b";
    EXPECT_THAT(join_page(form),
                HasSubstr("<div class=\"h-captcha\" data-sitekey=\"a&quot;b\"></div>"));
    form.captcha = CaptchaKind::Turnstile;
    EXPECT_THAT(join_page(form), HasSubstr("https://challenges.cloudflare.com/turnstile"));
    Response page = guest_response_with(form.captcha);
    EXPECT_THAT(page.headers.front().second,
                HasSubstr("script-src 'self' https://challenges.cloudflare.com;"));
    EXPECT_THAT(page.headers.front().second,
                HasSubstr("frame-src https://challenges.cloudflare.com"));
}

TEST(JoinPage, NamesTheBusinessAboveTheListUnlessTheyAreTheSame) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), HasSubstr("<p class=\"eyebrow\">Waitlist</p>"));
    form.business_name = "Salon & Sons";
    EXPECT_THAT(join_page(form), HasSubstr("<p class=\"eyebrow\">Salon &amp; Sons · Waitlist</p>"));
    form.business_name = form.resource_name;
    EXPECT_THAT(join_page(form), HasSubstr("<p class=\"eyebrow\">Waitlist</p>"));
}

TEST(JoinPage, AsksForNothingElseOfSeats) {
    const std::string page = join_page(join_form(Kind::Seats));
    EXPECT_TRUE(has_field(page, "party_size"));
    for (const char* field : {"service", "staff", "earliest", "mon_morning", "instant_yes"}) {
        EXPECT_FALSE(has_field(page, field)) << field;
    }
}

TEST(JoinPage, AsksOnlyForTheAddressForAccess) {
    const std::string page = join_page(join_form(Kind::Access));
    EXPECT_THAT(page, HasSubstr("maxlength=\"254\" required"));
    EXPECT_TRUE(has_field(page, "name"));
    for (const char* field : {"phone", "party_size", "service", "instant_yes"}) {
        EXPECT_FALSE(has_field(page, field)) << field;
    }
}

TEST(JoinPage, AsksForAnAddressWhereANumberAloneWouldReachNobody) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), HasSubstr("One is enough."));
    form.form.ways = ContactWays::MailOnly;
    const std::string page = join_page(form);
    EXPECT_THAT(page, HasSubstr("maxlength=\"254\" required"));
    EXPECT_THAT(page, HasSubstr("For calls only"));
    EXPECT_THAT(page, Not(HasSubstr("One is enough.")));
}

TEST(JoinPage, AsksForANumberAloneWhereOnlyTextsAreSent) {
    for (const Kind kind : {Kind::Slots, Kind::Access}) {
        JoinPage form = join_form(kind);
        form.form.ways = ContactWays::TextsOnly;
        const std::string page = join_page(form);
        EXPECT_THAT(page, HasSubstr("autocomplete=\"tel\" maxlength=\"64\" required"));
        EXPECT_FALSE(has_field(page, "email"));
        EXPECT_TRUE(has_field(page, "name"));
    }
}

TEST(JoinPage, SendsTheSameFormAgainWhenNoMessageComes) {
    PageFrame frame;
    frame.referral_code = "7K2M9P";
    const std::string page =
        check_page(frame, "res_7", {{"email", "ada@guest.example"}, {"name", "\"Ada\""}});
    EXPECT_THAT(page, HasSubstr("<h1>Check your messages</h1>"));
    EXPECT_THAT(page, HasSubstr("<form method=\"post\" action=\"/r/res_7"));
    EXPECT_THAT(page, HasSubstr("name=\"email\" value=\"ada@guest.example\""));
    EXPECT_THAT(page, HasSubstr("name=\"name\" value=\"&quot;Ada&quot;\""));
    EXPECT_THAT(page, HasSubstr("name=\"ref\" value=\"7K2M9P\""));
    EXPECT_THAT(page, HasSubstr(">Send it again</button>"));
}

TEST(JoinPage, AsksForTheSizeOfAPartyWhereItMatters) {
    JoinPage form = join_form();
    form.form.party = PartyField::None;
    EXPECT_FALSE(has_field(join_page(form), "party_size"));
    form.form.party = PartyField::AmongMore;
    const std::string page = join_page(form);
    EXPECT_GT(page.find("name=\"party_size\""), page.find("<details class=\"more\">"));
    form.form.party = PartyField::Shown;
    EXPECT_LT(join_page(form).find("name=\"party_size\""),
              join_page(form).find("<details class=\"more\">"));
}

TEST(JoinPage, OffersAnInstantYesOnlyWhereTheRulesDo) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), HasSubstr("and you can undo it."));
    form.form.may_say_yes = false;
    EXPECT_FALSE(has_field(join_page(form), "instant_yes"));
}

TEST(JoinPage, SuggestsTheServicesThereAre) {
    JoinPage form = join_form();
    form.form.services = {"Haircut", "Colour"};
    form.form.values = {{"service", "Colour"}};
    const std::string page = join_page(form);
    EXPECT_THAT(page, HasSubstr("list=\"service-list\""));
    EXPECT_THAT(page, HasSubstr("<option value=\"Haircut\"></option>"));
    EXPECT_THAT(page, HasSubstr("autocomplete=\"off\" value=\"Colour\""));
}

TEST(JoinPage, KeepsWhatWasTypedAndSaysWhatIsWrong) {
    JoinPage form = join_form();
    form.form.values = {{"name", "Ada"}, {"party_size", "3"}, {"tue_evening", "yes"}};
    form.form.errors = {{"email", "Write an e-mail address."}, {"", "Not accepted."}};
    const std::string page = join_page(form);
    EXPECT_THAT(page, HasSubstr("value=\"Ada\""));
    EXPECT_THAT(page, HasSubstr("value=\"3\""));
    EXPECT_THAT(page, HasSubstr("<details class=\"more\" open>"));
    EXPECT_THAT(page, HasSubstr("aria-label=\"Tuesday, Evening\" checked>"));
    EXPECT_THAT(page, HasSubstr("id=\"email-error\">Write an e-mail address.</p>"));
    EXPECT_THAT(page, HasSubstr("aria-invalid=\"true\" aria-describedby=\"email-error \""));
    EXPECT_THAT(page, HasSubstr("role=\"alert\">Not accepted.</p>"));
}

TEST(JoinPage, AsksForConsentOnlyWhereTheHouseHasWordsForIt) {
    JoinPage form = join_form();
    EXPECT_FALSE(has_field(join_page(form), "consent"));
    form.form.consent_text = "Write to me.";
    EXPECT_THAT(join_page(form),
                HasSubstr("name=\"consent\" value=\"yes\"> <span>Write to me.</span></label>"));
    form.form.values = {{"consent", "yes"}};
    EXPECT_THAT(join_page(form), HasSubstr("name=\"consent\" value=\"yes\" checked>"));
}

TEST(JoinPage, TellsHowManyWaitAndTheOdds) {
    JoinPage form = join_form();
    EXPECT_THAT(join_page(form), HasSubstr("Nobody&#39;s waiting yet."));
    form.waiting = 1;
    EXPECT_THAT(join_page(form), HasSubstr("One person is waiting."));
    EXPECT_THAT(join_page(form), Not(HasSubstr("who waited here")));
    form.odds = Odds{.waited = 40, .got_place = 12, .usual = std::chrono::hours(72)};
    EXPECT_THAT(join_page(form),
                HasSubstr("Of 40 people who waited here, 12 got a spot, usually within 3 days."));
    form.odds = Odds{.waited = 40, .got_place = 0};
    EXPECT_THAT(join_page(form), HasSubstr("nobody has got a spot yet"));
}

TEST(JoinPage, TellsNobodyHowManyWaitWhereThatIsHidden) {
    JoinPage form = join_form();
    form.waiting.reset();
    EXPECT_THAT(join_page(form), Not(HasSubstr("waiting")));
}

TEST(JoinPage, SaysThatThereAreNoPlaces) {
    JoinPage form = join_form(core::Kind::Seats);
    EXPECT_THAT(join_page(form), Not(HasSubstr("sold out")));
    form.has_no_places = true;
    EXPECT_THAT(join_page(form), HasSubstr("sold out, or none have been released"));
}

TEST(JoinPage, TellsTheFirstRulesAtOnceAndTheOthersOnDemand) {
    JoinPage form = join_form();
    form.rules = {"First.", "Second.", "Third.", "Fourth."};
    const std::string page = join_page(form);
    EXPECT_LT(page.find("<li>Third.</li>"), page.find("<summary>All the rules"));
    EXPECT_GT(page.find("<li>Fourth.</li>"), page.find("<summary>All the rules"));
}

TEST(JoinPage, HasNoFormWhenTheListIsClosedOrFull) {
    JoinPage form = join_form();
    form.status = core::ResourceStatus::Closed;
    EXPECT_THAT(join_page(form), Not(HasSubstr("<form")));
    EXPECT_THAT(join_page(form), HasSubstr("This list is closed"));
    form.status = core::ResourceStatus::Active;
    form.is_full = true;
    EXPECT_THAT(join_page(form), Not(HasSubstr("<form")));
    EXPECT_THAT(join_page(form), HasSubstr("This list is full"));
}

TEST(JoinPage, HasNoFormForWhatHasBegunOrWasCancelled) {
    JoinPage form = join_form();
    form.has_begun = true;
    EXPECT_THAT(join_page(form), Not(HasSubstr("<form")));
    EXPECT_THAT(join_page(form), HasSubstr("This event has begun"));
    form.status = core::ResourceStatus::Cancelled;
    form.note = "The singer is <ill>.";
    EXPECT_THAT(join_page(form), Not(HasSubstr("<form")));
    EXPECT_THAT(join_page(form), HasSubstr("This event was cancelled"));
    EXPECT_THAT(join_page(form), HasSubstr("The singer is &lt;ill&gt;."));
}

TEST(JoinPage, SaysThatAPausedListStillTakesNames) {
    JoinPage form = join_form();
    form.status = core::ResourceStatus::Paused;
    EXPECT_THAT(join_page(form), HasSubstr("This list is paused"));
    EXPECT_THAT(join_page(form), HasSubstr("<form"));
}

TEST(JoinPage, CarriesTheInvitationOfAFriend) {
    JoinPage form = join_form();
    EXPECT_FALSE(has_field(join_page(form), "ref"));
    form.frame.referral_code = "7AB";
    EXPECT_THAT(join_page(form), HasSubstr("name=\"ref\" value=\"7AB\""));
    EXPECT_THAT(join_page(form), HasSubstr("A friend on this list invited you."));
}

TEST(JoinPage, StaysInTheFrameButOpensTheGuestsPageBesideIt) {
    JoinPage form = join_form();
    form.frame.is_framed = true;
    EXPECT_THAT(join_page(form), HasSubstr("action=\"/r/res_1?frame=1\""));
    EXPECT_THAT(join_page(form), HasSubstr("<body class=\"framed\">"));
    EXPECT_THAT(joined_page(form.frame, "Salon", "gt_entry"),
                HasSubstr("target=\"_blank\" rel=\"noopener\" href=\"/e/gt_entry\""));
}

TEST(GuestPages, ShowMarkupAsText) {
    EntryPage entry = waiting_entry();
    entry.resource_id = entry.resource_name = entry.token = entry.band = entry.notice = payload;
    entry.rank.reset();
    OfferedPlace hostile = haircut();
    hostile.service = hostile.staff = hostile.place = payload;
    entry.offer = LiveOffer{.token = payload, .expires_at = noon, .what = hostile};
    entry.held = hostile;
    entry.zone = Zone::fixed(payload, std::chrono::hours(0));
    entry.live = EntryPage::Live{payload, payload, 1};
    entry.sharing = EntryPage::Sharing{payload, 1, 2, 3};
    entry.calendar = EntryPage::Calendar{payload, payload};
    entry.frame.path = entry.frame.referral_code = payload;
    entry.messages = {{.at = noon, .subject = payload, .text = payload}};
    JoinPage form = join_form();
    form.resource_id = form.resource_name = payload;
    form.frame = entry.frame;
    form.rules = {payload};
    form.form.services = form.form.staff = {payload};
    form.form.consent_text = payload;
    form.zone = entry.zone;
    form.starts_at = noon;
    for (const std::string& field : wish_field_names()) {
        form.form.values.emplace_back(field, payload);
        form.form.errors.emplace_back(field, payload);
    }
    form.form.errors.emplace_back("", payload);
    entry.wishes = form.form;
    UnsubscribePage unsubscribe;
    unsubscribe.resource_name = unsubscribe.token = unsubscribe.notice = payload;
    OfferPage offer = live_offer();
    offer.resource_name = offer.token = offer.notice = offer.status_token = payload;
    offer.what = hostile;
    offer.zone = entry.zone;
    OfferPage ended = offer;
    ended.state = core::OfferState::Expired;
    ended.standing = OfferPage::Standing{.state = core::EntryState::Waiting, .band = payload};
    for (const Language language : interchange::languages) {
        entry.frame.language = form.frame.language = offer.frame.language = language;
        for (const std::string& page :
             {entry_page(entry), offer_page(offer), offer_page(ended), join_page(form),
              joined_page(entry.frame, payload, payload),
              message_page(entry.frame, payload, payload), unsubscribe_page(unsubscribe),
              check_page(form.frame, form.resource_id, {{"name", payload}})}) {
            EXPECT_THAT(page, Not(HasSubstr("<script>")));
            EXPECT_THAT(page, Not(HasSubstr("<img")));
            EXPECT_THAT(page, Not(HasSubstr("\"\"><")));
            EXPECT_THAT(page, HasSubstr("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)"));
        }
    }
}

TEST(JoinPage, SaysAllThatItCostsAtOnce) {
    JoinPage page = join_form();
    EXPECT_THAT(join_page(page), Not(HasSubstr("What it costs")));
    page.rules = {"First come, first served.", "One.", "Two.", "Three.", "A spot costs €45.00."};
    page.price = {"A spot costs €45.00."};
    const std::string shown = join_page(page);
    EXPECT_THAT(shown, HasSubstr("What it costs</h2>\n<ul class=\"rules\">\n<li>A spot costs"));
    EXPECT_EQ(shown.find("A spot costs"), shown.rfind("A spot costs")) << "once";
}

}  // namespace
}  // namespace standby::http
