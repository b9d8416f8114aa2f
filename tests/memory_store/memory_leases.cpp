// Nodes, shards and fences in memory.
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>

namespace standby::store {
namespace {

using engine::ClusterView;
using engine::NodeRow;
using engine::ShardNumber;
using engine::ShardRow;
using engine::StoreError;

}  // namespace

void MemoryStore::set_shards(std::uint32_t count) {
    content_.shards.clear();
    for (ShardNumber shard = 0; shard < count; ++shard) {
        content_.shards.push_back({.shard = shard});
    }
}

ShardRow* MemoryStore::find_shard(ShardNumber shard) {
    return shard < content_.shards.size() ? &content_.shards[shard] : nullptr;
}

bool MemoryStore::holds(const engine::Fence& fence) const {
    if (fence.shard >= content_.shards.size()) {
        return false;
    }
    const ShardRow& row = content_.shards[fence.shard];
    return row.epoch == fence.epoch && row.commit_seq == fence.commit_seq;
}

ClusterView MemoryStore::current_view() const {
    ClusterView view{.nodes = {}, .shards = content_.shards};
    for (const auto& [id, node] : content_.nodes) {
        view.nodes.push_back(node);
    }
    return view;
}

Result<void, StoreError> MemoryStore::add_node(const NodeRow& node) {
    return writing(Call::AddNode, [&]() -> Result<void, StoreError> {
        const auto [added, is_new] = content_.nodes.emplace(node.id, node);
        if (!is_new) {
            return std::unexpected(StoreError::NotCommitted);
        }
        added->second.heartbeat = 1;
        return {};
    });
}

Result<std::optional<ClusterView>, StoreError> MemoryStore::beat(std::string_view node,
                                                                 std::uint64_t heartbeat,
                                                                 engine::NodeState state,
                                                                 Time now) {
    const bool is_there = TRY(count_beat(node, heartbeat, state, now));
    return is_there ? std::optional(current_view()) : std::nullopt;
}

Result<bool, StoreError> MemoryStore::count_beat(std::string_view node, std::uint64_t heartbeat,
                                                 engine::NodeState state, Time now) {
    return writing(Call::Beat, [&]() -> Result<bool, StoreError> {
        const auto found = content_.nodes.find(node);
        if (found == content_.nodes.end() || found->second.heartbeat != heartbeat) {
            return false;
        }
        ++found->second.heartbeat;
        found->second.state = state;
        found->second.seen_at = now;
        return true;
    });
}

Result<ClusterView, StoreError> MemoryStore::view() {
    return reading(Call::View, [&] { return current_view(); });
}

Result<bool, StoreError> MemoryStore::remove_node(std::string_view node, std::uint64_t heartbeat) {
    return writing(Call::RemoveNode, [&]() -> Result<bool, StoreError> {
        const auto found = content_.nodes.find(node);
        if (found == content_.nodes.end() || found->second.heartbeat != heartbeat) {
            return false;
        }
        for (ShardRow& shard : content_.shards) {
            if (shard.owner == node) {
                shard.served_at = std::max(shard.served_at, found->second.seen_at);
            }
        }
        content_.nodes.erase(found);
        return true;
    });
}

Result<std::optional<ShardRow>, StoreError>
MemoryStore::claim(ShardNumber shard, std::uint64_t epoch, std::string_view owner, Time now) {
    return writing(Call::Claim, [&]() -> Result<std::optional<ShardRow>, StoreError> {
        ShardRow* row = find_shard(shard);
        if (row == nullptr || row->epoch != epoch || row->is_halted) {
            return std::nullopt;
        }
        ++row->epoch;
        row->owner = owner;
        ShardRow given = *row;  // still with the time until which it was served before
        row->served_at = std::max(row->served_at, now);
        return given;
    });
}

Result<bool, StoreError> MemoryStore::hand_over(ShardNumber shard, std::uint64_t epoch,
                                                std::string_view owner, std::string_view to,
                                                Time now) {
    return writing(Call::HandOver, [&]() -> Result<bool, StoreError> {
        ShardRow* row = find_shard(shard);
        if (row == nullptr || row->epoch != epoch || row->owner != owner) {
            return false;
        }
        ++row->epoch;
        row->owner = to;
        row->served_at = std::max(row->served_at, now);
        return true;
    });
}

Result<void, StoreError> MemoryStore::halt(ShardNumber shard) {
    return writing(Call::Halt, [&]() -> Result<void, StoreError> {
        if (ShardRow* row = find_shard(shard)) {
            row->is_halted = true;
        }
        return {};
    });
}

Result<bool, StoreError> MemoryStore::resume(ShardNumber shard) {
    return writing(Call::Halt, [&]() -> Result<bool, StoreError> {
        ShardRow* row = find_shard(shard);
        if (row == nullptr || !row->is_halted) {
            return false;
        }
        row->is_halted = false;
        return true;
    });
}

}  // namespace standby::store
