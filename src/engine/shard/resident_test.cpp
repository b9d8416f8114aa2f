// Tests of what a resource in memory remembers of requests.
#include "engine/shard/resident.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using std::chrono::minutes;

constexpr Time noon{std::chrono::hours{12}};

TEST(Resident, SendsALinkAgainAfterTenMinutes) {
    Resident resident{core::ResourceNumber{1}};
    EXPECT_TRUE(resident.may_send_link(7, noon));
    EXPECT_FALSE(resident.may_send_link(7, noon + minutes{10} - Duration{1}));
    EXPECT_TRUE(resident.may_send_link(8, noon + minutes{9})) << "somebody else";
    EXPECT_TRUE(resident.may_send_link(7, noon + minutes{10}));
    EXPECT_FALSE(resident.may_send_link(7, noon + minutes{11})) << "counted from the last one";
    EXPECT_FALSE(resident.may_send_link(8, noon + minutes{11}));
}

TEST(Resident, RemembersLinksOnlyForAsLongAsTheyCount) {
    Resident resident{core::ResourceNumber{1}};
    for (core::Ticket entry = 1; entry <= 1'000; ++entry) {
        EXPECT_TRUE(resident.may_send_link(entry, noon));
    }
    EXPECT_TRUE(resident.may_send_link(1, noon + minutes{10}));
    EXPECT_EQ(resident.links_sent.size(), 1U);
    EXPECT_EQ(resident.links_by_time.size(), 1U);
}

}  // namespace
}  // namespace standby::engine
