// How a node proves to another that a request was passed on by a node of the same cluster, so that
// the other may believe what it says about the client: an HMAC under a key that both derive from
// the cluster's secret, over the request with its headers, what is said about it, whom it is for,
// and when it was sent. The answer comes back with a proof of its own.
//
// The version before proved less: no headers, no time, and no answers. While a cluster is upgraded
// both proofs are sent, and the old one counts until a node has proven itself in the new way.
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
    Time sent_at{};         // by the clock of `from`; 0 in the old way
    bool is_whole = false;  // proven in the new way
    friend bool operator==(const PassedOn&, const PassedOn&) = default;
};

// Which answer it is: to which request of which node, by which.
struct AnswerTo {
    std::string from;  // who answers
    std::string to;
    std::uint64_t number{};
};

// A value; safe to use from several threads.
class NodeProof {
public:
    explicit NodeProof(std::string_view cluster_secret);

    // Appends the headers, each with its line end. The values must fit into headers. `host` is what
    // the request goes to where the client named none.
    void append_headers(std::string& output, const Request& request, const PassedOn& said,
                        std::string_view host) const;

    // What was said, if a node of the cluster said it about this request.
    [[nodiscard]] std::optional<PassedOn> read(const Request& request) const;

    // Adds the proof to an answer, which must be as it goes over the wire: its body is not changed
    // any more.
    void prove(Response& response, const AnswerTo& what) const;
    // Takes the proof off an answer, and says whether it was a good one; nothing: there was none.
    [[nodiscard]] std::optional<bool> take_proof(Response& response, const AnswerTo& what) const;

private:
    std::string old_proof_of(const Request& request, const PassedOn& said) const;
    std::string proof_of(const Request& request, const PassedOn& said, std::string_view host) const;
    std::string proof_of(const Response& response, const AnswerTo& what) const;

    HmacKey old_key_;
    HmacKey key_;
    HmacKey answer_key_;
};

// Whether the request has any header that only nodes may send.
bool has_node_headers(const Request& request);
void strip_node_headers(Request& request);

}  // namespace standby::http
