// The bytes of the requests, and that they come again with the same seed.
#include "bench/load/request_maker.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace standby::bench::load {
namespace {

using Kind = RequestOptions::Kind;

std::string file_of(std::string_view text) {
    const std::string path = testing::TempDir() + "load_request_maker_test.txt";
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::vector<std::string> requests(const CommonOptions& common, const RequestOptions& request,
                                  std::size_t count) {
    const auto maker = make_requests(common, request);
    EXPECT_TRUE(maker.has_value());
    std::vector<std::string> made;
    while (made.size() < count) {
        const auto next = (*maker)->next();
        if (!next) {
            break;
        }
        made.emplace_back(*next);
    }
    return made;
}

TEST(LoadRequestMaker, MakesJoinsOfDifferentPeople) {
    const CommonOptions common{.address = "127.0.0.1:9", .seed = 7, .headers = {"X-Test: 1"}};
    const auto made = requests(common, {.resources = {"res_1"}, .with_keys = true}, 12);
    ASSERT_EQ(made.size(), 12U);
    EXPECT_EQ(made[11], "POST /v1/resources/res_1/waitlist:join HTTP/1.1\r\nHost: 127.0.0.1:9\r\n"
                        "X-Test: 1\r\nIdempotency-Key: join-7-0000000011\r\n"
                        "Content-Type: application/json\r\nContent-Length: 65\r\n\r\n"
                        R"({"email":"guest-7-0000000011@example.com","name":"Person 000011"})");
    EXPECT_EQ(std::set(made.begin(), made.end()).size(), 12U);
}

TEST(LoadRequestMaker, JoinsSeveralResourcesInTurn) {
    const auto made = requests({.seed = 7}, {.resources = {"res_3", "res_K"}}, 3);
    ASSERT_EQ(made.size(), 3U);
    EXPECT_TRUE(made[0].starts_with("POST /v1/resources/res_3/waitlist:join "));
    EXPECT_TRUE(made[1].starts_with("POST /v1/resources/res_K/waitlist:join "));
    EXPECT_TRUE(made[2].starts_with("POST /v1/resources/res_3/waitlist:join "));
    EXPECT_NE(made[0], made[2]);
}

TEST(LoadRequestMaker, GetsOnePathWithTheKeyAsOftenAsAllowed) {
    const CommonOptions common{.address = "a:1", .key = "sk_1"};
    const auto made = requests(common, {.kind = Kind::Get, .path = "/healthz", .count_max = 2}, 10);
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[1], "GET /healthz HTTP/1.1\r\nHost: a:1\r\nAuthorization: Bearer sk_1\r\n\r\n");
}

TEST(LoadRequestMaker, TakesLinesAtRandomButTheSameOnesForTheSameSeed) {
    const RequestOptions request{.kind = Kind::GetEach, .file = file_of("/a\tone\n/b\n\n/c\ttwo")};
    const auto made = requests({.address = "a:1", .seed = 3}, request, 50);
    EXPECT_EQ(std::set(made.begin(), made.end()),
              (std::set<std::string>{
                  "GET /a HTTP/1.1\r\nHost: a:1\r\nAuthorization: Bearer one\r\n\r\n",
                  "GET /b HTTP/1.1\r\nHost: a:1\r\n\r\n",
                  "GET /c HTTP/1.1\r\nHost: a:1\r\nAuthorization: Bearer two\r\n\r\n"}));
    EXPECT_EQ(made, requests({.address = "a:1", .seed = 3}, request, 50));
    EXPECT_NE(made, requests({.address = "a:1", .seed = 4}, request, 50));
}

TEST(LoadRequestMaker, GetsEachLineOnceInOrderIfToldTo) {
    const RequestOptions request{
        .kind = Kind::GetEach, .file = file_of("/a\n/b\n/c\n"), .is_in_order = true};
    const auto made = requests({.address = "a:1", .seed = 3}, request, 50);
    ASSERT_EQ(made.size(), 3U);
    EXPECT_EQ(made[0], "GET /a HTTP/1.1\r\nHost: a:1\r\n\r\n");
    EXPECT_EQ(made[2], "GET /c HTTP/1.1\r\nHost: a:1\r\n\r\n");
}

TEST(LoadRequestMaker, PostsEachLineOnceInOrder) {
    const RequestOptions request{.kind = Kind::PostEach, .file = file_of("/a\tt\t{}\n/b\tu\n")};
    const auto made = requests({.address = "a:1", .seed = 3}, request, 50);
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0], "POST /a HTTP/1.1\r\nHost: a:1\r\nAuthorization: Bearer t\r\n"
                       "Idempotency-Key: post-3-0\r\nContent-Type: application/json\r\n"
                       "Content-Length: 2\r\n\r\n{}");
    EXPECT_EQ(made[1], "POST /b HTTP/1.1\r\nHost: a:1\r\nAuthorization: Bearer u\r\n"
                       "Idempotency-Key: post-3-1\r\nContent-Length: 0\r\n\r\n");
}

TEST(LoadRequestMaker, SaysWhatIsWrongWithAFile) {
    EXPECT_FALSE(make_requests({}, {.kind = Kind::GetEach, .file = "no/such/file"}).has_value());
    EXPECT_FALSE(make_requests({}, {.kind = Kind::GetEach, .file = file_of("\n\n")}).has_value());
}

}  // namespace
}  // namespace standby::bench::load
