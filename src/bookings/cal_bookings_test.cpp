// What Cal.com's answers mean.
#include "bookings/cal_bookings.hpp"

#include <gtest/gtest.h>

namespace standby::bookings {
namespace {

using engine::BookingProblem;
using engine::BookingStage;

std::string booking(const std::string& uid, const std::string& status,
                    const std::string& offer = "off_1", const std::string& more = "") {
    return R"({"uid":")" + uid + R"(","status":")" + status + R"(","metadata":{"standby_offer":")" +
           offer + R"("})" + more + "}";
}
std::string data(const std::string& what) {
    return R"({"status":"success","data":)" + what + "}";
}
std::string refusal(const std::string& words) {
    return R"({"status":"error","error":{"message":")" + words + R"("}})";
}

TEST(CalBookingsTest, FindsItsOwnAmongTheGuestsBookings) {
    const BookingAnswer answer = read_answer(
        200, data("[" + booking("a", "accepted", "off_2") + "," + booking("b", "cancelled") + "," +
                  booking("c", "accepted") + R"(,{"uid":"d","status":"accepted"},5])"));
    const auto found = read_cal_bookings(answer.said(), "off_1");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->view.stage, BookingStage::Booked);
    EXPECT_EQ(found->view.reference.booking, "c");
    EXPECT_TRUE(found->superfluous.empty());
}

TEST(CalBookingsTest, WhatIsThereTwiceIsSuperfluous) {
    const BookingAnswer answer = read_answer(
        200, data("[" + booking("a", "accepted") + "," + booking("b", "pending") + "]"));
    const auto found = read_cal_bookings(answer.said(), "off_1");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->view.reference.booking, "a");
    EXPECT_EQ(found->superfluous, std::vector<std::string>{"b"});
}

TEST(CalBookingsTest, NothingIsNoBookingAndNonsenseIsNoAnswer) {
    const BookingAnswer none = read_answer(200, data("[]"));
    EXPECT_EQ(read_cal_bookings(none.said(), "off_1")->view.stage, BookingStage::None);
    const BookingAnswer odd = read_answer(200, data("{}"));
    EXPECT_FALSE(read_cal_bookings(odd.said(), "off_1"));
}

TEST(CalBookingsTest, BookingSaysWhatItIs) {
    const auto stage = [](const std::string& body) {
        return read_cal_booking(read_answer(201, body), "off_1");
    };
    EXPECT_EQ(stage(data(booking("a", "accepted")))->stage, BookingStage::Booked);
    EXPECT_EQ(stage(data(booking("a", "pending")))->stage, BookingStage::Booked);
    EXPECT_EQ(stage(data(booking("a", "cancelled")))->stage, BookingStage::Ended);
    EXPECT_EQ(stage(data(booking("a", "rejected")))->stage, BookingStage::Ended);
    EXPECT_EQ(stage(data(booking("a", "cancelled", "off_1", R"(,"rescheduledToUid":"b")")))->stage,
              BookingStage::None)
        << "moved: for staff";
    EXPECT_EQ(stage(data(booking("a", "accepted", "off_2"))).error(), BookingProblem::WrongBooking);
    EXPECT_EQ(stage(data("[]")).error(), BookingProblem::NotUnderstood);
    EXPECT_EQ(stage("<html>").error(), BookingProblem::NotUnderstood);
}

TEST(CalBookingsTest, ConflictsAreRefusalsInWords) {
    const auto problem = [](unsigned status, const std::string& words) {
        return problem_of_cal(read_answer(status, refusal(words)));
    };
    EXPECT_EQ(problem(400, "User either already has booking at this time or is not available"),
              BookingProblem::Taken);
    EXPECT_EQ(problem(422, "This time slot is already reserved"), BookingProblem::Taken);
    EXPECT_EQ(problem(409, "No available users found"), BookingProblem::Taken);
    EXPECT_EQ(problem(400, "attendee.email must be an email"), BookingProblem::Refused);
    EXPECT_EQ(problem(401, "Invalid API Key"), BookingProblem::WrongToken);
    EXPECT_EQ(problem(429, "Too many"), BookingProblem::Busy);
    EXPECT_EQ(problem(500, "already booked"), BookingProblem::Busy);
}

TEST(CalBookingsTest, ReservationsAreHolds) {
    const auto held = read_cal_reservation(read_answer(
        201, data(R"({"reservationUid":"r","reservationUntil":"2031-01-01T00:10:00.000Z"})")));
    ASSERT_TRUE(held);
    EXPECT_EQ(held->stage, BookingStage::Held);
    EXPECT_EQ(held->reference.hold, "r");
    EXPECT_EQ(format_time(*held->held_until), "2031-01-01T00:10:00Z");
    EXPECT_EQ(read_cal_reservation(read_answer(200, data("null")))->stage, BookingStage::None);
    EXPECT_EQ(read_cal_reservation(read_answer(200, data("{}"))).error(),
              BookingProblem::NotUnderstood);
}

TEST(CalBookingsTest, SendsWhoComesAndWhoseOfferItIs) {
    engine::BookingOrder order{.uuid = "off_1"};
    order.time_zone = "Europe/Berlin";
    order.starts_at = parse_time("2031-01-01T10:00:00Z").value();
    order.guest = engine::BookingGuest{
        .name = "", .email = "ada@example.com", .phone = "+4930123", .locale = "de-AT"};
    EXPECT_EQ(write_cal_booking(order, 7),
              R"({"start":"2031-01-01T10:00:00Z","eventTypeId":7,"attendee":{)"
              R"("name":"ada@example.com","email":"ada@example.com","timeZone":"Europe/Berlin",)"
              R"("phoneNumber":"+4930123","language":"de"},)"
              R"("metadata":{"standby_offer":"off_1","standby_people":"1"}})");
}

}  // namespace
}  // namespace standby::bookings
