// The command line of clusters: what is read, and that no password is ever repeated.
#include "app/command_line_test_support.hpp"
#include "app/commands/patroni.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view database = "postgres://me:s3cret@db/standby";

TEST(ClusterCommandLine, ReadsWhereToMoveAndHow) {
    const Desk desk;
    const auto plain =
        desk.expect<MigrateStoreCommand>({"migrate-store", "sqlite:///var/standby.db", database});
    EXPECT_EQ(plain.file, "/var/standby.db");
    EXPECT_EQ(plain.target.store, database);
    EXPECT_EQ(plain.shards, 16u);
    EXPECT_FALSE(plain.check);
    const auto all = desk.expect<MigrateStoreCommand>({"migrate-store", "sqlite:///var/standby.db",
                                                       database, "--check", "--shards", "7",
                                                       "--cluster-secret", "sixteen characters"});
    EXPECT_TRUE(all.check);
    EXPECT_EQ(all.shards, 7u);
    EXPECT_EQ(all.target.cluster_secret, "sixteen characters");
}

TEST(ClusterCommandLine, TellsACommandFromTheOneInsideIt) {
    Desk desk;
    desk.environment["STANDBY_STORE"] = database;
    EXPECT_EQ(desk.expect<ClusterCommand>({"cluster"}).place.store, database);
    const auto resume = desk.expect<ClusterResumeCommand>({"cluster", "resume", "3", "--yes"});
    EXPECT_EQ(resume.shard, 3u);
    EXPECT_TRUE(resume.yes);
    EXPECT_EQ(desk.expect<MigrateCommand>({"migrate", "--shards", "64"}).shards, 64u);
    EXPECT_EQ(desk.expect<VerifyCommand>({"verify"}).place.store, database);
}

TEST(ClusterCommandLine, TakesPatroniMoreThanOnce) {
    const auto doctor = Desk{}.expect<DoctorCommand>(
        {"doctor", "--patroni", "http://a:8008", "--patroni", "b:8009"});
    EXPECT_THAT(doctor.patroni, ElementsAre("http://a:8008", "b:8009"));
    EXPECT_TRUE(Desk{}.expect<DoctorCommand>({"doctor"}).patroni.empty());
}

TEST(ClusterCommandLine, NamesWhatIsWrong) {
    const Desk desk;
    EXPECT_THAT(desk.mistake({"migrate-store", "/var/standby.db", database}), HasSubstr("FILE"));
    EXPECT_THAT(desk.mistake({"migrate-store", "sqlite:///a", "sqlite:///b"}),
                HasSubstr("DATABASE"));
    EXPECT_THAT(desk.mistake({"migrate", "--shards", "0"}), HasSubstr("from 1 to 256"));
    EXPECT_THAT(desk.mistake({"cluster", "resume"}), HasSubstr("needs SHARD"));
    EXPECT_THAT(desk.mistake({"cluster", "resume", "x"}), HasSubstr("'x'"));
}

TEST(ClusterCommandLine, NeverRepeatsThePasswordOfADatabase) {
    const Desk desk;
    const std::vector<std::vector<std::string_view>> mistakes{
        {"cluster", database},
        {"verify", "--resource", database},
        {"cluster", "resume", database},
        {"serve", "--listen", database},
        {"keys", "revoke", database},
        {database},
        {"verify", "--store", "mysql://me:s3cret@db/standby"},
        {"migrate-store", database, database},
    };
    for (const auto& typed : mistakes) {
        EXPECT_THAT(desk.mistake(typed), Not(HasSubstr("s3cret")));
    }
    EXPECT_THAT(desk.mistake({"keys", "revoke", "a://b:c@d e://f:g@h"}),
                AllOf(HasSubstr("a://b:...@d e://f:...@h")));
}

std::string verdicts(std::string_view status, std::string_view config) {
    std::string found;
    for (const Diagnosis& diagnosis : judge_patroni("n1", status, config)) {
        found += diagnosis.verdict == Verdict::Ok ? 'o' : 'w';
    }
    return found;
}

TEST(Patroni, IsJudgedByItsVersionAndSettings) {
    constexpr std::string_view good =
        R"({"ttl":20,"loop_wait":5,"retry_timeout":5,"synchronous_mode":true,)"
        R"("synchronous_mode_strict":true,"maximum_lag_on_failover":0})";
    const auto status = [](std::string_view version) {
        return fmt::format(R"({{"state":"running","patroni":{{"version":"{}","scope":"x"}}}})",
                           version);
    };
    EXPECT_EQ(verdicts(status("3.0.2"), good), "wooo");
    EXPECT_EQ(verdicts(status("2.1.7"), good), "wooo");
    EXPECT_EQ(verdicts(status("3.0.3"), good), "oooo");
    EXPECT_EQ(verdicts(status("4.0.7"), good), "oooo");
    EXPECT_EQ(verdicts(status("4.0.7"), R"({"synchronous_mode":"quorum",)"
                                        R"("synchronous_mode_strict":true,"ttl":20,)"
                                        R"("loop_wait":5,"retry_timeout":5})"),
              "oooo");
    // Patroni's own defaults.
    EXPECT_EQ(verdicts(status("4.0.7"), "{}"), "owww");
    EXPECT_EQ(verdicts("not JSON", "neither"), "ww");
    EXPECT_EQ(verdicts(R"({"patroni":{"version":"new"}})", good), "wooo");
}

}  // namespace
}  // namespace standby::app
