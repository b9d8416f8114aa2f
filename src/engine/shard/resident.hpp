// A resource while it is in memory: its state, the end of its hash chain, and the requests of the
// last day that were answered under a key.
#pragma once

#include "core/audit/hash_chain.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/store.hpp"
#include "engine/shard/messages.hpp"
#include "engine/shard/shard.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace standby::engine {

struct RequestKeyHash {
    std::size_t operator()(const RequestKey& key) const noexcept {
        return static_cast<std::size_t>(key.low);
    }
};

struct Resident {
    explicit Resident(core::ResourceNumber number);  // one that is about to be created
    explicit Resident(LoadedResource loaded);

    // The number of the answer that was given under the key, unless it is too old to count.
    std::optional<std::uint64_t> answered(const RequestKey& key, Time kept_since);
    // Tells whether the person may be sent the status link again now, and remembers that.
    bool may_send_link(core::Ticket entry, Time now);

    std::unique_ptr<core::ResourceState> state;
    EndTerms end_terms;
    core::HashChain chain;
    std::string name;
    std::uint64_t last_answer = 0;
    Time last_used{};
    struct Known {
        std::uint64_t number = 0;
        Time made_at{};
    };
    std::unordered_map<RequestKey, Known, RequestKeyHash> answers;
    // Of the last minutes; when a million people ask again, each costs the same.
    std::unordered_set<core::Ticket> links_sent;
    std::deque<std::pair<Time, core::Ticket>> links_by_time;
};

// About how much memory it takes; the large parts are counted.
std::size_t memory_bytes(const Resident& resident);

struct Queued {
    Request request;
    Time since{};
};

// The part of a batch that concerns one resource, while it grows, and what happens after it.
struct Touched {
    // Kept whole: when the batch before this one fails, the request is decided anew.
    struct PendingReply {
        Queued queued;
        Reply reply;
    };
    struct KeptAnswer {
        std::uint64_t request_digest = 0;
        std::size_t reply = 0;  // index in replies
    };

    ResourceChange change;  // handed to the store when the batch is closed
    std::vector<core::Event> events;
    std::vector<Sha256Digest> links;
    std::deque<PendingReply> replies;  // large, and never moved while it grows
    std::unordered_map<RequestKey, KeptAnswer, RequestKeyHash> answers;

    // By what the rows tell, after a commit of unknown outcome, whether it had happened.
    bool leaves_trace = false;
    std::uint64_t last_event = 0;
    Sha256Digest last_link{};
    std::uint64_t last_answer = 0;
    bool has_messages = false;
};

// Adds what a command or a timer did to the part of the batch.
void add_events(Touched& touched, Resident& resident, std::vector<core::Event> events);
// Completes the part with the changed rows; called once, when nothing more is added.
void finish_change(Touched& touched, Resident& resident, bool messages_stay_here);

}  // namespace standby::engine
