// Tests of what other origins are told, and that staff routes tell them nothing. The lists are
// compared whole, so no header that allows credentials can slip in.
#include "http/limits/cors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

TEST(Cors, LetsAnyOriginReadPublicAnswers) {
    Response response;
    add_cors_headers(CorsPolicy::Public, response);
    EXPECT_THAT(response.headers,
                UnorderedElementsAre(Pair("Access-Control-Allow-Origin", "*"),
                                     Pair("Access-Control-Expose-Headers",
                                          "Retry-After, Idempotent-Replayed, Location")));
}

TEST(Cors, KeepsOtherOriginsAwayFromStaffRoutes) {
    Response response;
    add_cors_headers(CorsPolicy::None, response);
    EXPECT_TRUE(response.headers.empty());
    EXPECT_THAT(preflight_response(CorsPolicy::None, "GET, OPTIONS").headers,
                UnorderedElementsAre(Pair("Allow", "GET, OPTIONS")));
}

TEST(Cors, AnswersThePreflightOfTheWidget) {
    const Response response = preflight_response(CorsPolicy::Public, "POST, OPTIONS");
    EXPECT_EQ(response.status, 204);
    EXPECT_TRUE(response.body.empty());
    EXPECT_THAT(response.headers,
                UnorderedElementsAre(
                    Pair("Allow", "POST, OPTIONS"), Pair("Access-Control-Allow-Origin", "*"),
                    Pair("Access-Control-Allow-Methods", "POST, OPTIONS"),
                    Pair("Access-Control-Allow-Headers",
                         "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, "
                         "Standby-Proof"),
                    Pair("Access-Control-Max-Age", "600")));
}

}  // namespace
}  // namespace standby::http
