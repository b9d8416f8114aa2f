// What the answers of a house's own booking system mean: the table of docs/guide/bookings.md.
#include "bookings/http_bookings.hpp"

#include <gtest/gtest.h>

namespace standby::bookings {
namespace {

using engine::BookingProblem;
using engine::BookingStage;

std::string meaning(unsigned status, const std::string& body,
                    BookingStage wanted = BookingStage::Booked) {
    const auto view = read_booking(read_answer(status, body), "off_1", wanted);
    if (!view) {
        return std::string(name_of(view.error()));
    }
    constexpr std::string_view names[] = {"none", "held", "booked", "ended"};
    return std::string(names[static_cast<std::size_t>(view->stage)]);
}

TEST(HttpBookingsTest, YesWithoutMoreWordsIsWhatWasAskedFor) {
    EXPECT_EQ(meaning(201, ""), "booked");
    EXPECT_EQ(meaning(204, "", BookingStage::Ended), "ended");
    EXPECT_EQ(meaning(200, "{}"), "booked");
    EXPECT_EQ(meaning(200, R"({"uuid":"off_1"})", BookingStage::Held), "held");
}

TEST(HttpBookingsTest, StatusSaysWhatThereIs) {
    EXPECT_EQ(meaning(200, R"({"status":"ON_HOLD"})"), "held");
    EXPECT_EQ(meaning(200, R"({"status":"CONFIRMED"})", BookingStage::None), "booked");
    EXPECT_EQ(meaning(200, R"({"status":"CANCELLED"})"), "ended");
    EXPECT_EQ(meaning(200, R"({"status":"EXPIRED"})"), "ended");
    EXPECT_EQ(meaning(200, R"({"status":"MAYBE"})"), "not_understood");
    EXPECT_EQ(meaning(200, R"({"status":5})"), "not_understood");
    EXPECT_EQ(meaning(200, "{}", BookingStage::None), "not_understood") << "a look must say it";
    EXPECT_EQ(meaning(200, "", BookingStage::None), "not_understood");
}

TEST(HttpBookingsTest, TheirOwnNumberIsKeptIfItIsOne) {
    const auto reference = [](const std::string& said) {
        return read_booking(read_answer(200, R"({"status":"CONFIRMED","supplierReference":)" +
                                                 said + "}"),
                            "off_1", BookingStage::Booked)
            ->reference.booking;
    };
    EXPECT_EQ(reference("\"B-17\""), "B-17");
    EXPECT_EQ(reference("17"), "");
    EXPECT_EQ(reference("\"" + std::string(201, 'x') + "\""), "");
}

TEST(HttpBookingsTest, SomebodyElsesBookingIsNoAnswer) {
    EXPECT_EQ(meaning(200, R"({"uuid":"off_2","status":"CONFIRMED"})"), "wrong_booking");
    EXPECT_EQ(meaning(200, R"({"uuid":1,"status":"CONFIRMED"})"), "wrong_booking");
}

TEST(HttpBookingsTest, PagesAreNoAnswer) {
    EXPECT_EQ(meaning(200, "<html>Welcome</html>"), "not_understood");
    EXPECT_EQ(meaning(200, "[]"), "not_understood");
    EXPECT_EQ(meaning(200, "\"CONFIRMED\""), "not_understood");
}

TEST(HttpBookingsTest, OnlyATypeThatSaysSoIsTaken) {
    EXPECT_EQ(meaning(409, R"({"type":"slot-taken"})"), "taken");
    EXPECT_EQ(meaning(409, R"({"type":"https://example.com/problems/slot-taken"})"), "taken");
    EXPECT_EQ(meaning(409, R"({"type":"not-slot-taken"})"), "in_progress");
    EXPECT_EQ(meaning(409, R"({"type":"in-progress"})"), "in_progress");
    EXPECT_EQ(meaning(409, "<html>slot-taken</html>"), "in_progress");
    EXPECT_EQ(meaning(400, R"({"type":"slot-taken"})"), "refused");
}

TEST(HttpBookingsTest, EveryOtherStatusHasItsMeaning) {
    for (const auto& [status, name] :
         std::initializer_list<std::pair<unsigned, const char*>>{{302, "moved"},
                                                                 {400, "refused"},
                                                                 {401, "wrong_token"},
                                                                 {403, "forbidden"},
                                                                 {404, "not_there"},
                                                                 {405, "not_offered"},
                                                                 {408, "no_answer"},
                                                                 {422, "refused"},
                                                                 {425, "busy"},
                                                                 {429, "busy"},
                                                                 {500, "busy"},
                                                                 {503, "busy"},
                                                                 {501, "not_offered"},
                                                                 {100, "not_understood"}}) {
        EXPECT_EQ(meaning(status, "{}"), name) << status;
    }
}

TEST(HttpBookingsTest, HoldsAreNeverShorterThanTheOffer) {
    const Time now{std::chrono::hours{1'000'000}};
    EXPECT_EQ(minutes_until(now + std::chrono::minutes{8}, now), 8);
    EXPECT_EQ(minutes_until(now + std::chrono::milliseconds{480'001}, now), 9);
    EXPECT_EQ(minutes_until(now, now), 1);
}

TEST(HttpBookingsTest, NobodyIsNamedBeforeTheySayYes) {
    engine::BookingOrder order{.uuid = "off_1", .list = "res_1", .entry = "ent_1"};
    order.time_zone = "Europe/Berlin";
    EXPECT_EQ(write_booking(order, 5),
              R"({"uuid":"off_1","resource_id":"res_1","entry_id":"ent_1","quantity":1,)"
              R"("starts_at":null,"time_zone":"Europe/Berlin","expirationMinutes":5})");
    order.guest = engine::BookingGuest{.name = "Ada", .email = "ada@example.com"};
    EXPECT_TRUE(write_booking(order, std::nullopt).contains(R"("contact":{"full_name":"Ada")"));
}

TEST(HttpBookingsTest, PartsOfPathsAreOneWord) {
    EXPECT_EQ(path_part("off_1"), "off_1");
    EXPECT_EQ(path_part("../a b?"), "%2E%2E%2Fa%20b%3F");
}

}  // namespace
}  // namespace standby::bookings
