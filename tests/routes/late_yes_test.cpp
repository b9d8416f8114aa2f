// A yes that comes after the window, over the API and on the pages; and a yes in advance, as guests
// see it.
#include "tests/routes/handler_test_support.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace standby::http {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

constexpr std::string_view salon_body =
    R"({"name":"Salon","kind":"slots",)"
    R"("rules":{"claim_window":"10m","late_yes":true,"quiet_hours":null}})";

class LateYesRoutes : public Handlers {
protected:
    // A salon whose 2 pm is offered to Ada, and then, when her time is over, to Ben.
    void offer_to_ada(std::string_view rules = salon_body) {
        salon = make_resource(rules);
        const Told first = join(salon, "ada@example.org");
        ada = first.text("id");
        ada_token = first.text("token");
        const Told second = join(salon, "ben@example.org");
        ben = second.text("id");
        ben_token = second.text("token");
        const Told opened =
            ask("POST", "/v1/resources/" + salon + "/openings", staff,
                R"({"starts_at":"2026-11-16T14:00:00Z","duration":"45m","service":"Colour"})");
        ASSERT_EQ(opened.status(), 201) << opened.response.body;
        opening = opened.text("id");
        offer = offer_of(ada);
        // What nobody was told of does not run out.
        ASSERT_EQ(ask("POST", "/v1/offers/" + offer + ":sent", staff).status(), 200);
    }
    void let_it_expire() {
        gateway.time += 11min;
        state_of_offer();  // whoever looks first wakes the timers
        ASSERT_EQ(state_of_offer(), "expired");
    }

    std::string offer_of(const std::string& entry) {
        const Told seen = ask("GET", "/v1/waitlist/" + entry, staff);
        std::smatch found;
        const std::string body = seen.response.body;
        return std::regex_search(body, found, std::regex("off_[0-9A-Za-z]+")) ? found.str() : "";
    }
    std::string state_of_offer() { return ask("GET", "/v1/offers/" + offer, staff).text("state"); }
    std::string state_of(const std::string& entry) {
        return ask("GET", "/v1/waitlist/" + entry, staff).text("state");
    }
    Told late_yes(std::string_view by, std::string_view body = {}) {
        return ask("POST", "/v1/offers/" + offer + ":late_yes", by, body);
    }
    std::string offer_link(std::uint32_t epoch = 0) {
        return tokens->sign({.purpose = TokenPurpose::Offer,
                             .id = core::parse_offer_id(offer)->value(),
                             .expires_at = start + 24h * 30,
                             .epoch = epoch});
    }
    std::string history() {
        return ask("GET", "/v1/resources/" + salon + "/audit", staff).response.body;
    }

    std::string salon;
    std::string ada;
    std::string ada_token;
    std::string ben;
    std::string ben_token;
    std::string opening;
    std::string offer;
};

TEST_F(LateYesRoutes, WhoeverSawAnOfferOnTheirPageHasBeenToldOnce) {
    salon = make_resource(salon_body);
    const Told joined = join(salon, "ada@example.org");
    const Told other = join(salon, "ben@example.org");
    ask("POST", "/v1/resources/" + salon + "/openings", staff,
        R"({"starts_at":"2026-11-16T14:00:00Z","duration":"45m","service":"Colour"})");
    offer = offer_of(joined.text("id"));
    const auto see = [&](std::string_view by) {
        return ask("POST", "/v1/offers/" + offer + ":seen", by);
    };
    EXPECT_EQ(see(staff).status(), 403);
    EXPECT_EQ(see(other.text("token")).status(), 404);
    gateway.time += 2min;
    const Told seen = see(joined.text("token"));
    ASSERT_EQ(seen.status(), 200) << seen.response.body;
    EXPECT_FALSE(seen.text("sent_at").empty());
    const std::string until = seen.text("expires_at");
    gateway.time += 5min;
    EXPECT_EQ(see(joined.text("token")).text("expires_at"), until) << "looking buys no time";
}

TEST_F(LateYesRoutes, KeepAYesAndTakeItBack) {
    offer_to_ada();
    let_it_expire();
    const Told kept = late_yes(ada_token);
    EXPECT_EQ(kept.status(), 200) << kept.response.body;
    EXPECT_EQ(kept.text("id"), offer);
    EXPECT_EQ(kept.text("state"), "expired");
    EXPECT_THAT(kept.response.body, HasSubstr(R"("late_yes":true,"standing_yes":true)"));
    EXPECT_THAT(ask("GET", "/v1/waitlist/" + ada, ada_token).response.body,
                HasSubstr(R"("standing_yes":true)"));
    const std::string before = history();
    EXPECT_EQ(late_yes(offer_link()).response.body, kept.response.body)
        << "said twice is said once";
    EXPECT_EQ(history(), before);
    const Told back = late_yes(ada_token, R"({"wanted":false})");
    EXPECT_EQ(back.status(), 200);
    EXPECT_THAT(back.response.body, HasSubstr(R"("late_yes":true,"standing_yes":false)"));
    EXPECT_EQ(late_yes(staff).status(), 200) << "staff may say it for someone who calls";
}

