// Tests of streams that end with their session.
#include "http/routes/staff/staff_streams.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

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
