// Reports of providers that come late, twice, or out of order.
#include "store/codec/delivery.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace standby::store {
namespace {

using engine::Delivery;
using engine::DeliveryState;
using enum DeliveryState;

constexpr std::array all_states{Trying, Sent, Delivered, Opened, Blocked, Failed};

Time at(std::int64_t seconds) {
    return Time{std::chrono::seconds{seconds}};
}

Delivery stored_as(DeliveryState state) {
    Delivery delivery{.message = 7,
                      .channel = engine::Channel::Sms,
                      .state = state,
                      .address = core::ContactKey{99},
                      .changed_at = at(10),
                      .provider_id = "SM1",
                      .note = "before"};
    if (state != Trying) {
        delivery.sent_at = at(10);
    }
    return delivery;
}

Delivery report_of(DeliveryState state) {
    return {.message = 7,
            .channel = engine::Channel::Sms,
            .state = state,
            .changed_at = at(20),
            .provider_id = "SM2",
            .note = "after"};
}

DeliveryState after(DeliveryState stored, DeliveryState reported) {
    return advanced(stored_as(stored), report_of(reported)).value_or(stored_as(stored)).state;
}

TEST(AdvancedDelivery, FollowsTheOrderOfStates) {
    EXPECT_EQ(after(Trying, Sent), Sent);
    EXPECT_EQ(after(Trying, Delivered), Delivered);
    EXPECT_EQ(after(Sent, Delivered), Delivered);
    EXPECT_EQ(after(Sent, Opened), Opened);
    EXPECT_EQ(after(Delivered, Opened), Opened);
    EXPECT_EQ(after(Trying, Blocked), Blocked);
    EXPECT_EQ(after(Sent, Blocked), Blocked);
    EXPECT_EQ(after(Sent, Failed), Failed);
}

TEST(AdvancedDelivery, NeverGoesBack) {
    for (const DeliveryState stored : all_states) {
        for (const DeliveryState reported : all_states) {
            EXPECT_GE(after(stored, reported), stored);
        }
    }
    EXPECT_EQ(advanced(stored_as(Sent), report_of(Trying)), std::nullopt);
}

TEST(AdvancedDelivery, CannotFailOnceItArrived) {
    for (const DeliveryState arrived : {Delivered, Opened}) {
        EXPECT_EQ(after(arrived, Failed), arrived);
        EXPECT_EQ(after(arrived, Blocked), arrived);
    }
}

TEST(AdvancedDelivery, StaysFailedOrBlocked) {
    for (const DeliveryState ended : {Failed, Blocked}) {
        for (const DeliveryState reported : all_states) {
            EXPECT_EQ(after(ended, reported), ended);
        }
    }
}

TEST(AdvancedDelivery, TakesOverWhatTheReportSays) {
    const Delivery failed = advanced(stored_as(Sent), report_of(Failed)).value();
    EXPECT_EQ(failed.changed_at, at(20));
    EXPECT_EQ(failed.note, "after");
    EXPECT_EQ(failed.sent_at, at(10));
    EXPECT_EQ(failed.delivered_at, std::nullopt);
    EXPECT_EQ(failed.address, core::ContactKey{99}) << "a report does not know it";
    EXPECT_EQ(failed.provider_id, "SM1");
}

TEST(AdvancedDelivery, ArrivesWhenTheReportSaysOrWhenItCame) {
    EXPECT_EQ(advanced(stored_as(Sent), report_of(Delivered))->delivered_at, at(20));
    EXPECT_EQ(advanced(stored_as(Sent), report_of(Opened))->delivered_at, at(20));
    Delivery report = report_of(Delivered);
    report.delivered_at = at(15);
    EXPECT_EQ(advanced(stored_as(Sent), report)->delivered_at, at(15));
}

TEST(AdvancedDelivery, KeepsTheFirstTimeOfArrival) {
    Delivery delivered = stored_as(Delivered);
    delivered.delivered_at = at(12);
    EXPECT_EQ(advanced(delivered, report_of(Delivered)), std::nullopt);
    EXPECT_EQ(advanced(delivered, report_of(Opened))->delivered_at, at(12));
}

TEST(AdvancedDelivery, FillsInTimesThatWereMissing) {
    Delivery opened = stored_as(Opened);
    opened.sent_at.reset();
    Delivery report = report_of(Delivered);
    report.sent_at = at(11);
    Delivery expected = opened;
    expected.sent_at = at(11);
    expected.delivered_at = at(20);
    EXPECT_EQ(advanced(opened, report), expected);
    EXPECT_EQ(advanced(expected, report), std::nullopt);
}

}  // namespace
}  // namespace standby::store
