// The routes: found by method and path, and the same as in the API's description.
#include "http/routes/route_table.hpp"

#include "http/routes/documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace standby::http {
namespace {

TEST(RouteTable, FindsEachRouteByItsOwnPath) {
    for (const Route& route : routes()) {
        const std::string path =
            std::regex_replace(std::string(route.pattern), std::regex(R"(\{id\})"), "res_1");
        const RouteMatch match = match_route(route.method, path);
        ASSERT_NE(match.route, nullptr) << route.method << " " << path;
        EXPECT_EQ(match.route->name, route.name);
        EXPECT_EQ(match.id, route.target == Target::None ? "" : "res_1");
    }
}

TEST(RouteTable, TakesHeadForGet) {
    ASSERT_NE(match_route("HEAD", "/v1/account").route, nullptr);
    EXPECT_EQ(match_route("HEAD", "/v1/account").route->name, RouteName::GetAccount);
    EXPECT_EQ(match_route("HEAD", "/v1/offers/off_1:accept").route, nullptr);
}

TEST(RouteTable, NamesTheMethodsOfAPathWhenOnlyTheMethodIsWrong) {
    const RouteMatch match = match_route("PUT", "/v1/waitlist/ent_1");
    EXPECT_EQ(match.route, nullptr);
    EXPECT_EQ(match.allowed, "GET, HEAD, DELETE, PATCH");
}

TEST(RouteTable, KnowsNoOtherPaths) {
    for (const std::string_view path :
         {"/", "/v1", "/v1/", "/v1/resources/", "/v1/resources//queue", "/v1/resources/res_1/",
          "/v1/resources/res_1:explode", "/v1/resources/res_1:", "/v1/resources/:pause",
          "/v1/resources/res_1:pause/queue", "/v1/offers/off_1:accept:accept", "v1/resources"}) {
        const RouteMatch match = match_route("GET", path);
        EXPECT_EQ(match.route, nullptr) << path;
        EXPECT_EQ(match.allowed, "") << path;
    }
}

// Every operation under /v1 but the description itself, with the parameters' names left out.
std::set<std::string> described() {
    std::ifstream file("docs/openapi.yaml");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::set<std::string> operations;
    for (const RouteSummary& route : routes_in(text)) {
        if (route.path.starts_with("/v1/") && route.path != "/v1/openapi.yaml") {
            operations.insert(route.method + " " +
                              std::regex_replace(route.path, std::regex(R"(\{\w+\})"), "{id}"));
        }
    }
    return operations;
}

TEST(RouteTable, IsWhatTheDescriptionSays) {
    std::set<std::string> served;
    for (const Route& route : routes()) {
        served.insert(std::string(route.method) + " " + std::string(route.pattern));
    }
    EXPECT_EQ(served, described());
}

TEST(RoutesInTheDescription, HaveASummaryAndSayWhoMayCall) {
    std::ifstream file("docs/openapi.yaml");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const RouteSummary& route : routes_in(text)) {
        EXPECT_FALSE(route.summary.empty()) << route.path;
        EXPECT_FALSE(route.who.empty()) << route.path;
    }
}

}  // namespace
}  // namespace standby::http
