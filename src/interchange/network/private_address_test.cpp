// What a customer's URL may and may not reach.
#include "interchange/network/private_address.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace standby::interchange {
namespace {

TEST(PublicAddress, IsNoneOfOurOwnNetwork) {
    for (const std::string text : {"127.0.0.1",
                                   "127.255.0.9",
                                   "0.0.0.0",
                                   "10.1.2.3",
                                   "172.16.0.1",
                                   "172.31.255.255",
                                   "192.168.1.1",
                                   "169.254.169.254",
                                   "100.64.0.1",
                                   "100.100.100.200",
                                   "192.0.0.192",
                                   "224.0.0.1",
                                   "239.1.1.1",
                                   "255.255.255.255",
                                   "198.18.0.1",
                                   "240.0.0.1",
                                   "::",
                                   "::1",
                                   "fe80::1",
                                   "fc00::1",
                                   "fd00:ec2::254",
                                   "ff02::1",
                                   "::ffff:127.0.0.1",
                                   "::ffff:10.0.0.1",
                                   "64:ff9b::7f00:1",
                                   "2002:7f00:1::",
                                   "2001::1",
                                   "2001:db8::1",
                                   "::127.0.0.1",
                                   "100::1"}) {
        EXPECT_FALSE(is_public_address(text)) << text;
    }
}

TEST(PublicAddress, IsWhatEverybodyReaches) {
    for (const std::string text :
         {"93.184.215.14", "172.15.255.255", "172.32.0.1", "100.128.0.1", "192.169.0.1",
          "223.255.255.255", "2606:2800:21f:cb07::1", "2a00:1450:4001::1", "::ffff:93.184.215.14",
          "64:ff9b::5db8:d70e"}) {
        EXPECT_TRUE(is_public_address(text)) << text;
    }
}

TEST(PublicAddress, IsNotWhatIsNoAddress) {
    for (const std::string text : {"", "localhost", "1.2.3", "1.2.3.4.5", "0x7f.1"}) {
        EXPECT_FALSE(is_public_address(text)) << text;
    }
}

TEST(PublicAddress, IsSeenInWhatASocketIsConnectedTo) {
    sockaddr_in ipv4{};
    ipv4.sin_family = AF_INET;
    ipv4.sin_addr.s_addr = htonl(0x0a000001);
    EXPECT_FALSE(is_public_socket_address(AF_INET, &ipv4, sizeof ipv4));
    ipv4.sin_addr.s_addr = htonl(0x5db8d70e);
    EXPECT_TRUE(is_public_socket_address(AF_INET, &ipv4, sizeof ipv4));
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_addr = in6addr_loopback;
    EXPECT_FALSE(is_public_socket_address(AF_INET6, &ipv6, sizeof ipv6));
    ASSERT_EQ(inet_pton(AF_INET6, "2606:2800::1", &ipv6.sin6_addr), 1);
    EXPECT_TRUE(is_public_socket_address(AF_INET6, &ipv6, sizeof ipv6));
    EXPECT_FALSE(is_public_socket_address(AF_INET6, &ipv6, sizeof ipv4));
    EXPECT_FALSE(is_public_socket_address(AF_UNIX, &ipv4, sizeof ipv4));
}

}  // namespace
}  // namespace standby::interchange