TEST_F(LateYesRoutes, BookWhoSaidYesWhenThePlaceComesFree) {
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(late_yes(ada_token).status(), 200);
    ASSERT_EQ(state_of(ben), "offered") << "nobody who has an offer is interrupted";
    EXPECT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":decline", ben_token).status(), 200);
    EXPECT_EQ(state_of(ada), "accepted");
}

TEST_F(LateYesRoutes, BookAtOnceWhereNobodyElseWantsIt) {
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":decline", ben_token).status(), 200);
    const Told told = late_yes(ada_token);
    EXPECT_EQ(told.status(), 200) << told.response.body;
    EXPECT_THAT(told.response.body, HasSubstr(R"("late_yes":false,"standing_yes":false)"));
    EXPECT_EQ(state_of(ada), "accepted");
}

TEST_F(LateYesRoutes, SayWhyNotInEachWrongState) {
    offer_to_ada();
    EXPECT_EQ(late_yes(ada_token).problem(), "offer-live");
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer + ":accept", ada_token).status(), 200);
    EXPECT_EQ(late_yes(ada_token).problem(), "already-claimed");
    offer_to_ada();
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer + ":decline", ada_token).status(), 200);
    EXPECT_EQ(late_yes(ada_token).problem(), "offer-declined");
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":accept", ben_token).status(), 200);
    EXPECT_EQ(late_yes(ada_token).problem(), "opening-taken");
    EXPECT_EQ(late_yes(ada_token, R"({"wanted":false})").status(), 200) << "always possible";
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(ask("DELETE", "/v1/openings/" + opening, staff).status(), 200);
    EXPECT_EQ(late_yes(ada_token).problem(), "opening-ended");
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(ask("DELETE", "/v1/waitlist/" + ada, ada_token).status(), 200);
    EXPECT_EQ(late_yes(ada_token).problem(), "entry-ended");
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(
        ask("PATCH", "/v1/resources/" + salon, staff, R"({"rules":{"late_yes":false}})").status(),
        200);
    EXPECT_EQ(late_yes(ada_token).problem(), "late-yes-off");
}

TEST_F(LateYesRoutes, NameTheFieldThatIsWrong) {
    offer_to_ada();
    let_it_expire();
    const Told unknown = late_yes(ada_token, R"({"want":true})");
    EXPECT_EQ(unknown.status(), 422);
    EXPECT_THAT(unknown.response.body, HasSubstr(R"("field":"want")"));
    const Told wrong = late_yes(ada_token, R"({"wanted":"yes"})");
    EXPECT_EQ(wrong.status(), 422);
    EXPECT_THAT(wrong.response.body, HasSubstr(R"("field":"wanted")"));
    EXPECT_EQ(late_yes(ada_token, "{").status(), 400);
    EXPECT_THAT(ask("GET", "/v1/offers/" + offer, staff).response.body,
                HasSubstr(R"("standing_yes":false)"));
}

TEST_F(LateYesRoutes, TellStrangersNothing) {
    offer_to_ada();
    let_it_expire();
    EXPECT_EQ(late_yes(ben_token).status(), 404) << "a guest's own link opens their own offers";
    EXPECT_EQ(late_yes(foreign).status(), 404);
    EXPECT_EQ(late_yes({}).status(), 401);
    const std::string old = offer_link();
    ASSERT_EQ(ask("POST", "/v1/waitlist/" + ada + ":revoke_links", staff).status(), 200);
    EXPECT_EQ(late_yes(old).status(), 401) << "a link that was ended says yes to nothing";
    EXPECT_EQ(press("/o/" + old, "action=late_yes").status(), 404);
    EXPECT_THAT(ask("GET", "/v1/offers/" + offer, staff).response.body,
                HasSubstr(R"("standing_yes":false)"));
}

