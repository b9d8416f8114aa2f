// Whom a limit counts: an IPv4 address, or the /64 network of an IPv6 address, because one customer
// of a provider usually has at least that many addresses to himself. Many have a whole /48, so that
// is counted beside it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::http {

struct ClientKey {
    enum class Kind : std::uint8_t {
        Text,
        Ipv4,
        Ipv6Network,  // a /64
        Ipv6Site,     // a /48
        Number,       // not a client: an entry, a list
    };
    Kind kind = Kind::Text;
    std::uint64_t value = 0;
    friend auto operator<=>(const ClientKey&, const ClientKey&) = default;
};

// An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4; a zone (`%eth0`) is left
// out. A text that is no address is counted by itself.
ClientKey client_key(std::string_view address);

// The site that an IPv6 network belongs to; nothing for others.
std::optional<ClientKey> site_of(const ClientKey& client);
// So many networks of one site are counted as that many clients; further ones share what these may.
inline constexpr int networks_per_site = 4;

}  // namespace standby::http
