// Addresses are kept as sixteen bytes, so one comparison of bits serves IPv4 and IPv6.
#include "http/server/address.hpp"

#include "base/text.hpp"
#include "http/server/syntax.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace standby::http::wire {
namespace {

constexpr std::size_t mapped_prefix_size = 12;
constexpr std::array<std::uint8_t, mapped_prefix_size> mapped_prefix = {0, 0, 0, 0, 0,    0,
                                                                        0, 0, 0, 0, 0xFF, 0xFF};

// An element of X-Forwarded-For: an address, with a port behind it where a proxy adds one.
std::optional<Address> parse_forwarded(std::string_view element) {
    if (element.starts_with('[')) {
        return Address::parse(element.substr(0, element.find(']') + 1));
    }
    const bool has_port = std::ranges::count(element, ':') == 1;
    return Address::parse(has_port ? element.substr(0, element.find(':')) : element);
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
    const bool bracketed = text.size() > 2 && text.starts_with('[') && text.ends_with(']');
    const std::string plain(bracketed ? text.substr(1, text.size() - 2) : text);
    if (plain.contains('\0')) {
        return std::nullopt;  // inet_pton would see only what is before it
    }
    Address address;
    if (inet_pton(AF_INET6, plain.c_str(), address.bytes_.data()) == 1) {
        return address;
    }
    std::ranges::copy(mapped_prefix, address.bytes_.begin());
    if (!bracketed &&
        inet_pton(AF_INET, plain.c_str(), address.bytes_.data() + mapped_prefix_size) == 1) {
        return address;
    }
    return std::nullopt;
}

Address Address::of(const sockaddr_storage& socket_address) {
    Address address;
    if (socket_address.ss_family == AF_INET6) {
        sockaddr_in6 six{};
        std::memcpy(&six, &socket_address, sizeof six);
        std::memcpy(address.bytes_.data(), &six.sin6_addr, address.bytes_.size());
    } else if (socket_address.ss_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, &socket_address, sizeof four);
        std::ranges::copy(mapped_prefix, address.bytes_.begin());
        std::memcpy(address.bytes_.data() + mapped_prefix_size, &four.sin_addr, 4);
    }
    return address;
}

bool Address::is_ipv4() const {
    return std::ranges::equal(mapped_prefix, std::span(bytes_).first(mapped_prefix_size));
}

std::string Address::text() const {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    if (is_ipv4()) {
        inet_ntop(AF_INET, bytes_.data() + mapped_prefix_size, buffer.data(), buffer.size());
    } else {
        inet_ntop(AF_INET6, bytes_.data(), buffer.data(), buffer.size());
    }
    return buffer.data();
}

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::optional<Address> address = Address::parse(text.substr(0, slash));
    if (!address) {
        return std::nullopt;
    }
    AddressRange range;
    range.first_ = *address;
    range.prefix_bits_ = 128;
    if (slash != std::string_view::npos) {
        const std::string_view digits = text.substr(slash + 1);
        if (digits.empty() || digits.size() > 3 || !std::ranges::all_of(digits, is_digit)) {
            return std::nullopt;
        }
        const bool is_mapped = address->is_ipv4() && !text.contains(':');
        const unsigned bits = static_cast<unsigned>(std::stoul(std::string(digits)));
        if (bits > (is_mapped ? 32u : 128u)) {
            return std::nullopt;
        }
        range.prefix_bits_ = is_mapped ? bits + 96 : bits;
    }
    return range;
}

bool AddressRange::contains(const Address& address) const {
    for (unsigned bit = 0; bit < prefix_bits_; bit += 8) {
        const unsigned counted = std::min(8u, prefix_bits_ - bit);
        const auto mask = static_cast<std::uint8_t>(0xFF00u >> counted);
        if (((first_.bytes_[bit / 8] ^ address.bytes_[bit / 8]) & mask) != 0) {
            return false;
        }
    }
    return true;
}

Result<TrustedProxies, std::string> TrustedProxies::parse(const std::vector<std::string>& entries) {
    TrustedProxies proxies;
    for (const std::string& entry : entries) {
        const std::optional<AddressRange> range = AddressRange::parse(entry);
        if (!range) {
            return std::unexpected("The trusted proxy \"" + entry +
                                   "\" is neither an address nor a range such as 10.0.0.0/8.");
        }
        proxies.ranges_.push_back(*range);
    }
    return proxies;
}

bool TrustedProxies::trusts(const Address& address) const {
    return std::ranges::any_of(ranges_,
                               [&](const AddressRange& range) { return range.contains(address); });
}

void TrustedProxies::describe(Request& request, const Peer& peer) const {
    request.secure = peer.over_tls;
    if (!trusts(peer.address)) {
        request.client = peer.text;
        return;
    }
    request.client = forwarded_client(request, peer.address).text();
    for (const auto& [name, value] : request.headers) {
        if (name == "x-forwarded-proto") {
            // The last word is that of the nearest proxy.
            const std::size_t comma = value.rfind(',');
            const std::string_view last =
                std::string_view(value).substr(comma == std::string::npos ? 0 : comma + 1);
            request.secure = equals_ignoring_case(trim(last, blanks), "https");
        }
    }
}

// Walks from the nearest hop to the farthest. What stands left of an address that is not trusted,
// or that nobody can read, may be invented.
Address TrustedProxies::forwarded_client(const Request& request, const Address& peer) const {
    Address client = peer;
    for (auto header = request.headers.rbegin(); header != request.headers.rend(); ++header) {
        if (header->first != "x-forwarded-for") {
            continue;
        }
        std::string_view rest = header->second;
        while (true) {
            const std::size_t comma = rest.rfind(',');
            const std::string_view element =
                trim(comma == std::string_view::npos ? rest : rest.substr(comma + 1), blanks);
            const std::optional<Address> address = parse_forwarded(element);
            if (!address) {
                return client;
            }
            client = *address;
            if (!trusts(client)) {
                return client;
            }
            if (comma == std::string_view::npos) {
                break;
            }
            rest = rest.substr(0, comma);
        }
    }
    return client;
}

}  // namespace standby::http::wire
