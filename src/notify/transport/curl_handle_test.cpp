// What is read out of a URL, and what is said about failures.
#include "notify/transport/curl_handle.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

TEST(CurlHandle, KnowsWhoIsConnectedTo) {
    EXPECT_EQ(origin_of("https://example.com:8443/a/b?c=d"), "https://example.com:8443");
    EXPECT_EQ(origin_of("https://example.com?c=https://other/"), "https://example.com");
    EXPECT_EQ(origin_of("http://[::1]:80#x"), "http://[::1]:80");
    EXPECT_EQ(origin_of("smtp://mail"), "smtp://mail");
    EXPECT_EQ(origin_of("nonsense"), "nonsense");
    EXPECT_EQ(origin_of(""), "");
}

TEST(CurlHandle, SaysSomethingAboutEveryFailure) {
    for (int code = 1; code < 100; ++code) {
        EXPECT_NE(describe_failure(code), "") << code;
    }
}

}  // namespace
}  // namespace standby::notify
