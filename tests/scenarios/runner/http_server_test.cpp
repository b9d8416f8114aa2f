// A server that does not come up is found at once, with what it said.
#include "tests/scenarios/runner/http_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::HasSubstr;

TEST(HttpServer, TellsWhatAProgramSaidThatDoesNotListen) {
    HttpServer server;
    const auto started = server.start({"/bin/echo", "/nowhere", "sk_1"}, Time{});
    ASSERT_FALSE(started.has_value());
    EXPECT_THAT(started.error(), HasSubstr("it says 'serve --listen 127.0.0.1:0"));
    EXPECT_THAT(started.error(), HasSubstr("--manual-clock 1970-01-01T00:00:00Z"));
}

TEST(HttpServer, TellsThatAProgramIsNotThere) {
    HttpServer server;
    EXPECT_FALSE(server.start({"/no/such/program", "/nowhere", "sk_1"}, Time{}).has_value());
}

TEST(HttpServer, CannotBeStoppedUnlessItRuns) {
    HttpServer server;
    EXPECT_FALSE(server.stop().has_value());
}

}  // namespace
}  // namespace standby::scenarios
