// How a node proves to another that a request was passed on by a node of the same cluster, so that
// the other may believe what it says about the client: an HMAC under a key that both derive from
// the cluster's secret, over the request, what is said about it, and whom it is for. Credentials of
// the client are not part of it: they are checked again where the request arrives.
#pragma once

#include "base/hmac.hpp"
#include "base/time.hpp"
#include "http/server/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// Headers that only nodes may send begin with this.
inline constexpr std::string_view node_header_prefix = "x-standby-";
inline constexpr std::size_t cluster_secret_length_min = 16;

// What one node says about a request that it passes on.
struct PassedOn {
    std::string from;        // id of the node
    std::string to;          // id of the node that it is for
    std::uint64_t number{};  // counts the requests of `from`; none is used twice
    Duration remaining{};    // until `from` gives up waiting
    std::string client;
    bool secure = false;
    friend bool operator==(const PassedOn&, const PassedOn&) = default;
};

// A value; safe to use from several threads.
class NodeProof {
public:
    explicit NodeProof(std::string_view cluster_secret);

    // Appends the headers, each with its line end. The values must fit into headers.
    void append_headers(std::string& output, const Request& request, const PassedOn& said) const;

    // What was said, if a node of the cluster said it about this request.
    [[nodiscard]] std::optional<PassedOn> read(const Request& request) const;

private:
    std::string proof_of(const Request& request, const PassedOn& said) const;

    HmacKey key_;
};

// Whether the request has any header that only nodes may send.
bool has_node_headers(const Request& request);
void strip_node_headers(Request& request);

}  // namespace standby::http
