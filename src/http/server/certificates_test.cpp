// Certificates for nodes.
#include "http/server/certificates.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

const Time now = std::chrono::sys_days{std::chrono::year{2026} / 11 / 16};
constexpr std::chrono::days year{365};

TEST(Certificates, SayWhenTheyEnd) {
    const auto authority = make_authority(now, 10 * year);
    ASSERT_TRUE(authority);
    EXPECT_EQ(authority->ends_at, now + 10 * year);
    EXPECT_EQ(end_of_certificate(authority->certificate), now + 10 * year);
    for (const std::string host : {"10.0.0.5", "2001:db8::5", "node1.example.org"}) {
        const auto node = make_node_certificate(*authority, host, now, 2 * year);
        ASSERT_TRUE(node) << host;
        EXPECT_EQ(end_of_certificate(node->certificate), now + 2 * year);
        EXPECT_TRUE(node->key.starts_with("-----BEGIN PRIVATE KEY-----"));
    }
}

TEST(Certificates, EndWithTheirAuthority) {
    const auto authority = make_authority(now, year);
    ASSERT_TRUE(authority);
    EXPECT_EQ(make_node_certificate(*authority, "a", now, 2 * year)->ends_at, now + year);
}

TEST(Certificates, AreForHostsOnly) {
    const auto authority = make_authority(now, year);
    ASSERT_TRUE(authority);
    for (const std::string host :
         {"", "a,IP:10.0.0.1", "a b", "-a", "a:b", "*.example.org", "a\nb"}) {
        EXPECT_FALSE(make_node_certificate(*authority, host, now, year)) << host;
    }
}

TEST(Certificates, NeedTheAuthoritysOwnKey) {
    const auto one = make_authority(now, year);
    const auto other = make_authority(now, year);
    ASSERT_TRUE(one && other);
    EXPECT_FALSE(make_node_certificate({.certificate = one->certificate, .key = other->key}, "a",
                                       now, year));
    EXPECT_FALSE(make_node_certificate({.certificate = "x", .key = "y"}, "a", now, year));
    EXPECT_FALSE(end_of_certificate("nothing"));
}

}  // namespace
}  // namespace standby::http
