// A cluster as people see it.
#include "interchange/view/cluster.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

const Time noon = *parse_time("2026-11-15T12:00:00Z");

TEST(ClusterJson, NamesNodesShardsAndReplicas) {
    ClusterReport report{.node = "a", .view_age = Duration{800}, .is_serving = true};
    report.nodes = {
        {.row =
             {.id = "a", .address = "10.0.0.1:80", .version = "1", .heartbeat = 5, .seen_at = noon},
         .is_here = true,
         .silent_for = Duration{1'500}},
        {.row = {.id = "b",
                 .address = "10.0.0.2:80",
                 .version = "2",
                 .state = engine::NodeState::Leaving,
                 .heartbeat = 9,
                 .seen_at = noon},
         .silent_for = Duration{7'000},
         .is_silent = true}};
    report.shards = {
        {.row = {.shard = 0, .epoch = 3, .owner = "a", .commit_seq = 12, .served_at = noon},
         .is_here = true,
         .is_served = true}};
    report.replicas = {{.name = "pg2", .state = "streaming", .sync = "sync", .lag = Duration{250}},
                       {.name = "pg3", .state = "catchup", .sync = "async", .lag = std::nullopt}};
    std::string json;
    JsonWriter writer{json};
    write_cluster(writer, report);
    EXPECT_EQ(
        json,
        R"({"mode":"cluster","node":"a","is_serving":true,"view_age_seconds":0.8,"nodes":[)"
        R"({"id":"a","address":"10.0.0.1:80","version":"1","state":"up","heartbeat":5,)"
        R"("seen_at":"2026-11-15T12:00:00Z","shards":1,"is_here":true,"silent_seconds":1.5,)"
        R"("is_silent":false},)"
        R"({"id":"b","address":"10.0.0.2:80","version":"2","state":"leaving","heartbeat":9,)"
        R"("seen_at":"2026-11-15T12:00:00Z","shards":0,"is_here":false,"silent_seconds":7,)"
        R"("is_silent":true}],)"
        R"("shards":[{"shard":0,"owner":"a","epoch":3,"commit_seq":12,"state":"served",)"
        R"("served_at":"2026-11-15T12:00:00Z"}],"replicas":[{"name":"pg2","state":"streaming",)"
        R"("sync":"sync","lag_seconds":0.25},{"name":"pg3","state":"catchup","sync":"async",)"
        R"("lag_seconds":null}]})");
}

TEST(ClusterJson, SaysInOneWordHowAShardStands) {
    ClusterReport report{.node = "a"};
    report.shards = {{.row = {.shard = 0, .owner = "a"}, .is_here = true},
                     {.row = {.shard = 1, .owner = "b"}},
                     {.row = {.shard = 2}},
                     {.row = {.shard = 3, .owner = "a", .is_halted = true}, .is_here = true}};
    std::string json;
    JsonWriter writer{json};
    write_cluster(writer, report);
    for (const std::string_view part :
         {R"("shard":0,"owner":"a","epoch":0,"commit_seq":0,"state":"loading","served_at":null)",
          R"("shard":1,"owner":"b","epoch":0,"commit_seq":0,"state":"elsewhere")",
          R"("shard":2,"owner":null,"epoch":0,"commit_seq":0,"state":"unowned")",
          R"("shard":3,"owner":"a","epoch":0,"commit_seq":0,"state":"halted")"}) {
        EXPECT_TRUE(json.contains(part)) << part << " in " << json;
    }
}

TEST(ClusterJson, IsTheSameFromOutsideButForWhatOnlyANodeKnows) {
    engine::ClusterView view{.control_version = 4};
    view.nodes = {
        {.id = "a", .address = "10.0.0.1:80", .version = "1", .heartbeat = 5, .seen_at = noon}};
    view.shards = {{.shard = 0, .epoch = 3, .owner = "a", .commit_seq = 12, .served_at = noon},
                   {.shard = 1, .owner = "a", .is_halted = true}};
    std::string json;
    JsonWriter writer{json};
    write_cluster(writer, view);
    EXPECT_EQ(json,
              R"({"control_version":4,"nodes":[{"id":"a","address":"10.0.0.1:80","version":"1",)"
              R"("state":"up","heartbeat":5,"seen_at":"2026-11-15T12:00:00Z","shards":2}],)"
              R"("shards":[{"shard":0,"owner":"a","epoch":3,"commit_seq":12,"state":"owned",)"
              R"("served_at":"2026-11-15T12:00:00Z"},{"shard":1,"owner":"a","epoch":0,)"
              R"("commit_seq":0,"state":"halted","served_at":null}]})");
}

TEST(ClusterJson, ShowsAServerAloneAsOneNode) {
    std::string json;
    JsonWriter writer{json};
    write_single_server(writer, "1.2", noon);
    EXPECT_EQ(json, R"({"mode":"single","node":"single","is_serving":true,"view_age_seconds":0,)"
                    R"("nodes":[{"id":"single","address":null,"version":"1.2","state":"up",)"
                    R"("heartbeat":0,"seen_at":"2026-11-15T12:00:00Z","shards":0,"is_here":true,)"
                    R"("silent_seconds":0,"is_silent":false}],"shards":[],"replicas":[]})");
}

}  // namespace
}  // namespace standby::interchange
