// Carries requests to the node that owns their shard and brings the answers back. While a shard is
// on its way from one node to another its requests wait here, for a moment. Nodes speak HTTP among
// themselves, over TLS on which both show their certificates, or plain where that was asked for;
// and prove each request. See node_proof.hpp.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "http/forward/placement.hpp"
#include "http/server/message.hpp"
#include "http/server/tls.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

struct ForwarderOptions {
    std::string secret;  // the same on all nodes of a cluster, at least 16 characters
    // Both ends show certificates, and what comes over plain HTTP is not believed unless it is
    // taken, too.
    wire::MutualTlsFiles tls;
    bool takes_plain = true;
    Duration clock_difference_max = std::chrono::minutes{5};  // between two nodes
    Duration hold_max = std::chrono::seconds{2};  // a request waits for an owner, in all
    Duration retry_interval = std::chrono::milliseconds{50};
    Duration total_max = std::chrono::seconds{10};  // from the first try to the answer
    Duration connect_deadline = std::chrono::seconds{1};
    Duration idle_deadline = std::chrono::seconds{30};  // shorter than the one of the server
    std::size_t connections_max = 32;                   // to one node, without those of streams
    std::size_t pipelined_max = 16;                     // requests under way on one of them
    std::size_t waiting_max = 10'000;  // to one node, beyond those; more are turned away
};

struct ForwardFigures {
    std::uint64_t sent = 0;         // tries that reached another node
    std::uint64_t answered = 0;     // answers that were passed on
    std::uint64_t held = 0;         // requests that had to wait for their shard
    std::uint64_t given_up = 0;     // of these, answered 503
    std::uint64_t broken = 0;       // tries whose connection broke before the answer
    std::uint64_t streams = 0;      // passed on, ever
    std::uint64_t connections = 0;  // opened, ever
    std::uint64_t forged = 0;       // requests and answers that came with a proof that was none
    std::uint64_t stale = 0;        // requests that were sent too long ago, by the other's clock
};

// What is known of a request that another node passed on to this one.
struct Hop {
    std::string node;  // who passed it on
    std::string to;    // whom it was for: this node, or an earlier one of its address
    std::chrono::steady_clock::time_point deadline{};
    // False: it was for an earlier node of this address, came before, or long ago.
    bool is_for_us = true;
    bool wants_proof = false;  // of the answer
    std::uint64_t number = 0;  // of the request
};

enum class ErrandKind : std::uint8_t {
    Quick,
    Long,    // has a connection to itself, so that others need not wait behind it
    Stream,  // answered by an event stream; the same
};

// How long a request has been waiting; goes along when it comes back to its node and moves again.
struct Patience {
    std::optional<std::chrono::steady_clock::time_point> hold_until;
    std::optional<std::chrono::steady_clock::time_point> deadline;
    bool is_maybe_done = false;  // it was sent to a node that did not answer
};

// Why nobody carried a request out, as far as is known.
enum class ForwardFailure : std::uint8_t {
    NoOwner,     // nothing was done
    Overloaded,  // nothing was done
    Unknown,     // it was sent to a node, and no answer came
};

// A request to be carried out where its shard is. Exactly one of `here`, `answer`, `stream` and
// `fail` is called, once, on a thread of the forwarder or inside `forward`; each must be quick.
struct Errand {
    engine::ShardNumber shard = 0;
    std::shared_ptr<const Request> request;
    ErrandKind kind = ErrandKind::Quick;
    // Whether it does no harm when it is carried out twice: it reads, or has an Idempotency-Key.
    bool is_repeatable = false;
    Patience patience;
    bool is_back = false;  // this node had it and could not do it: the first try comes after a wait

    std::function<void(const Patience&)> here;  // this node owns the shard
    std::function<void(Response)> answer;
    std::function<std::shared_ptr<EventStream>(std::function<void()> closed)> stream;
    std::function<void(ForwardFailure)> fail;
};

// The header of an answer that says: the shard is not here, and nothing was done.
inline constexpr std::string_view moved_header = "x-standby-moved";
// Where a node is told to look at the leases: a POST that other nodes alone can make.
inline constexpr std::string_view look_path = "/internal/cluster:look";

class Forwarder {
public:
    // The placement must outlive the forwarder. The error is one sentence.
    static Result<std::unique_ptr<Forwarder>, std::string> create(const ForwarderOptions& options,
                                                                  Placement& placement);
    virtual ~Forwarder() = default;

    // Takes the marks of another node off a request: what is proven becomes the hop, and the
    // request's `client` and `secure` are what they were there. Without a proof the marks count
    // for nothing. Any thread may call these.
    virtual std::optional<Hop> receive(Request& request) = 0;
    virtual void forward(Errand errand) = 0;
    // Proves an answer to a request that another node passed on. It must be as it goes out.
    virtual void prove(Response& response, const Hop& hop) const = 0;
    // Tells a node to look at the leases now; whether it hears is not waited for.
    virtual void tell(const std::string& address, const std::string& node) = 0;
    virtual ForwardFigures figures() const = 0;

    // Fails what is under way and ends; later errands fail at once. Called
    // once, not from a thread of a server or of the forwarder, before the API goes.
    virtual void stop() = 0;
};

}  // namespace standby::http
