// The addresses of servers that owners name, and which of our own network may be among them. curl's
// own parser takes them apart, so that what is checked is what will be connected to.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

inline constexpr std::size_t web_address_max = 2'000;

struct WebAddress {
    std::string url;     // as it is asked for, without a fragment
    std::string scheme;  // "https" or "http"
    std::string host;    // lower case; an IPv6 address in brackets
    std::uint16_t port = 0;

    std::string origin() const;  // "https://example.com:443"
    // What comes behind the origin, with its leading slash.
    std::string path;
};
// The error is the end of a sentence that begins with the field.
Result<WebAddress, std::string> parse_web_address(const std::string& text);
// `reference` as the answer from `base` means it: an absolute address, or a path. Nothing sensible
// is an error, too.
Result<WebAddress, std::string> resolve_web_address(const WebAddress& base,
                                                    const std::string& reference);

// The places inside that --allow-private opens, each a HOST:PORT as it stands in the addresses.
class PrivatePlaces {
public:
    PrivatePlaces() = default;
    // Must have been accepted by `check`.
    explicit PrivatePlaces(const std::vector<std::string>& host_ports);

    // The error says what is wanted.
    static Result<void, std::string> check(const std::string& host_port);
    bool names(const WebAddress& address) const;

private:
    std::vector<std::string> host_ports_;
};

}  // namespace standby::interchange
