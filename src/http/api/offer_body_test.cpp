// Tests of the bodies about openings, releases, offers and reports.
#include "http/api/offer_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace standby::http {
namespace {

constexpr std::string_view least = R"("starts_at":"2026-11-15T14:00:00Z","duration":"45m")";

void expect_one_error(const Errors& errors, std::string_view beginning, std::string_view what) {
    ASSERT_EQ(errors.size(), 1U) << what;
    EXPECT_TRUE(errors[0].starts_with(beginning)) << what << " gives: " << errors[0];
}

TEST(ReleaseBody, TakesAQuantity) {
    const auto body = parse_release(R"({"event_id":" e-1 ","quantity":100000000,"reason":"rain"})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->event_id, "e-1");
    EXPECT_EQ(body->quantity, 100000000U);
    EXPECT_EQ(body->note, "rain");
    EXPECT_EQ(parse_release(R"({"quantity":1})")->event_id, "");
    EXPECT_EQ(errors_of(parse_release("{}")), Errors{"quantity is required"});
    EXPECT_EQ(parse_release("").error().code, "malformed-json");
    const std::string long_id = R"("quantity":1,"event_id":")" + std::string(201, 'e') + '"';
    for (const auto& [member, error] : {
             WrongField{R"("quantity":0)", "quantity must be from 1 to 100000000"},
             {R"("quantity":100000001)", "quantity must be from 1 to 100000000"},
             {R"("quantity":"1")", "quantity must be a number"},
             {long_id, "event_id must be at most 200 bytes"},
             {R"("quantity":1,"event_id":5)", "event_id must be a string"},
             {R"("quantity":1,"places":5)", "places is not a known field"},
         }) {
        expect_one_error(errors_of(parse_release(with_member("", member))), error, member);
    }
}

TEST(OpeningBody, NeedsOnlyStartAndDuration) {
    const auto body = parse_opening(with_member(least, ""));
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->open.slot, (core::Slot{.starts_at = *parse_time("2026-11-15T14:00:00Z"),
                                           .duration = std::chrono::minutes{45},
                                           .size_max = core::limits::party_size_max,
                                           .blank_is_any = true}));
    EXPECT_EQ(body->open.reason, core::Reason::NewOpening);
    EXPECT_EQ(body->open.event_id, "");
    EXPECT_EQ(errors_of(parse_opening("{}")),
              (Errors{"starts_at is required", "duration is required"}));
}

TEST(OpeningBody, TakesEveryField) {
    const auto body = parse_opening(
        with_member(least, R"("event_id":"e","service":"colour","staff":"Noor","place":"back",
                  "size":{"min":2,"max":4},"price":{"amount":4500,"currency":"EUR"},
                  "reason":"no_show")"));
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->open.slot, (core::Slot{.starts_at = *parse_time("2026-11-15T14:00:00Z"),
                                           .duration = std::chrono::minutes{45},
                                           .service = "colour",
                                           .staff = "Noor",
                                           .place = "back",
                                           .size_min = 2,
                                           .size_max = 4,
                                           .price = core::Money{4500, {'E', 'U', 'R'}},
                                           .blank_is_any = true}));
    EXPECT_EQ(body->open.reason, core::Reason::NoShow);
    EXPECT_EQ(body->open.event_id, "e");
    EXPECT_EQ(parse_opening(with_member(least, R"("reason":"cancellation")"))->open.reason,
              core::Reason::Cancellation);
}

TEST(OpeningBody, TakesSeveralNames) {
    const auto body = parse_opening(with_member(
        least, R"("service":"Cut","services":["cut","Colour"],"staff_any":["Anna","Ben"])"));
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_EQ(body->open.slot.service, "Cut");
    EXPECT_EQ(body->open.slot.service_names, std::vector<std::string>{"Colour"});
    EXPECT_EQ(body->open.slot.staff, "Anna");
    EXPECT_EQ(body->open.slot.staff_names, std::vector<std::string>{"Ben"});
    EXPECT_EQ(errors_of(parse_opening(with_member(least, R"("places":["North",""])"))),
              Errors{"places[1] must not be blank"});
}

TEST(OpeningBody, CompletesASizeThatIsHalfGiven) {
    const auto size = [](std::string_view text) {
        const auto body = parse_opening(with_member(least, "\"size\":" + std::string{text}));
        return std::pair{body->open.slot.size_min, body->open.slot.size_max};
    };
    EXPECT_EQ(size("null"), std::pair(1U, 200U)) << "what is left blank suits everybody";
    EXPECT_EQ(size("{}"), std::pair(1U, 1U));
    EXPECT_EQ(size(R"({"max":4})"), std::pair(1U, 4U));
    EXPECT_EQ(size(R"({"min":3})"), std::pair(3U, 3U));
}

TEST(OpeningBody, SaysWhatIsWrongWithAField) {
    for (const auto& [member, error] : {
             WrongField{R"("service":1)", "service must be a string"},
             {R"("staff":"a\u0000b")", "staff must not contain"},
             {R"("place":"a\tb")", "place must not contain"},
             {R"("size":4)", "size must be an object"},
             {R"("size":{"min":0})", "size.min must be from 1 to 200"},
             {R"("size":{"max":201})", "size.max must be from 1 to 200"},
             {R"("size":{"min":5,"max":4})", "size.min must not be above max"},
             {R"("size":{"least":5})", "size.least is not a known field"},
             {R"("price":"45")", "price must be an object"},
             {R"("price":{"amount":4.5,"currency":"EUR"})", "price.amount must be a whole number"},
             {R"("reason":"requested")", "reason must be cancellation, no_show or opening"},
             {R"("event_id":7)", "event_id must be a string"},
             {R"("offer":null)", "offer is not a known field"},
         }) {
        expect_one_error(errors_of(parse_opening(with_member(least, member))), error, member);
    }
    for (const auto& [member, error] : {
             WrongField{R"("starts_at":"14:00","duration":"45m")", "starts_at must be a time"},
             {R"("starts_at":"2026-11-15T14:00:00Z","duration":"0s")", "duration must be from"},
             {R"("starts_at":"2026-11-15T14:00:00Z","duration":"32d")", "duration must be from"},
             {R"("starts_at":"2026-11-15T14:00:00Z","duration":45)", "duration must be a duration"},
         }) {
        expect_one_error(errors_of(parse_opening(with_member("", member))), error, member);
    }
}

