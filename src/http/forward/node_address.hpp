// Where a node is reached, as the database has it: "10.0.0.5:8080" in plain HTTP, as all nodes once
// were; "tls=10.0.0.5:8081" by nodes that show their certificates; or both, one after the other,
// while a cluster goes from the one to the other.
#pragma once

#include <string>
#include <string_view>

namespace standby::http {

struct NodeAddress {
    std::string plain;  // empty: not in plain HTTP
    std::string tls;    // empty: not by TLS
    friend bool operator==(const NodeAddress&, const NodeAddress&) = default;
};

inline constexpr std::string_view tls_mark = "tls=";

inline NodeAddress parse_node_address(std::string_view text) {
    NodeAddress address;
    const std::size_t mark = text.find(tls_mark);
    if (mark != std::string_view::npos) {
        address.tls = text.substr(mark + tls_mark.size());
        text = text.substr(0, mark);
    }
    while (text.ends_with(' ')) {
        text.remove_suffix(1);
    }
    address.plain = text;
    return address;
}

inline std::string format_node_address(const NodeAddress& address) {
    std::string text = address.plain;
    if (!address.tls.empty()) {
        text += text.empty() ? "" : " ";
        text += tls_mark;
        text += address.tls;
    }
    return text;
}

}  // namespace standby::http
