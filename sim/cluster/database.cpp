// Watching the rows of the database as they change.
#include "sim/cluster/database.hpp"

#include "core/audit/event_codec.hpp"
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace standby::sim {
namespace {

constexpr std::string_view check_name = "cluster";

}  // namespace

SharedDatabase::SharedDatabase(const Plan& plan, std::uint32_t shards, store::CommitGuard guard,
                               const ZoneBook& zones, Report& report)
    : shards_(shards), zones_(zones), report_(report), epochs_(shards, 0), changed_in_(shards, 0) {
    allocate(plan.resources.size());
    store_.set_shards(shards);
    store_.set_commit_guard(guard);
    for (const ResourcePlan& resource : plan.resources) {
        watched_.emplace(resource.number, Watched{resource.number, zones});
    }
    note_all_changed();
}

Result<std::optional<SharedDatabase::Look>, engine::StoreError>
SharedDatabase::beat(const engine::LeaseCall::Beat& call, Time now, std::uint64_t changes_seen) {
    const bool is_there = TRY(store_.count_beat(call.node, call.heartbeat, call.state, now));
    if (!is_there) {
        return std::nullopt;
    }
    Look look{.view = {}, .changes = last_change_};
    const store::MemoryContent& rows = store_.content();
    look.view.nodes.reserve(rows.nodes.size());
    for (const auto& [id, node] : rows.nodes) {
        look.view.nodes.push_back(node);
    }
    for (auto change = changes_.upper_bound(changes_seen); change != changes_.end(); ++change) {
        look.view.shards.push_back(rows.shards[change->second]);
    }
    std::ranges::sort(look.view.shards, {}, &engine::ShardRow::shard);
    return look;
}

Result<bool, engine::StoreError> SharedDatabase::remove_node(const std::string& node,
                                                             std::uint64_t heartbeat) {
    const auto done = store_.remove_node(node, heartbeat);
    for (const engine::ShardRow& row : store_.content().shards) {
        if (row.owner == node) {
            note_change(row.shard);
        }
    }
    return done;
}

void SharedDatabase::note_change(engine::ShardNumber shard) {
    const engine::ShardRow& row = store_.content().shards[shard];
    if (row.epoch < epochs_[shard]) {
        report_.fail(check_name, fmt::format("the epoch of shard {} went back", shard));
    }
    epochs_[shard] = row.epoch;
    changes_.erase(changed_in_[shard]);
    changed_in_[shard] = ++last_change_;
    changes_.emplace(last_change_, shard);
}

void SharedDatabase::note_all_changed() {
    for (engine::ShardNumber shard = 0; shard < shards_; ++shard) {
        note_change(shard);
    }
}

void SharedDatabase::resume_all() {
    for (engine::ShardNumber shard = 0; shard < shards_; ++shard) {
        static_cast<void>(store_.resume(shard));
    }
    note_all_changed();
}

Result<void, engine::StoreError> SharedDatabase::commit_of(std::uint64_t process,
                                                           const engine::Batch& batch) {
    const engine::Fence fence = *batch.fence;
    const Result<void, engine::StoreError> result = store_.commit(batch);
    if (!result) {
        fenced_ += result.error() == engine::StoreError::Fenced ? 1 : 0;
        // Where commits were lost, two histories may have the same numbers.
        if (result.error() == engine::StoreError::NotCommitted && !lost_.contains(fence.shard)) {
            report_.fail(check_name, "a batch does not fit though its fence holds");
        }
        return result;
    }
    ++commits_;
    note_change(fence.shard);
    auto& committed = committed_[fence.shard];
    const std::uint64_t number = fence.commit_seq + 1;
    const std::uint64_t last = committed.empty() ? 0 : committed.rbegin()->first;
    if (number != last + 1) {
        report_.fail(check_name, fmt::format("commit {} of shard {} follows commit {}", number,
                                             fence.shard, last));
        return result;
    }
    committed.emplace(number, process);
    for (const engine::ResourceChange& change : batch.resources) {
        if (engine::shard_of(change.resource, shards_) != fence.shard) {
            report_.fail(check_name, "a commit goes beyond its shard");
        }
        for (const engine::EventRow& row : change.events) {
            const auto event = core::decode_event(row.data);
            if (!event) {
                report_.fail(check_name, "a written event cannot be read");
                return result;
            }
            trace_.update(row.data);
            ++events_;
            if (on_event) {
                on_event(change.resource, *event);
            }
            observe(watched_.at(change.resource), *event);
            if (!report_.ok()) {
                return result;
            }
        }
    }
    return result;
}

void SharedDatabase::observe(Watched& watched, const Event& event) {
    const std::uint64_t taken_before = watched.ledger.taken();
    check_numbering(watched.ledger, event, report_);
    check_transitions(watched.ledger, event, report_);
    check_deadlines(watched.ledger, event, report_);
    if (!report_.ok()) {
        return;
    }
    watched.ledger.apply(event);
    check_capacity(taken_before, watched.ledger, event, report_);
    watched.model.apply(event);
}

void SharedDatabase::note_acknowledged(std::uint64_t process, const engine::Fence& fence) {
    const auto made = committed_[fence.shard].find(fence.commit_seq);
    const bool is_there = made != committed_[fence.shard].end() && made->second == process;
    if (!is_there && !lost_.contains(fence.shard)) {
        report_.fail(check_name, fmt::format("commit {} of shard {} is acknowledged and not there",
                                             fence.commit_seq, fence.shard));
    }
    acknowledged_[fence.shard][process] = fence.commit_seq;
}

void SharedDatabase::lose_since(store::MemoryContent before) {
    store_.go_back_to(std::move(before));
    for (const engine::ShardRow& row : store_.content().shards) {
        epochs_[row.shard] = row.epoch;
        auto& committed = committed_[row.shard];
        if (committed.upper_bound(row.commit_seq) != committed.end()) {
            lost_.insert(row.shard);
        }
        committed.erase(committed.upper_bound(row.commit_seq), committed.end());
    }
    note_all_changed();
    for (auto& [number, watched] : watched_) {
        watched = Watched{number, zones_};
        for (const engine::EventRow& row : content(number).events) {
            const auto event = core::decode_event(row.data);
            watched.ledger.apply(*event);
            watched.model.apply(*event);
        }
    }
}

std::set<engine::ShardNumber> SharedDatabase::behind(const std::set<std::uint64_t>& living) const {
    std::set<engine::ShardNumber> found;
    for (const auto& [shard, processes] : acknowledged_) {
        for (const auto& [process, number] : processes) {
            if (living.contains(process) && number > store_.content().shards[shard].commit_seq) {
                found.insert(shard);
            }
        }
    }
    return found;
}

}  // namespace standby::sim
