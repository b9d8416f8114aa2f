// Nodes around a table of leases. The test decides when calls are made, and which answers are lost.
#pragma once

#include "engine/lease/lease_keeper.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace standby::engine {

// What the rows of a database do for leases; see ports/leases.hpp.
struct LeaseTable {
    explicit LeaseTable(std::uint32_t shards) {
        for (ShardNumber shard = 0; shard < shards; ++shard) {
            rows.push_back({.shard = shard});
        }
    }

    ClusterView view() const {
        ClusterView seen{.nodes = {}, .shards = rows};
        for (const auto& [id, node] : nodes) {
            seen.nodes.push_back(node);
        }
        return seen;
    }
    Result<void, StoreError> add(const NodeRow& node) {
        if (!nodes.emplace(node.id, node).second) {
            return std::unexpected(StoreError::NotCommitted);
        }
        return {};
    }
    std::optional<ClusterView> beat(const LeaseCall::Beat& call, Time now) {
        const auto node = nodes.find(call.node);
        if (node == nodes.end() || node->second.heartbeat != call.heartbeat) {
            return std::nullopt;
        }
        ++node->second.heartbeat;
        node->second.state = call.state;
        node->second.seen_at = now;
        return view();
    }
    bool remove(const LeaseCall::RemoveNode& call) {
        const auto node = nodes.find(call.node);
        const bool is_there = node != nodes.end() && node->second.heartbeat == call.heartbeat;
        if (is_there) {
            nodes.erase(node);
        }
        return is_there;
    }
    std::optional<ShardRow> claim(const LeaseCall::Claim& call) {
        ShardRow& row = rows[call.shard];
        if (row.epoch != call.epoch || row.is_halted) {
            return std::nullopt;
        }
        ++row.epoch;
        row.owner = call.owner;
        return row;
    }
    bool hand_over(const LeaseCall::HandOver& call) {
        ShardRow& row = rows[call.shard];
        if (row.epoch != call.epoch || row.owner != call.owner) {
            return false;
        }
        ++row.epoch;
        row.owner = call.to;
        return true;
    }

    std::map<std::string, NodeRow> nodes;
    std::vector<ShardRow> rows;
};

// One node: its keeper, and what it was told.
class TestNode {
    int ids_ = 0;  // the keeper takes its first id at once

public:
    enum class Answer : std::uint8_t { Given, LostBefore, LostAfter };

    TestNode(LeaseTable& table, std::string name, const LeaseOptions& options = {})
        : keeper(options, name + ":80", "1",
                 [this, name] { return name + std::to_string(++ids_); }),
          table_(table) {}

    // Polls once, and makes the calls that follow. Events are kept, and shards drained at once.
    void poll(Uptime now) {
        for (LeaseCall& call : keeper.poll(now)) {
            std::visit([&](auto& what) { make(what, now); }, call.what);
        }
        take_events(now);
    }
    // Until nothing more follows at this moment.
    void settle(Uptime now) {
        for (int count = 0; count < 20; ++count) {
            poll(now);
        }
    }

    bool is_serving(ShardNumber shard) const { return served.contains(shard); }
    void commit(ShardNumber shard) {
        ++served.at(shard).commit_seq;
        ++table_.rows[shard].commit_seq;
        keeper.on_acknowledged(served.at(shard));
    }

    LeaseKeeper keeper;
    std::map<ShardNumber, Fence> served;
    std::vector<std::string> heard;  // "gained 3", "lost 3"
    std::vector<std::string> made;   // the kinds of calls
    std::deque<Answer> answers;      // for the next calls; then all are given
    bool drains = true;
    bool is_cut_off = false;  // calls neither arrive nor are answered, and end as unknown

private:
    template <class Value>
    Result<Value, StoreError> ask(auto&& execute) {
        Answer answer = Answer::Given;
        if (is_cut_off) {
            answer = Answer::LostBefore;
        } else if (!answers.empty()) {
            answer = answers.front();
            answers.pop_front();
        }
        if (answer == Answer::LostBefore) {
            return std::unexpected(StoreError::OutcomeUnknown);
        }
        Result<Value, StoreError> result = execute();
        if (answer == Answer::LostAfter) {
            return std::unexpected(StoreError::OutcomeUnknown);
        }
        return result;
    }
    void make(const LeaseCall::AddNode& call, Uptime now) {
        made.push_back("add");
        keeper.on_add_node(call, ask<void>([&] { return table_.add(call.node); }), now);
    }
    void make(const LeaseCall::Beat& call, Uptime now) {
        made.push_back("beat");
        const auto result =
            ask<std::optional<ClusterView>>([&] { return table_.beat(call, Time{now}); });
        keeper.on_beat(call, result, now);
    }
    void make(const LeaseCall::RemoveNode& call, Uptime now) {
        made.push_back("remove " + call.node);
        keeper.on_remove_node(call, ask<bool>([&] { return table_.remove(call); }), now);
    }
    void make(const LeaseCall::Claim& call, Uptime now) {
        made.push_back("claim " + std::to_string(call.shard));
        const auto result = ask<std::optional<ShardRow>>([&] { return table_.claim(call); });
        keeper.on_claim(call, result, now);
    }
    void make(const LeaseCall::HandOver& call, Uptime now) {
        made.push_back("hand over " + std::to_string(call.shard) + " to " + call.to);
        keeper.on_hand_over(call, ask<bool>([&] { return table_.hand_over(call); }), now);
    }
    void make(const LeaseCall::Halt& call, Uptime now) {
        made.push_back("halt " + std::to_string(call.shard));
        const auto result = ask<void>([&]() -> Result<void, StoreError> {
            table_.rows[call.shard].is_halted = true;
            return {};
        });
        keeper.on_halt(call, result, now);
    }

    void take_events(Uptime now) {
        for (const LeaseEvent& event : keeper.take_events()) {
            if (const auto* gained = std::get_if<LeaseEvent::Gained>(&event.what)) {
                hear("gained", gained->fence.shard);
                served[gained->fence.shard] = gained->fence;
            } else if (const auto* renewed = std::get_if<LeaseEvent::Renewed>(&event.what)) {
                hear("renewed", renewed->fence.shard);
                served[renewed->fence.shard] = renewed->fence;
            } else if (const auto* lost = std::get_if<LeaseEvent::Lost>(&event.what)) {
                hear("lost", lost->shard);
                served.erase(lost->shard);
            } else if (const auto* drain = std::get_if<LeaseEvent::Drain>(&event.what)) {
                hear("drain", drain->shard);
                if (drains) {
                    keeper.on_drained(served.at(drain->shard), now);
                }
            } else if (const auto* halted = std::get_if<LeaseEvent::Halted>(&event.what)) {
                hear("halted", halted->shard);
            } else {
                heard.push_back("expelled");
            }
        }
    }
    void hear(const std::string& what, ShardNumber shard) {
        heard.push_back(what + ' ' + std::to_string(shard));
    }

    LeaseTable& table_;
};

}  // namespace standby::engine
