// The bytes of each action, who it is about, and what is learnt from answers.
#include "bench/load/mixed_requests.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace standby::bench::load {
namespace {

const CommonOptions common{.address = "a:1", .seed = 7, .key = "sk_1"};

std::string file_of(const std::string& name, std::string_view text) {
    const std::string path = testing::TempDir() + "load_mixed_requests_" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

RequestOptions mix(std::string shares) {
    return {.kind = RequestOptions::Kind::Mix,
            .shares = std::move(shares),
            .lists_file = file_of("lists", "res_3\nres_4\n"),
            .slot_at = "2031-01-02T13:00:00Z"};
}

std::unique_ptr<RequestMaker> maker(const RequestOptions& options) {
    auto made = make_requests(common, options);
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
}

// Which action the last request was.
std::string kind_of(const RequestMaker& requests) {
    return requests.kinds()[requests.kind()];
}

TEST(LoadMixedRequests, JoinsAListAndKnowsTheGuestFromThenOn) {
    RequestOptions options = mix("join=1");
    options.lists_file = file_of("list", "res_3\n");
    const auto joining = maker(options);
    EXPECT_EQ(joining->next(), "POST /v1/resources/res_3/waitlist:join HTTP/1.1\r\nHost: a:1\r\n"
                               "Content-Type: application/json\r\nContent-Length: 51\r\n\r\n"
                               R"({"email":"guest-7-1@example.com","name":"Person 1"})");

    // There is nobody who could look, before the first has joined.
    const auto looking = maker(mix("look=1"));
    ASSERT_TRUE(looking->next().has_value());
    EXPECT_EQ(kind_of(*looking), "join");
    looking->learn(looking->kind(), 503, R"({"id":"ent_1","token":"gt_a"})");
    ASSERT_TRUE(looking->next().has_value());
    EXPECT_EQ(kind_of(*looking), "join");
    looking->learn(looking->kind(), 201, R"({"id":"ent_1","offer":null,"token":"gt_a"})");
    EXPECT_EQ(looking->next(), "GET /v1/waitlist/ent_1 HTTP/1.1\r\nHost: a:1\r\n"
                               "Authorization: Bearer gt_a\r\n\r\n");
}

TEST(LoadMixedRequests, LetsAGuestChangeAndLeaveOnce) {
    RequestOptions options = mix("change=1");
    options.guests_file = file_of("guests", "ent_1\tgt_a\n");
    const auto changing = maker(options);
    const auto change = changing->next();
    ASSERT_TRUE(change.has_value());
    EXPECT_TRUE(change->starts_with("PATCH /v1/waitlist/ent_1 HTTP/1.1\r\n")) << *change;
    EXPECT_NE(change->find(R"({"wants":{"service":"service-)"), std::string_view::npos) << *change;

    options.shares = "cancel=1";
    const auto leaving = maker(options);
    EXPECT_EQ(leaving->next(), "DELETE /v1/waitlist/ent_1 HTTP/1.1\r\nHost: a:1\r\n"
                               "Authorization: Bearer gt_a\r\n\r\n");
    EXPECT_EQ(kind_of(*leaving), "cancel");
    ASSERT_TRUE(leaving->next().has_value());
    EXPECT_EQ(kind_of(*leaving), "join");
}

TEST(LoadMixedRequests, ClaimsEachOfferOnceAndLooksWhenThereIsNone) {
    RequestOptions options = mix("open=1,claim=1");
    options.guests_file = file_of("guests", "ent_1\tgt_a\n");
    const auto requests = maker(options);
    std::vector<std::string> claims;
    std::size_t opened = 0;
    std::size_t looks = 0;
    for (int turn = 0; turn < 1000; ++turn) {
        const std::string request{requests->next().value_or("")};
        if (kind_of(*requests) == "open") {
            EXPECT_TRUE(request.starts_with("POST /v1/resources/res_")) << request;
            EXPECT_NE(request.find(R"("starts_at":"2031-01-02T13:00:00Z")"), std::string::npos);
            const std::string offer = fmt::format(R"("offer":{{"id":"off_{}"}})", ++opened);
            requests->learn(requests->kind(), 201, R"({"id":"opn_1",)" + offer + "}");
        } else if (kind_of(*requests) == "claim") {
            claims.push_back(request.substr(0, request.find(" HTTP")));
            EXPECT_EQ(claims.back(), fmt::format("POST /v1/offers/off_{}:accept", claims.size()));
        } else {
            ++looks;
            EXPECT_EQ(claims.size(), opened);
        }
    }
    EXPECT_GT(opened, 400U);
    EXPECT_GT(claims.size(), 400U);
    EXPECT_EQ(opened + claims.size() + looks, 1000U);
}

TEST(LoadMixedRequests, KeepsTheSharesAndRepeatsThemForTheSameSeed) {
    RequestOptions options = mix("join=30,look=60,change=10");
    options.guests_file = file_of("guests", "ent_1\tgt_a\nent_2\tgt_b\n");
    const auto first = maker(options);
    const auto second = maker(options);
    std::map<std::string, int> seen;
    for (int turn = 0; turn < 10'000; ++turn) {
        EXPECT_EQ(first->next(), second->next());
        ++seen[kind_of(*first)];
    }
    EXPECT_NEAR(seen["join"], 3000, 200);
    EXPECT_NEAR(seen["look"], 6000, 200);
    EXPECT_NEAR(seen["change"], 1000, 150);
    options.count_max = 2;
    const auto two = maker(options);
    EXPECT_TRUE(two->next() && two->next() && !two->next());
}

TEST(LoadMixedRequests, SaysWhatIsWrong) {
    for (const char* shares : {"", "sleep=1", "join", "join=-1", "join=0"}) {
        EXPECT_FALSE(make_requests(common, mix(shares)).has_value()) << shares;
    }
    RequestOptions options = mix("join=1");
    options.guests_file = "no/such/file";
    EXPECT_FALSE(make_requests(common, options).has_value());
}

}  // namespace
}  // namespace standby::bench::load
