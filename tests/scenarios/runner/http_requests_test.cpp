// The API's words for what stories say, and the core's words for what the API answers.
#include "tests/scenarios/runner/http_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::string body_of(const Fields& fields) {
    return call_of({"join", "res_1", fields})->body;
}

Json parsed(std::string text) {
    return Json::read(std::move(text)).value();
}

TEST(HttpRequests, KnowTheRouteOfACommand) {
    const auto leave = call_of({"leave", "ent_1G0001", {}});
    EXPECT_EQ(leave->method, "DELETE");
    EXPECT_EQ(leave->path, "/v1/waitlist/ent_1G0001");
    EXPECT_EQ(leave->body, "");
    EXPECT_EQ(call_of({"join", "res_1", {}})->path, "/v1/resources/res_1/waitlist:join");
    EXPECT_FALSE(call_of({"jump", "res_1", {}}));
}

TEST(HttpRequests, MakeObjectsOfDottedNames) {
    EXPECT_EQ(json_of({{"name", "Yoga"},
                       {"capacity", "3"},
                       {"rules.quiet_hours", "null"},
                       {"rules.referral.cap", "50"},
                       {"rules.referral.points", "5"},
                       {"rules.urgent", "true"},
                       {"rules.payment", "4500 EUR"}}),
              R"({"capacity":3,"name":"Yoga","rules":{"payment":{"amount":4500,"currency":"EUR"},)"
              R"("quiet_hours":null,"referral":{"cap":50,"points":5},"urgent":true}})");
    EXPECT_EQ(json_of({}), "{}");
}

TEST(HttpRequests, PutBesideTheWishesWhatTheApiHasThere) {
    EXPECT_EQ(body_of({{"contact", "person 17"},
                       {"wants.service", "colour"},
                       {"wants.time_zone", "Asia/Tokyo"},
                       {"wants.instant_yes", "true"}}),
              R"({"email":"person-17@example.com","instant_yes":true,"time_zone":"Asia/Tokyo",)"
              R"("wants":{"service":"colour"}})");
    EXPECT_EQ(body_of({{"wants.instant_yes", "true"}, {"wants.instant_yes.min_notice", "2h"}}),
              R"({"instant_yes":{"min_notice":"2h"}})");
}

TEST(HttpRequests, WriteWeeklyWindowsDayByDay) {
    EXPECT_EQ(body_of({{"wants.weekly", "Tue 09:00-12:00;Sun 22:00-02:00"}}),
              R"({"wants":{"weekly":[{"days":["tue"],"from":"09:00","to":"12:00"},)"
              R"({"days":["sun"],"from":"22:00","to":"02:00"}]}})");
}

TEST(HttpRequests, NameWhatIsUnknownAndWhatIsInvalid) {
    const Json unknown = parsed(R"({"type":"/problems/not-found","detail":"Nothing."})");
    EXPECT_EQ(refused_by(unknown.root(), {"accept", "off_1", {}}).problem, "unknown-offer");
    EXPECT_EQ(refused_by(unknown.root(), {"pause", "res_1", {}}).problem, "unknown-resource");
    const Json invalid = parsed(R"({"type":"/problems/invalid","detail":"Too many.",)"
                                R"("errors":[{"field":"party_size","message":"m"}]})");
    const Refused refused = refused_by(invalid.root(), {"join", "res_1", {}});
    EXPECT_EQ(refused.problem, "invalid-field");
    EXPECT_EQ(refused.field, "party_size");
    EXPECT_EQ(refused.detail, "Too many.");
    const Json full = parsed(R"({"type":"/problems/list-full"})");
    EXPECT_EQ(refused_by(full.root(), {"join", "res_1", {}}).problem, "list-full");
}

TEST(HttpRequests, TellAnEntryThatWasThereAlreadyByItsStatus) {
    const Json entry = parsed(R"({"id":"ent_1","resource_id":"res_1"})");
    EXPECT_FALSE(reply_of(entry.root(), 201, {"join", "res_1", {}}).repeated);
    const Reply again = reply_of(entry.root(), 200, {"join", "res_1", {}});
    EXPECT_TRUE(again.repeated);
    EXPECT_EQ(again.entry, "ent_1");
    EXPECT_EQ(again.resource, "res_1");
}

TEST(HttpRequests, ReadALineOfTheAuditTrail) {
    const Json item = parsed(R"({"seq":7,"at":"2026-11-14T09:00:00Z","type":"points_changed",)"
                             R"("entry_id":"ent_1","offer_id":null,"opening_id":null,)"
                             R"("from_state":"waiting","to_state":"waiting","reason":null,)"
                             R"("hash":"ab","details":{"raw":5,"delta":-5}})");
    const EventRecord record = record_of(item.root(), "res_1");
    EXPECT_EQ(record.number, 7U);
    EXPECT_EQ(format_time(record.at), "2026-11-14T09:00:00Z");
    EXPECT_EQ(record.type, "points_changed");
    EXPECT_EQ(record.reason, "none");
    EXPECT_EQ(record.entry, "ent_1");
    EXPECT_EQ(record.offer, "");
    EXPECT_EQ(record.to, "waiting");
    EXPECT_THAT(record.details, ElementsAre(Pair("delta", "-5")));
}

}  // namespace
}  // namespace standby::scenarios
