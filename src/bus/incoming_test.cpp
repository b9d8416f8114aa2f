// Which messages make sense, and what is said of those that do not.
#include "bus/incoming.hpp"

#include <gtest/gtest.h>

namespace standby::bus {
namespace {

constexpr Time noon{std::chrono::seconds{1'763'553'600}};  // 2025-11-19T12:00:00Z

Result<Incoming, BadIncoming> parse(std::string_view body,
                                    IncomingKind kind = IncomingKind::CapacityReleased) {
    return parse_incoming(kind, body, noon);
}
std::string problem(std::string_view body, IncomingKind kind = IncomingKind::CapacityReleased) {
    const auto parsed = parse(body, kind);
    return parsed ? "" : parsed.error().reason;
}

TEST(IncomingTest, ReadsAReleaseOfPlaces) {
    const auto parsed =
        parse(R"({"event_id":"a-1","resource_id":"res_1","quantity":3,"reason":"cancelled"})");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->event_id, "a-1");
    EXPECT_EQ(parsed->resource, core::ResourceNumber{1});
    const auto& release = std::get<core::ReleasePlaces>(parsed->command);
    EXPECT_EQ(release.event_id, "a-1");
    EXPECT_EQ(release.quantity, 3U);
    EXPECT_EQ(release.note, "cancelled");
}

TEST(IncomingTest, ReadsAFreedSlot) {
    const auto parsed = parse(
        R"({"event_id":"a","resource_id":"res_1","opening":{"starts_at":"2025-11-20T10:00:00Z",)"
        R"("duration":"45m","service":"Cut","staff":"Noor","size":{"min":2},)"
        R"("price":{"amount":4500,"currency":"EUR"},"reason":"cancellation"}})");
    ASSERT_TRUE(parsed) << parsed.error().reason;
    const auto& open = std::get<core::OpenSlot>(parsed->command);
    EXPECT_EQ(open.slot.service, "Cut");
    EXPECT_EQ(open.slot.size_min, 2U);
    EXPECT_EQ(open.slot.size_max, 2U);
    EXPECT_EQ(open.slot.duration, std::chrono::minutes{45});
    EXPECT_EQ(open.reason, core::Reason::Cancellation);
}

TEST(IncomingTest, ReadsRevocations) {
    const auto places = parse(R"({"event_id":"b","resource_id":"res_1","quantity":1})",
                              IncomingKind::CapacityRevoked);
    ASSERT_TRUE(places);
    EXPECT_EQ(std::get<core::RevokePlaces>(places->command).quantity, 1U);
    const auto freed = parse(R"({"event_id":"b","resource_id":"res_1","opening":{"event_id":"a"}})",
                             IncomingKind::CapacityRevoked);
    ASSERT_TRUE(freed);
    EXPECT_EQ(std::get<core::WithdrawOpening>(freed->command).event_id, "a");
    const std::string id =
        core::format_id(core::opening_id(core::ResourceNumber{1}, core::OpeningNumber{7}));
    const auto named = parse(R"({"event_id":"b","resource_id":"res_1","opening":")" + id + "\"}",
                             IncomingKind::CapacityRevoked);
    ASSERT_TRUE(named);
    EXPECT_EQ(std::get<core::WithdrawOpening>(named->command).opening, core::OpeningNumber{7});
}

TEST(IncomingTest, TakesTheDataOfACloudEventUnderItsId) {
    const auto parsed =
        parse(R"({"specversion":"1.0","id":"x-9","source":"/a","type":"CapacityReleased",)"
              R"("data":{"resource_id":"res_1","quantity":1}})");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->event_id, "x-9");
}

TEST(IncomingTest, SaysWhatIsWrong) {
    EXPECT_EQ(problem("[]"), "It is no JSON object.");
    EXPECT_EQ(problem(R"({"resource_id":"res_1","quantity":1})"),
              "event_id must be set, so that a repeated delivery is recognised.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"nonsense","quantity":1})"),
              "resource_id must be the id of a list, such as res_1.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1"})"),
              "quantity must be set, or opening.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1","quantity":0})"),
              "quantity must be a whole number from 1 to 100000000.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1","quantity":1.5})"),
              "quantity must be a whole number from 1 to 100000000.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1","quantity":1,)"
                      R"("at":"2026-11-19T12:00:00Z"})"),
              "at is in the future.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1","opening":{"duration":"30m"}})"),
              "opening.starts_at must be set.");
    EXPECT_EQ(problem(R"({"event_id":"a","resource_id":"res_1","opening":"opn_9999999"})",
                      IncomingKind::CapacityRevoked),
              "opening must be the id of an opening of this list.");
    EXPECT_EQ(problem(std::string(incoming_bytes_max + 1, ' ')), "It is longer than 64 KiB.");
}

TEST(IncomingTest, SaysWhoseItIsEvenWhenItIsBad) {
    const auto parsed = parse(R"({"event_id":"a","resource_id":"res_5","quantity":-1})");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().event_id, "a");
    EXPECT_EQ(parsed.error().resource, core::ResourceNumber{5});
}

}  // namespace
}  // namespace standby::bus
