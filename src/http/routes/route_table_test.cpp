// The routes: found by method and path, and the same as in the API's description.
#include "http/routes/route_table.hpp"

#include "http/routes/described_routes.hpp"
#include "http/routes/handlers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

namespace standby::http {
namespace {

std::string path_of(const Route& route) {
    return std::regex_replace(std::string(route.path), std::regex(R"(\{\w+\})"), "res_1");
}

TEST(RouteTable, FindsEachRouteByItsOwnPath) {
    for (const Route& route : routes()) {
        const std::string path = path_of(route);
        const RouteMatch match = match_route(route.method, path);
        ASSERT_EQ(match.route, &route) << route.method << " " << path;
        EXPECT_EQ(match.id, route.path.contains('{') ? "res_1" : "");
    }
}

TEST(RouteTable, TakesHeadForGet) {
    ASSERT_NE(match_route("HEAD", "/v1/account").route, nullptr);
    EXPECT_EQ(match_route("HEAD", "/v1/account").route, match_route("GET", "/v1/account").route);
    EXPECT_EQ(match_route("HEAD", "/v1/offers/off_1:accept").route, nullptr);
}

TEST(RouteTable, NamesTheMethodsOfAPathWhenOnlyTheMethodIsWrong) {
    const RouteMatch match = match_route("PUT", "/v1/waitlist/ent_1");
    EXPECT_EQ(match.route, nullptr);
    EXPECT_EQ(match.allowed, "GET, HEAD, DELETE, PATCH");
}

TEST(RouteTable, TakesAllThatFollowsForTheRest) {
    EXPECT_EQ(match_route("GET", "/e/token/calendar.ics").id, "token/calendar.ics");
    EXPECT_EQ(match_route("GET", "/assets/a/b/c/d/e/f.js").id, "a/b/c/d/e/f.js");
    EXPECT_EQ(match_route("GET", "/e/").id, "");
    EXPECT_EQ(match_route("GET", "/e").route, nullptr);
}

TEST(RouteTable, KnowsNoOtherPaths) {
    for (const std::string_view path :
         {"", "/v1", "/v1/", "/v1/resources/", "/v1/resources//queue", "/v1/resources/res_1/",
          "/v1/resources/res_1:explode", "/v1/resources/res_1:", "/v1/resources/:pause",
          "/v1/resources/res_1:pause/queue", "/v1/offers/off_1:accept:accept", "v1/resources"}) {
        const RouteMatch match = match_route("GET", path);
        EXPECT_EQ(match.route, nullptr) << path;
        EXPECT_EQ(match.allowed, "") << path;
    }
}

// What is about a resource is carried out by its owner, or reads nothing but the store; commands
// that keep room when the queue is full are those that answer or report on an offer.
TEST(RouteTable, PlacesRoutesByWhatTheyAreAbout) {
    for (const Route& route : routes()) {
        const bool is_about_resource =
            route.target == Target::Resource || route.target == Target::Entry ||
            route.target == Target::Offer || route.target == Target::Opening ||
            route.target == Target::Import || route.target == Target::Calendar ||
            route.target == Target::Token;
        if (route.node == Node::Shard) {
            EXPECT_TRUE(is_about_resource) << route.path;
        }
        // Trying rules on a recorded month changes nothing, and is too much work for a shard. A
        // copy is a list of its own, which may be on another shard.
        if (is_about_resource && route.method != "GET" && route.handler != try_rules &&
            route.handler != duplicate_resource) {
            EXPECT_EQ(route.node, Node::Shard) << route.method << " " << route.path;
        }
        if (route.node == Node::Account) {
            EXPECT_TRUE(route.who == Who::Staff || route.who == Who::Owner ||
                        route.who == Who::SignedIn || route.handler == use_passkey)
                << route.path;
        }
        if (route.priority == engine::Priority::Reserved) {
            EXPECT_TRUE(route.target == Target::Offer || route.target == Target::Token)
                << route.path;
        }
    }
}

std::string described_who(Who who) {
    switch (who) {
    case Who::Public:
        return "public, read-only, staff, owner";
    case Who::PublicWrite:
        return "public, guest, staff, owner";
    case Who::Guest:
        return "guest, read-only, staff, owner";
    case Who::GuestOnly:
        return "guest";
    case Who::GuestWrite:
        return "guest, staff, owner";
    case Who::ReadOnly:
        return "read-only, staff, owner";
    case Who::Staff:
        return "staff, owner";
    case Who::Owner:
        return "owner";
    case Who::SignedIn:
        return "member";
    default:
        return "public";
    }
}

TEST(RouteTable, IsWhatTheDescriptionSays) {
    std::ifstream file("docs/openapi.yaml");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::map<std::string, std::string> described;
    for (const RouteSummary& route : routes_in(text)) {
        if (route.path.starts_with("/v1/")) {
            described[route.method + " " +
                      std::regex_replace(route.path, std::regex(R"(\{\w+\})"), "{id}")] = route.who;
        }
    }
    std::map<std::string, std::string> served;
    for (const Route& route : routes()) {
        if (route.path.starts_with("/v1/")) {
            served[std::string(route.method) + " " + std::string(route.path)] =
                described_who(route.who);
        }
    }
    EXPECT_EQ(served, described);
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
