// Network addresses, ranges of them, and whose word about the client's address counts.
#pragma once

#include "base/result.hpp"
#include "http/limits/client_key.hpp"
#include "http/server/message.hpp"

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http::wire {

// An IPv6 address, or an IPv4 one in its mapped form, so that both compare as one kind.
class Address {
public:
    // Nothing when the text is no address. Brackets, as in `[::1]`, are allowed.
    static std::optional<Address> parse(std::string_view text);
    // The address part of what the system says about a socket's other end.
    static Address of(const sockaddr_storage& socket_address);

    // The shortest usual form; IPv4 without the mapping.
    std::string text() const;
    bool is_ipv4() const;

    friend bool operator==(const Address&, const Address&) = default;

private:
    friend class AddressRange;
    std::array<std::uint8_t, 16> bytes_{};
};

// All addresses that begin with the same bits.
class AddressRange {
public:
    // Reads `10.0.0.0/8`, `fd00::/8`, or a single address.
    static std::optional<AddressRange> parse(std::string_view text);
    bool contains(const Address& address) const;

private:
    Address first_;
    unsigned prefix_bits_ = 0;
};

// The other end of a connection.
struct Peer {
    Address address;
    std::string text;  // of the address
    bool over_tls = false;
    ClientKey key;  // that its connections are counted by; Text: they are not
};

class TrustedProxies {
public:
    // The error is a sentence that quotes the entry which is no address or range.
    static Result<TrustedProxies, std::string> parse(const std::vector<std::string>& entries);

    // Sets `client` and `secure` of a request that came from `peer`: from X-Forwarded-For (its
    // right-most address that is no trusted proxy) and X-Forwarded-Proto when the peer is trusted,
    // otherwise from the connection itself.
    void describe(Request& request, const Peer& peer) const;

    // Whether it is one of them.
    bool trusts(const Address& address) const;

private:
    Address forwarded_client(const Request& request, const Address& peer) const;

    std::vector<AddressRange> ranges_;
};

}  // namespace standby::http::wire