// The catalogue may know what is left out; whether it does is for the route to say.
TEST(OpeningBody, TellsWhatWasLeftOut) {
    const auto given = [](std::string_view members) {
        const auto body = parse_opening(
            with_member(R"("starts_at":"2026-11-15T14:00:00Z","service":"Colour")", members));
        EXPECT_EQ(errors_of(body), Errors{}) << members;
        return std::tuple(body->has_duration, body->has_price, body->has_size, body->unlisted);
    };
    EXPECT_EQ(given(""), std::tuple(false, false, false, false));
    EXPECT_EQ(given(R"("duration":"1h","price":null,"size":{"max":2},"unlisted":true)"),
              std::tuple(true, true, true, true))
        << "a price that is null is none on purpose";
    EXPECT_EQ(errors_of(parse_opening(R"({"starts_at":"2026-11-15T14:00:00Z","staff":"Anna"})")),
              Errors{"duration is required"});
}

TEST(OpeningPreviewBody, IsASlotOrAnOpening) {
    const auto slot = parse_opening_preview(with_member(least, R"("service":"Cut")"));
    ASSERT_EQ(errors_of(slot), Errors{});
    EXPECT_EQ(slot->slot->open.slot.service, "Cut");
    const auto opening = parse_opening_preview(R"({"opening_id":"opn_4000001"})");
    ASSERT_EQ(errors_of(opening), Errors{});
    EXPECT_FALSE(opening->slot);
    EXPECT_TRUE(opening->opening);
    EXPECT_EQ(errors_of(parse_opening_preview(R"({"opening_id":"ent_1"})")),
              Errors{"opening_id must be the id of an opening, such as opn_4000001"});
    EXPECT_EQ(errors_of(parse_opening_preview(R"({"opening_id":"opn_4000001","service":"Cut"})")),
              Errors{"service is not a known field"});
    EXPECT_EQ(errors_of(parse_opening_preview("{}")),
              (Errors{"starts_at is required", "duration is required"}));
}

TEST(ExtendBody, NeedsATime) {
    EXPECT_EQ(parse_extend(R"({"until":"2026-11-15T14:00:00Z"})"),
              *parse_time("2026-11-15T14:00:00Z"));
    EXPECT_EQ(errors_of(parse_extend("{}")), Errors{"until is required"});
    EXPECT_EQ(parse_extend("").error().status, 400);
    expect_one_error(errors_of(parse_extend(R"({"until":"10m"})")), "until must be a time", "");
}

TEST(SentBody, MayLeaveTheTimeOut) {
    EXPECT_EQ(*parse_sent(""), std::nullopt);
    EXPECT_EQ(*parse_sent("{}"), std::nullopt);
    EXPECT_EQ(parse_sent(R"({"sent_at":"2026-11-15T14:00:00.5Z"})"),
              *parse_time("2026-11-15T14:00:00.5Z"));
    expect_one_error(errors_of(parse_sent(R"({"sent_at":5})")), "sent_at must be a time", "");
    expect_one_error(errors_of(parse_sent(R"({"at":5})")), "at is not a known field", "");
}

TEST(Reports, TakeExactlyTheirNames) {
    EXPECT_EQ(parse_undeliverable(R"({"cause":"bounced"})")->cause, core::Undeliverable::Bounced);
    EXPECT_EQ(parse_undeliverable(R"({"cause":"blocked"})")->cause, core::Undeliverable::Blocked);
    EXPECT_EQ(parse_undeliverable(R"({"cause":"unsent"})")->cause, core::Undeliverable::Unsent);
    EXPECT_EQ(parse_booking(R"({"outcome":"confirmed"})"), core::BookingOutcome::Confirmed);
    EXPECT_EQ(parse_booking(R"({"outcome":"conflict"})"), core::BookingOutcome::Conflict);
    EXPECT_EQ(parse_booking(R"({"outcome":"unavailable"})"), core::BookingOutcome::Unavailable);
    EXPECT_EQ(parse_payment(R"({"outcome":"succeeded"})"), core::PaymentOutcome::Succeeded);
    EXPECT_EQ(parse_payment(R"({"outcome":"failed"})"), core::PaymentOutcome::Failed);
    EXPECT_TRUE(parse_undeliverable(R"({"cause":"blocked","ask_next":true})")->asks_next);
    EXPECT_EQ(errors_of(parse_undeliverable("{}")), Errors{"cause is required"});
    EXPECT_EQ(errors_of(parse_booking(R"({"outcome":null})")), Errors{"outcome is required"});
    EXPECT_EQ(errors_of(parse_payment(R"({"outcome":"ok"})")),
              Errors{"outcome must be succeeded or failed"});
    EXPECT_EQ(errors_of(parse_payment(R"({"outcome":"failed","why":"x"})")),
              Errors{"why is not a known field"});
    EXPECT_EQ(parse_booking("").error().code, "malformed-json");
}

}  // namespace
}  // namespace standby::http
