// Where the nodes of a story find their database.
#include "tests/scenarios/runner/story_database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::HasSubstr;

TEST(StoreUrl, NamesTheDatabaseOnTheSameServer) {
    EXPECT_EQ(*store_url("host=/tmp/pg user=me dbname=postgres", "story_1"),
              "postgres://me@/story_1?host=/tmp/pg");
    EXPECT_EQ(*store_url("port=5433 user=me host=127.0.0.1", "story_1"),
              "postgres://me@/story_1?host=127.0.0.1&port=5433");
}

TEST(StoreUrl, WantsToKnowTheServer) {
    for (const std::string_view server : {"", "host=/tmp/pg", "user=me", "postgres://me@/tmp"}) {
        const auto url = store_url(server, "story_1");
        ASSERT_FALSE(url.has_value()) << server;
        EXPECT_THAT(url.error(), HasSubstr("STANDBY_TEST_POSTGRES"));
    }
}

TEST(StoryDatabase, SaysThatThereIsNoServer) {
    const auto made = StoryDatabase::create("host=/no/such/folder user=me", "story_1");
    ASSERT_FALSE(made.has_value());
    EXPECT_THAT(made.error(), HasSubstr("/no/such/folder"));
}

}  // namespace
}  // namespace standby::scenarios
