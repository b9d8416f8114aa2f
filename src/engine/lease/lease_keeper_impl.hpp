// The inside of a lease keeper: the node's own row, and what it knows of each shard.
#pragma once

#include "engine/lease/lease_keeper.hpp"
#include "engine/lease/neighbours.hpp"
#include "engine/lease/node_watch.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::engine {

// Calls and answers are numbered in the order in which this node made and got them. What a look
// shows counts for a shard only when the look began after the last answer about that shard.
using Moment = std::uint64_t;

// The last commit that somebody was told of.
struct Acknowledged {
    std::uint64_t epoch = 0;
    std::uint64_t commit_seq = 0;
    std::string owner;  // the id under which this node made it
};

struct Lease {
    enum class Phase : std::uint8_t {
        None,
        Serving,
        Draining,
        HandingOver,  // nothing of it is under way any more
    };
    enum class Flight : std::uint8_t { None, Claim, Renew, HandOver, Halt };

    Phase phase = Phase::None;
    bool is_granted = false;  // Gained was said, and Lost was not
    std::uint64_t epoch = 0;  // while the phase is not None

    // A commit is in doubt: the shard is claimed anew from `epoch`.
    bool is_renewing = false;
    bool may_claim_anew = false;    // at once, or since the last look
    bool may_have_renewed = false;  // such a claim got no answer

    Flight flight = Flight::None;  // the call about it that is under way
    Moment answered_at = 0;
    Uptime retry_at{};

    std::optional<Acknowledged> acknowledged;
    std::optional<Acknowledged> acknowledged_before;  // the call under way was made
    std::optional<Time> served_at;                    // by this node, at least until then

    bool is_halted = false;   // found behind what was acknowledged
    bool wants_halt = false;  // and nobody was told yet
    bool was_seen_halted = false;
};

struct LeaseKeeper::Impl {
    Impl(const LeaseOptions& lease_options, std::string node_address, std::string node_version,
         std::function<std::string()> make_node_id);

    // The node.
    void advance(Uptime at);
    void poll_node(std::vector<LeaseCall>& calls);
    void poll_watch(std::vector<LeaseCall>& calls);
    void take_view(ClusterView seen);
    void on_absent();
    void expel();
    void look_at(Uptime at);
    bool may_leave() const;
    bool is_trusted() const { return is_registered && now < serve_until; }

    // The shards.
    void poll_shards(std::vector<LeaseCall>& calls);
    void poll_shard(const ShardRow& row, Lease& lease, std::vector<LeaseCall>& calls);
    void poll_misplaced();
    void take_rows(std::vector<ShardRow> rows);
    void reconsider();
    // The last look may show how it was before the last answer.
    bool is_unclear(const Lease& lease) const { return lease.answered_at > looked_at; }
    enum class Rest : std::uint8_t {
        None,
        UntilLook,    // the next look shows what to do
        UntilToldOf,  // until its row changes, something is said about it, or nodes come and go
    };
    Rest rest_of(const ShardRow& row, const Lease& lease) const;
    void look_at_row(const ShardRow& row);
    void look_at_own(const ShardRow& row, Lease& lease);
    void claim(ShardNumber shard, std::uint64_t epoch, Lease& lease, Lease::Flight flight,
               std::vector<LeaseCall>& calls);
    void hand_over(ShardNumber shard, Lease& lease, std::vector<LeaseCall>& calls);
    void begin_drain(ShardNumber shard, Lease& lease);
    // It names us, or nobody who is there any more while we are the one to take it.
    bool should_be_ours(const ShardRow& row) const;
    bool may_take_orphans() const;
    // Where a shard of ours should go; nothing when it should stay.
    std::optional<std::string> destination(ShardNumber shard) const;
    void set_phase(Lease& lease, Lease::Phase phase);
    void lose(ShardNumber shard, Lease& lease);
    void lose_all();
    void halt(const ShardRow& row, Lease& lease, const Acknowledged& known);
    void acknowledge(ShardNumber shard, Lease& lease, Acknowledged acknowledged);
    // Whoever got the shard found so many commits: fewer must never be found again.
    void note_found(Lease& lease, const ShardRow& row);
    const NodeRow* find_node(const std::string& node) const;
    void tell(LeaseEvent event) { events.push_back(std::move(event)); }

    const LeaseOptions options;
    const std::string address;
    const std::string version;
    const std::function<std::string()> make_id;

    Uptime now{};
    Moment moment = 0;

    std::string id;
    bool is_registered = false;
    bool may_be_registered = false;  // adding it got no answer
    bool is_adding = false;
    bool is_beating = false;
    bool is_removing = false;  // its own row, at the very end
    std::uint64_t heartbeat = 1;
    bool may_be_ahead = false;  // a beat got no answer: the counter may be one further
    bool wants_look = false;
    Uptime next_beat_at{};
    Uptime remove_at{};
    Uptime serve_until{};
    std::optional<Uptime> claims_from;  // before that the others may still be starting, too
    bool is_leaving = false;
    bool has_left = false;

    ClusterView view;
    Uptime view_sent_at{};
    Moment looked_at = 0;      // when the look began that gave the view
    Moment looking_since = 0;  // the one under way
    Time seen_at{};            // this node was last heard of, by its own clock
    NodeWatch watch;
    Neighbours neighbours;

    std::map<ShardNumber, Lease> leases;  // of those that were ever ours
    std::size_t granted = 0;
    std::size_t moving = 0;  // drained or handed over
    // Shards about which there may be something to do now, and those that a look may show it of.
    // The others are at rest, however many there are.
    std::set<ShardNumber> open;
    std::set<ShardNumber> until_look;
    std::set<ShardNumber> misplaced;  // ours, and others should have them; to be looked at again
    std::uint64_t looks = 0;          // at single shards
    // Shards with an acknowledged commit that no look was held against.
    std::set<ShardNumber> acknowledged_since;
    // What was acknowledged when the look under way began, of those that went on since.
    std::map<ShardNumber, std::optional<Acknowledged>> acknowledged_before_look;
    std::vector<LeaseEvent> events;
};

}  // namespace standby::engine