TEST_F(LateYesRoutes, AskOnThePageOfTheExpiredOffer) {
    offer_to_ada();
    let_it_expire();
    const std::string page = "/o/" + offer_link();
    const std::string before = history();
    const Told asked = ask("GET", page);
    EXPECT_THAT(asked.response.body, HasSubstr("Take it if it comes free?"));
    EXPECT_THAT(asked.response.body, HasSubstr("is being offered to someone else."));
    EXPECT_THAT(asked.response.body, HasSubstr(R"(name="action" value="late_yes")"));
    EXPECT_EQ(history(), before) << "a scanner that follows the link changes nothing";
    const Told kept = press(page, "action=late_yes");
    EXPECT_THAT(kept.response.body, HasSubstr("We&#39;ve noted your yes"));
    EXPECT_THAT(kept.response.body, HasSubstr(R"(value="take_back")"));
    EXPECT_THAT(press(page, "action=late_yes").response.body,
                HasSubstr("We&#39;ve noted your yes"));
    EXPECT_THAT(ask("GET", page).response.body, HasSubstr("We&#39;ve noted your yes"));
    const Told back = press(page, "action=take_back");
    EXPECT_THAT(back.response.body, HasSubstr("taken your yes back"));
    EXPECT_THAT(back.response.body, HasSubstr("Take it if it comes free?"));
}

TEST_F(LateYesRoutes, SayThatItIsTheirsWhereTheTapBooks) {
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":decline", ben_token).status(), 200);
    const std::string page = "/o/" + offer_link();
    EXPECT_THAT(ask("GET", page).response.body, HasSubstr("It&#39;s still free. Take it?"));
    EXPECT_THAT(press(page, "action=late_yes").response.body, HasSubstr("<h1>It&#39;s yours</h1>"));
    EXPECT_THAT(press(page, "action=late_yes").response.body, HasSubstr("<h1>It&#39;s yours</h1>"));
    EXPECT_THAT(ask("GET", "/e/" + ada_token).response.body,
                HasSubstr("You said you&#39;d take it if it came free"));
}

TEST_F(LateYesRoutes, SayPlainlyWhyItIsTooLate) {
    offer_to_ada();
    let_it_expire();
    const std::string page = "/o/" + offer_link();
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":accept", ben_token).status(), 200);
    const Told taken = ask("GET", page);
    EXPECT_THAT(taken.response.body, HasSubstr("someone else has the spot now"));
    EXPECT_THAT(taken.response.body, Not(HasSubstr("<form")));
    offer_to_ada(R"({"name":"Salon","kind":"slots",)"
                 R"("rules":{"claim_window":"10m","late_yes":false,"quiet_hours":null}})");
    let_it_expire();
    const Told off = ask("GET", "/o/" + offer_link());
    EXPECT_THAT(off.response.body, HasSubstr("no longer held for you"));
    EXPECT_THAT(off.response.body, Not(HasSubstr("<form")));
    offer_to_ada();
    let_it_expire();
    gateway.time = start + 6h;
    EXPECT_THAT(ask("GET", "/o/" + offer_link()).response.body,
                HasSubstr("too late for this spot"));
}

TEST_F(LateYesRoutes, CountEveryLookAtADeadLinkAndNoOther) {
    offer_to_ada();
    const std::string page = "/o/" + offer_link();
    ask("GET", page);
    EXPECT_TRUE(late_looks.seen.empty()) << "it is live";
    let_it_expire();
    gateway.time += 30min;
    ask("GET", page);
    press(page, "action=late_yes");
    ASSERT_EQ(late_looks.seen.size(), 1U) << "a tap is no look";
    EXPECT_EQ(late_looks.seen.front().first, *core::parse_resource_id(salon));
    EXPECT_EQ(late_looks.seen.front().second, 31min);
    ask("GET", page);
    EXPECT_EQ(late_looks.seen.size(), 2U);
}

TEST_F(LateYesRoutes, ShowItOnTheGuestsOwnPageWithAWayBack) {
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(late_yes(ada_token).status(), 200);
    const std::string page = "/e/" + ada_token;
    const Told own = ask("GET", page);
    EXPECT_THAT(own.response.body, HasSubstr("If it comes free"));
    EXPECT_THAT(own.response.body,
                HasSubstr("<input type=\"hidden\" name=\"offer\" value=\"" + offer));
    EXPECT_THAT(press("/e/" + ben_token, "action=take_back&offer=" + offer).response.body,
                HasSubstr("no longer possible"));
    EXPECT_THAT(press(page, "action=take_back&offer=off_999").response.body,
                HasSubstr("no longer possible"));
    ASSERT_THAT(ask("GET", "/v1/offers/" + offer, staff).response.body,
                HasSubstr(R"("standing_yes":true)"));
    const Told back = press(page, "action=take_back&offer=" + offer);
    EXPECT_THAT(back.response.body, HasSubstr("taken your yes back"));
    EXPECT_THAT(back.response.body, Not(HasSubstr("If it comes free")));
}

