// Tests of who is let in to hash a password, and of secrets that wait to be confirmed.
#include "http/routes/staff/staff_desk.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using Admission = PasswordQueue::Admission;

TEST(PasswordQueue, LetsAFewInAndTheRestWaitInOrder) {
    PasswordQueue queue;
    std::vector<int> ran;
    for (std::size_t count = 0; count < passwords_at_a_time_max; ++count) {
        EXPECT_EQ(queue.enter([] {}), Admission::Now);
    }
    EXPECT_EQ(queue.enter([&] { ran.push_back(1); }), Admission::Later);
    EXPECT_EQ(queue.enter([&] { ran.push_back(2); }), Admission::Later);
    (*queue.next())();
    (*queue.next())();
    EXPECT_EQ(ran, (std::vector{1, 2}));
    for (std::size_t count = 0; count < passwords_at_a_time_max; ++count) {
        EXPECT_FALSE(queue.next());
    }
    EXPECT_EQ(queue.enter([] {}), Admission::Now);
}

TEST(PasswordQueue, TurnsAwayWhoWouldWaitTooLong) {
    PasswordQueue queue;
    for (std::size_t count = 0; count < passwords_at_a_time_max + passwords_waiting_max; ++count) {
        EXPECT_NE(queue.enter([] {}), Admission::Refused);
    }
    EXPECT_EQ(queue.enter([] {}), Admission::Refused);
    EXPECT_TRUE(queue.next());
    EXPECT_EQ(queue.enter([] {}), Admission::Later);
}

TEST(PendingTotp, WaitsAQuarterOfAnHour) {
    PendingTotp pending;
    const std::vector<std::byte> secret{std::byte{7}};
    EXPECT_EQ(pending.find(1, Time{}), std::nullopt);
    pending.begin(1, secret, Time{});
    EXPECT_EQ(pending.find(1, Time{} + totp_pending_for - Duration{1}), secret);
    EXPECT_EQ(pending.find(1, Time{} + totp_pending_for), std::nullopt);
    EXPECT_EQ(pending.find(2, Time{}), std::nullopt);
    pending.begin(1, {std::byte{8}}, Time{});
    EXPECT_EQ(pending.find(1, Time{})->front(), std::byte{8}) << "the newest one counts";
    pending.end(1);
    EXPECT_EQ(pending.find(1, Time{}), std::nullopt);
}

TEST(StaffStreams, CloseWithTheirSession) {
    StaffStreams streams;
    const Sha256Digest ended{std::byte{1}};
    const Sha256Digest kept{std::byte{2}};
    const auto watcher = std::make_shared<int>(0);
    std::vector<int> closed;
    streams.add(ended, watcher, [&] { closed.push_back(1); });
    streams.add(kept, watcher, [&] { closed.push_back(2); });
    streams.add(ended, std::make_shared<int>(0), [&] { closed.push_back(3); });
    const auto is_kept = [&](const Sha256Digest& session) { return session == kept; };
    streams.close_unless(is_kept);
    EXPECT_EQ(closed, std::vector{1}) << "the third one's client has gone by itself";
    streams.close_unless(is_kept);
    EXPECT_EQ(closed, std::vector{1});
    streams.close_unless([](const Sha256Digest&) { return false; });
    EXPECT_EQ(closed, (std::vector{1, 2}));
}

}  // namespace
}  // namespace standby::http
