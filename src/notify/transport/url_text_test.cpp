// Forms, and the URLs in which providers are named.
#include "notify/transport/url_text.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

TEST(UrlText, EncodesForms) {
    EXPECT_EQ(encode_form({{"To", "+1"}, {"a b", ""}}), "To=%2B1&a%20b=");
    EXPECT_EQ(encode_form({}), "");
}

TEST(UrlText, TakesAProvidersUrlApart) {
    const auto url = parse_provider_url("x://us%40er:p%3Aw:d@[::1]:80/?a=1&b=%20", "x");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->user, "us@er");
    EXPECT_EQ(url->password, "p:w:d");
    EXPECT_EQ(url->host, "[::1]:80");
    EXPECT_EQ(*url->find("b"), " ");
    EXPECT_EQ(url->find("c"), nullptr);
    for (const std::string_view bad :
         {"y://host", "x:host", "x://a b", "x://u:%zz@host", "x://host/path", "x://host?a=%"}) {
        EXPECT_FALSE(parse_provider_url(bad, "x")) << bad;
    }
}

TEST(UrlText, KnowsLoopback) {
    for (const std::string_view host :
         {"localhost", "localhost:80", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:80"}) {
        EXPECT_TRUE(is_loopback_host(host)) << host;
    }
    for (const std::string_view host :
         {"", "127.example.com", "localhost.example.com", "[::2]", "128.0.0.1", "[::1"}) {
        EXPECT_FALSE(is_loopback_host(host)) << host;
    }
}

}  // namespace
}  // namespace standby::notify
