#include "http/limits/client_key.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>

namespace standby::http {
namespace {

std::uint64_t big_endian(std::span<const unsigned char> bytes) {
    std::uint64_t value = 0;
    for (const unsigned char byte : bytes) {
        value = value << 8 | byte;
    }
    return value;
}

}  // namespace

ClientKey client_key(std::string_view address) {
    const std::string text(address.substr(0, address.find('%')));
    std::array<unsigned char, 16> bytes{};
    if (inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) {
        return {ClientKey::Kind::Ipv4, big_endian(std::span(bytes).first(4))};
    }
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) {
        constexpr std::array<unsigned char, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
        if (std::ranges::equal(mapped, std::span(bytes).first(mapped.size()))) {
            return {ClientKey::Kind::Ipv4, big_endian(std::span(bytes).last(4))};
        }
        return {ClientKey::Kind::Ipv6Network, big_endian(std::span(bytes).first(8))};
    }
    return {ClientKey::Kind::Text, std::hash<std::string_view>{}(address)};
}

std::optional<ClientKey> site_of(const ClientKey& client) {
    if (client.kind != ClientKey::Kind::Ipv6Network) {
        return std::nullopt;
    }
    return ClientKey{ClientKey::Kind::Ipv6Site, client.value >> 16};
}

}  // namespace standby::http
