// The tables are IANA's special-purpose registries (RFC 6890), as far as they are not reachable
// from the whole internet.
#include "interchange/network/private_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace standby::interchange {
namespace {

template <std::size_t Size>
struct Network {
    std::array<std::uint8_t, Size> address;
    unsigned bits;
};

constexpr std::array closed_ipv4 = {
    Network<4>{{0, 0, 0, 0}, 8},        // this network
    Network<4>{{10, 0, 0, 0}, 8},       // private
    Network<4>{{100, 64, 0, 0}, 10},    // shared by a provider's customers
    Network<4>{{127, 0, 0, 0}, 8},      // loopback
    Network<4>{{169, 254, 0, 0}, 16},   // link-local; clouds give out credentials there
    Network<4>{{172, 16, 0, 0}, 12},    // private
    Network<4>{{192, 0, 0, 0}, 24},     // protocol assignments
    Network<4>{{192, 0, 2, 0}, 24},     // documentation
    Network<4>{{192, 88, 99, 0}, 24},   // relays of 6to4
    Network<4>{{192, 168, 0, 0}, 16},   // private
    Network<4>{{198, 18, 0, 0}, 15},    // benchmarks
    Network<4>{{198, 51, 100, 0}, 24},  // documentation
    Network<4>{{203, 0, 113, 0}, 24},   // documentation
    Network<4>{{224, 0, 0, 0}, 4},      // multicast
    Network<4>{{240, 0, 0, 0}, 4},      // reserved, and broadcast
};

// Global addresses begin with the bits 001; of those, these are not meant for everybody.
constexpr Network<16> global_ipv6{{0x20}, 3};
constexpr std::array closed_ipv6 = {
    Network<16>{{0x20, 0x01, 0, 0}, 23},        // protocol assignments, Teredo
    Network<16>{{0x20, 0x01, 0x0d, 0xb8}, 32},  // documentation
    Network<16>{{0x3f, 0xff, 0, 0}, 20},        // documentation
    Network<16>{{0x20, 0x02, 0, 0}, 16},        // 6to4, which may stand for any IPv4 address
};
constexpr Network<16> mapped_ipv4{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96};
constexpr Network<16> translated_ipv4{{0, 0x64, 0xff, 0x9b}, 96};

template <std::size_t Size>
bool is_in(const std::array<std::uint8_t, Size>& address, const Network<Size>& network) {
    for (unsigned bit = 0; bit < network.bits; ++bit) {
        const unsigned mask = 0x80U >> (bit % 8);
        if ((address[bit / 8] & mask) != (network.address[bit / 8] & mask)) {
            return false;
        }
    }
    return true;
}

template <std::size_t Size>
bool is_in_any(const std::array<std::uint8_t, Size>& address,
               std::span<const Network<Size>> networks) {
    return std::ranges::any_of(
        networks, [&](const Network<Size>& network) { return is_in(address, network); });
}

}  // namespace

bool is_public_address(const Ipv4Address& address) {
    return !is_in_any<4>(address, closed_ipv4);
}

bool is_public_address(const Ipv6Address& address) {
    if (is_in(address, mapped_ipv4) || is_in(address, translated_ipv4)) {
        return is_public_address(Ipv4Address{address[12], address[13], address[14], address[15]});
    }
    return is_in(address, global_ipv6) && !is_in_any<16>(address, closed_ipv6);
}

bool is_public_address(const std::string& text) {
    Ipv4Address ipv4{};
    if (inet_pton(AF_INET, text.c_str(), ipv4.data()) == 1) {
        return is_public_address(ipv4);
    }
    Ipv6Address ipv6{};
    return inet_pton(AF_INET6, text.c_str(), ipv6.data()) == 1 && is_public_address(ipv6);
}

bool is_public_socket_address(int family, const void* address, std::size_t size) {
    if (family == AF_INET && size >= sizeof(sockaddr_in)) {
        sockaddr_in ipv4{};
        std::memcpy(&ipv4, address, sizeof ipv4);
        Ipv4Address bytes{};
        std::memcpy(bytes.data(), &ipv4.sin_addr, bytes.size());
        return is_public_address(bytes);
    }
    if (family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
        sockaddr_in6 ipv6{};
        std::memcpy(&ipv6, address, sizeof ipv6);
        Ipv6Address bytes{};
        std::memcpy(bytes.data(), &ipv6.sin6_addr, bytes.size());
        return is_public_address(bytes);
    }
    return false;
}

}  // namespace standby::interchange