TEST_F(LateYesRoutes, ShowStaffWhoSaidIt) {
    offer_to_ada();
    let_it_expire();
    ASSERT_EQ(late_yes(ada_token).status(), 200);
    const Told board = ask("GET", "/v1/resources/" + salon + "/board", reader);
    EXPECT_THAT(board.response.body, HasSubstr(R"("instant_yes":false,"standing_yes":true)"));
    EXPECT_THAT(board.response.body, HasSubstr(R"("standing_yes":1)")) << "the slot";
}

class InstantYesRoutes : public LateYesRoutes {
protected:
    void join_salon(std::string_view rules = salon_body) {
        salon = make_resource(rules);
        const Told joined = join(salon, "ada@example.org");
        ada = joined.text("id");
        ada_token = joined.text("token");
    }
    void free_slot() {
        ASSERT_EQ(ask("POST", "/v1/resources/" + salon + "/openings", staff,
                      R"({"starts_at":"2026-11-16T14:00:00Z","duration":"45m"})")
                      .status(),
                  201);
    }
    std::string own_page() { return ask("GET", "/e/" + ada_token).response.body; }
};

TEST_F(InstantYesRoutes, StartAndStopOnTheGuestsOwnPage) {
    join_salon();
    EXPECT_THAT(own_page(), HasSubstr("Booking without asking"));
    const Told on = press("/e/" + ada_token, "action=instant_on&instant_notice=4h");
    EXPECT_THAT(on.response.body, HasSubstr("we&#39;ll book you in without asking."));
    EXPECT_THAT(on.response.body, HasSubstr("<dd>at least 4 hours</dd>"));
    EXPECT_THAT(ask("GET", "/v1/waitlist/" + ada, staff).response.body,
                HasSubstr(R"("instant_yes":{"min_notice":"4h","max_price":null,"weekly":[]})"));
    const Told off = press("/e/" + ada_token, "action=instant_off");
    EXPECT_THAT(off.response.body, HasSubstr("we&#39;ll ask you first."));
    EXPECT_THAT(ask("GET", "/v1/waitlist/" + ada, staff).response.body,
                HasSubstr(R"("instant_yes":null)"));
}

TEST_F(InstantYesRoutes, IsNotShownWhereTheRulesDoNotAllowIt) {
    join_salon(R"({"name":"Salon","kind":"slots","rules":{"instant_yes":false}})");
    EXPECT_THAT(own_page(), Not(HasSubstr("without asking")));
    EXPECT_THAT(ask("GET", "/r/" + salon).response.body, Not(HasSubstr("without asking")));
    join_salon(
        R"({"name":"Salon","kind":"slots","rules":{"payment":{"amount":100,"currency":"EUR"}}})");
    EXPECT_THAT(own_page(), Not(HasSubstr("without asking"))) << "what is paid for is asked about";
}

TEST_F(InstantYesRoutes, SayWhyTheBookingCameAndUndoIt) {
    join_salon();
    press("/e/" + ada_token, "action=instant_on&instant_notice=2h");
    free_slot();
    EXPECT_EQ(state_of(ada), "accepted");
    const std::string page = own_page();
    EXPECT_THAT(page, HasSubstr("We booked you in because you asked us to"));
    EXPECT_THAT(page, HasSubstr("You can undo it until Monday 16 November at 12:00 pm"));
    EXPECT_THAT(page, Not(HasSubstr("Cancel my booking"))) << "one way back is enough";
    const Told undone = press("/e/" + ada_token, "action=undo");
    EXPECT_THAT(undone.response.body, HasSubstr("Your booking is undone"));
    EXPECT_EQ(state_of(ada), "cancelled");
}

constexpr std::string_view booked_elsewhere =
    R"({"name":"Salon","kind":"slots","inventory":"external",)"
    R"("rules":{"claim_window":"10m","late_yes":true,"quiet_hours":null}})";

TEST_F(InstantYesRoutes, SayWhyAndUndoItAlsoWhereABookingSystemConfirmsIt) {
    join_salon(booked_elsewhere);
    press("/e/" + ada_token, "action=instant_on&instant_notice=2h");
    free_slot();
    ASSERT_EQ(state_of(ada), "confirming");
    ASSERT_EQ(
        ask("POST", "/v1/offers/" + offer_of(ada) + ":booking", staff, R"({"outcome":"confirmed"})")
            .status(),
        200);
    EXPECT_THAT(own_page(), HasSubstr("We booked you in because you asked us to"));
    EXPECT_THAT(own_page(), HasSubstr("You can undo it until Monday 16 November at 12:00 pm"));
    press("/e/" + ada_token, "action=undo");
    EXPECT_EQ(state_of(ada), "cancelled");
}

