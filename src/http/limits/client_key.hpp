// Whom a limit counts: an IPv4 address, or the /64 network of an IPv6 address, because one customer
// of a provider usually has at least that many addresses to himself.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace standby::http {

struct ClientKey {
    enum class Kind : std::uint8_t { Text, Ipv4, Ipv6Network };
    Kind kind = Kind::Text;
    std::uint64_t value = 0;
    friend auto operator<=>(const ClientKey&, const ClientKey&) = default;
};

// An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4; a zone (`%eth0`) is left
// out. A text that is no address is counted by itself.
ClientKey client_key(std::string_view address);

}  // namespace standby::http
