// A check that cannot fail is worth nothing: without the fence, or with leases that outlive the
// nodes that hold them, the same worlds must be found wrong.
#include "sim/cluster/cluster_world.hpp"
#include "sim/world/zone_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::sim {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t seeds = 60;
constexpr std::uint64_t seeds_with_a_flaw = 300;  // the first one that shows it ends the search

class ClusterTest : public ::testing::Test {
protected:
    // What is found wrong in the first seeds, until something of interest is.
    std::vector<std::string> found(const ClusterOptions& options, std::string_view wanted) {
        const auto zones = load_zones();
        EXPECT_TRUE(zones);
        std::vector<std::string> all;
        const std::uint64_t last = wanted.empty() ? seeds : seeds_with_a_flaw;
        for (std::uint64_t seed = 1; seed <= last; ++seed) {
            const WorldResult result =
                ClusterWorld{{.seed = seed, .commands = 200}, *zones, options}.run();
            for (const Violation& violation : result.violations) {
                all.push_back(violation.what);
                if (!wanted.empty() && violation.what.find(wanted) != std::string::npos) {
                    return all;
                }
            }
        }
        return all;
    }
};

TEST_F(ClusterTest, NothingIsWrongWithTheProtocolAsItIs) {
    EXPECT_THAT(found({}, ""), IsEmpty());
}

TEST_F(ClusterTest, CommitsWithoutAFenceAreNoticed) {
    EXPECT_THAT(found({.guard = store::CommitGuard::Off}, "follows commit"),
                Contains(HasSubstr("follows commit")));
}

TEST_F(ClusterTest, MemoryThatIsTrustedForTooLongIsNoticed) {
    EXPECT_THAT(found({.serve_for = std::chrono::seconds{40}}, "was acknowledged before"),
                Contains(HasSubstr("was acknowledged before")));
}

class BigClusterTest : public ClusterTest {
protected:
    // An hour of eight nodes with 256 shards.
    static ClusterOptions an_hour(store::CommitGuard guard) {
        return {.guard = guard,
                .serve_for = {},
                .scale = Scale{.nodes = 8, .shards = 256, .lasts = std::chrono::hours{1}}};
    }
};

TEST_F(BigClusterTest, AnHourOfItLosesNothingAndIsMeasured) {
    const auto zones = load_zones();
    ASSERT_TRUE(zones);
    ClusterWorld world{{.seed = 1, .commands = 2000}, *zones, an_hour(store::CommitGuard::On)};
    EXPECT_THAT(world.run().violations, IsEmpty());
    EXPECT_EQ(world.figures().upgrades, 7U);
    EXPECT_GT(world.figures().crashes + world.figures().zombies, 30U);
    EXPECT_GT(world.figures().acknowledged, 500U);
    EXPECT_GT(world.figures().fenced, 0U) << "nobody was late, so nothing was tried";
    EXPECT_GT(world.measures().hand_overs(), 2U * 7U * 256U) << "each goes, and comes back";
}

TEST_F(BigClusterTest, WithoutAFenceItIsFoundWrong) {
    const auto zones = load_zones();
    ASSERT_TRUE(zones);
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 20 && found == 0; ++seed) {
        ClusterWorld world{
            {.seed = seed, .commands = 2000}, *zones, an_hour(store::CommitGuard::Off)};
        found = world.run().violations.size();
    }
    EXPECT_GT(found, 0U);
}

TEST_F(ClusterTest, TheSameSeedTellsTheSameStory) {
    const auto zones = load_zones();
    ASSERT_TRUE(zones);
    EXPECT_EQ(ClusterWorld({.seed = 7}, *zones).run().trace,
              ClusterWorld({.seed = 7}, *zones).run().trace);
}

}  // namespace
}  // namespace standby::sim