TEST_F(LateYesRoutes, SayWhyWhereABookingSystemConfirmsIt) {
    offer_to_ada(R"({"name":"Salon","kind":"slots","inventory":"external",)"
                 R"("rules":{"claim_window":"10m","late_yes":true,"quiet_hours":null}})");
    let_it_expire();
    ASSERT_EQ(late_yes(ada_token).status(), 200);
    ASSERT_EQ(ask("POST", "/v1/offers/" + offer_of(ben) + ":decline", ben_token).status(), 200);
    ASSERT_EQ(state_of(ada), "confirming");
    ASSERT_EQ(
        ask("POST", "/v1/offers/" + offer_of(ada) + ":booking", staff, R"({"outcome":"confirmed"})")
            .status(),
        200);
    EXPECT_THAT(ask("GET", "/e/" + ada_token).response.body,
                HasSubstr("You said you&#39;d take it if it came free"));
}

TEST_F(LateYesRoutes, WhatStartsTooSoonForTheGuestIsSaidInWords) {
    offer_to_ada();
    ASSERT_EQ(
        ask("PATCH", "/v1/waitlist/" + ada, staff, R"({"wants":{"min_notice":"4h"}})").status(),
        200);
    let_it_expire();
    const std::string page = "/o/" + offer_link();
    EXPECT_THAT(ask("GET", page).response.body, HasSubstr("value=\"late_yes\""));
    ASSERT_EQ(late_yes(ada_token).status(), 200);
    EXPECT_THAT(ask("GET", "/e/" + ada_token).response.body, HasSubstr("If it comes free"));
    gateway.time = start + 1h + 1min;
    const std::string late = ask("GET", page).response.body;
    EXPECT_THAT(late, HasSubstr("it starts sooner now than the notice you asked for"));
    EXPECT_THAT(late, Not(HasSubstr("value=\"late_yes\"")));
    EXPECT_THAT(ask("GET", "/e/" + ada_token).response.body, Not(HasSubstr("If it comes free")))
        << "nothing comes of it any more";
    EXPECT_EQ(late_yes(ada_token).problem(), "notice-passed");
    EXPECT_THAT(press(page, "action=late_yes").response.body,
                HasSubstr("it starts sooner than the notice you asked for"));
}

TEST_F(InstantYesRoutes, GivesBackAsEverOnceTheNoticeIsUsedUp) {
    join_salon();
    press("/e/" + ada_token, "action=instant_on&instant_notice=2h");
    free_slot();
    gateway.time = start + 4h;
    EXPECT_THAT(own_page(), HasSubstr("because you asked us to"));
    EXPECT_THAT(own_page(), HasSubstr("Cancel my booking"));
    EXPECT_THAT(own_page(), Not(HasSubstr("Undo this booking")));
}

TEST_F(InstantYesRoutes, TakesItsTermsFromTheForm) {
    join_salon();
    ASSERT_EQ(ask("POST", "/v1/resources/" + salon + "/openings", staff,
                  R"({"starts_at":"2026-11-16T09:00:30Z","duration":"45m","service":"Perm",)"
                  R"("price":{"amount":4500,"currency":"EUR"}})")
                  .status(),
              201);
    EXPECT_THAT(ask("GET", "/r/" + salon).response.body, HasSubstr("If it costs at most (EUR)"));
    const Told joined =
        press("/r/" + salon,
              "name=Zoe&email=zoe%40example.org&instant_yes=yes&instant_notice=2h&"
              "instant_price=59%2C50&instant_currency=EUR&instant_tue=yes&instant_thu=yes");
    ASSERT_EQ(joined.status(), 303) << joined.response.body;
    const Told entries = ask("GET", "/v1/resources/" + salon + "/entries?q=zoe", staff);
    EXPECT_THAT(
        entries.response.body,
        HasSubstr(
            R"("instant_yes":{"min_notice":"2h","max_price":{"amount":5950,)"
            R"("currency":"EUR"},"weekly":[{"days":["tue","thu"],"from":"00:00","to":"00:00"}]})"));
    const Told wrong =
        press("/r/" + salon, "name=Zoe&email=zed%40example.org&instant_yes=yes&instant_price=lots&"
                             "instant_currency=EUR");
    EXPECT_EQ(wrong.status(), 422);
    EXPECT_THAT(wrong.response.body, HasSubstr("Please enter an amount like 60 or 59.50."));
}

}  // namespace
}  // namespace standby::http
