// What the keeper does about each shard: claims, renewals, hand-overs, halts.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/lease/lease_keeper_impl.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {
namespace {

using Phase = Lease::Phase;
using Flight = Lease::Flight;

// Others count as movable targets only after this heartbeat: they have beaten twice.
constexpr std::uint64_t settled_heartbeat = 3;
constexpr std::uint64_t first_beaten = 2;

// Whether the history that the row stands for lacks the commit that was acknowledged. A commit in
// an epoch of ours is in every history that goes on from it.
bool is_behind(const ShardRow& row, const Acknowledged& known) {
    return row.commit_seq < known.commit_seq || row.epoch < known.epoch ||
           (row.epoch == known.epoch && !known.owner.empty() && row.owner != known.owner);
}

}  // namespace

const NodeRow* LeaseKeeper::Impl::find_node(const std::string& node) const {
    const auto found = std::ranges::find(view.nodes, node, &NodeRow::id);
    return found == view.nodes.end() ? nullptr : &*found;
}

void LeaseKeeper::Impl::lose(ShardNumber shard, Lease& lease) {
    if (std::exchange(lease.is_granted, false)) {
        lease.served_at = seen_at;
        tell({LeaseEvent::Lost{shard}});
    }
    lease.phase = Phase::None;
    lease.is_renewing = false;
}

void LeaseKeeper::Impl::lose_all() {
    for (auto& [shard, lease] : leases) {
        if (lease.is_granted) {
            PROBE("a node stops serving because its heartbeat is too old");
        }
        lose(shard, lease);
    }
}

void LeaseKeeper::Impl::halt(const ShardRow& row, Lease& lease, const Acknowledged& known) {
    PROBE("a shard is halted because acknowledged commits are gone");
    lose(row.shard, lease);
    lease.is_halted = true;
    lease.wants_halt = !row.is_halted;
    lease.retry_at = now;
    tell({LeaseEvent::Halted{
        .shard = row.shard, .acknowledged = known.commit_seq, .found = row.commit_seq}});
}

// What a look shows of one shard.
void LeaseKeeper::Impl::look_at_row(const ShardRow& row) {
    Lease& lease = leases[row.shard];
    if (lease.flight != Flight::None || lease.answered_at > looked_at) {
        return;  // it may show how things were before
    }
    if (row.is_halted) {
        lease.was_seen_halted = true;
        lease.wants_halt = false;
    } else if (lease.was_seen_halted) {
        // A person has looked and said that it may go on from what there is.
        lease.was_seen_halted = false;
        lease.is_halted = false;
        lease.acknowledged.reset();
        acknowledged_before_look.erase(row.shard);
    }
    const auto known = acknowledged_before_look.find(row.shard);
    if (known != acknowledged_before_look.end() && !lease.is_halted &&
        is_behind(row, known->second)) {
        halt(row, lease, known->second);
    } else if (row.is_halted) {
        lose(row.shard, lease);
    } else {
        look_at_own(row, lease);
    }
}

void LeaseKeeper::Impl::look_at_own(const ShardRow& row, Lease& lease) {
    if (lease.phase == Phase::None) {
        return;
    }
    if (lease.is_renewing && !lease.may_claim_anew) {
        // Only our own claim can have made us the owner in the very next epoch.
        if (row.owner == id && row.epoch == lease.epoch + 1 && lease.may_have_renewed) {
            ++lease.epoch;
            lease.may_have_renewed = false;
        }
        lease.may_claim_anew = true;
    }
    if (row.owner != id || row.epoch != lease.epoch) {
        lose(row.shard, lease);
    } else if (lease.phase == Phase::Draining) {
        tell({LeaseEvent::Drain{row.shard}});  // whoever was not ready for it hears it again
    }
}

void LeaseKeeper::Impl::poll_shards(std::vector<LeaseCall>& calls) {
    if (!is_trusted()) {
        return;
    }
    for (const ShardRow& row : view.shards) {
        Lease& lease = leases[row.shard];
        if (lease.flight == Flight::None) {
            poll_shard(row, lease, calls);
        }
    }
}

void LeaseKeeper::Impl::poll_shard(const ShardRow& row, Lease& lease,
                                   std::vector<LeaseCall>& calls) {
    const ShardNumber shard = row.shard;
    if (lease.wants_halt && now >= lease.retry_at) {
        lease.flight = Flight::Halt;
        calls.push_back({LeaseCall::Halt{shard}});
        return;
    }
    if (lease.phase == Phase::HandingOver) {
        if (now >= lease.retry_at) {
            hand_over(shard, lease, calls);
        }
        return;
    }
    if (lease.is_renewing) {
        if (lease.may_claim_anew) {
            claim(shard, lease.epoch, lease, Flight::Renew, calls);
        }
        return;
    }
    const bool is_old = lease.answered_at > looked_at;
    if (is_old || row.is_halted || lease.is_halted) {
        return;
    }
    if (lease.phase == Phase::Serving) {
        if (should_move(shard)) {
            begin_drain(shard, lease);
        }
    } else if (lease.phase == Phase::None && row.owner == id && is_leaving) {
        lease.phase = Phase::HandingOver;
        lease.epoch = row.epoch;
        hand_over(shard, lease, calls);
    } else if (lease.phase == Phase::None && (row.owner == id || is_orphan_of_ours(row))) {
        claim(shard, row.epoch, lease, Flight::Claim, calls);
    }
}

void LeaseKeeper::Impl::claim(ShardNumber shard, std::uint64_t epoch, Lease& lease, Flight flight,
                              std::vector<LeaseCall>& calls) {
    lease.flight = flight;
    lease.may_claim_anew = false;
    lease.acknowledged_before = lease.acknowledged;
    calls.push_back({LeaseCall::Claim{.shard = shard, .epoch = epoch, .owner = id}});
}

void LeaseKeeper::Impl::hand_over(ShardNumber shard, Lease& lease, std::vector<LeaseCall>& calls) {
    const std::optional<std::string> to = destination(shard);
    if (!to) {
        // Whoever should have had it is gone: it is drained already, so it is claimed anew.
        PROBE("a shard that was drained stays");
        lose(shard, lease);
        return;
    }
    const NodeRow* node = find_node(*to);
    lease.flight = Flight::HandOver;
    calls.push_back({LeaseCall::HandOver{.shard = shard,
                                         .epoch = lease.epoch,
                                         .owner = id,
                                         .to = *to,
                                         .address = node == nullptr ? "" : node->address}});
}

void LeaseKeeper::Impl::begin_drain(ShardNumber shard, Lease& lease) {
    lease.phase = Phase::Draining;
    tell({LeaseEvent::Drain{shard}});
}

std::size_t LeaseKeeper::Impl::moving() const {
    return static_cast<std::size_t>(std::ranges::count_if(leases, [](const auto& each) {
        return each.second.phase == Phase::Draining || each.second.phase == Phase::HandingOver;
    }));
}

bool LeaseKeeper::Impl::should_move(ShardNumber shard) const {
    return is_leaving ||
           (!is_beating && moving() < options.hand_overs_at_once && destination(shard).has_value());
}

std::optional<std::string> LeaseKeeper::Impl::destination(ShardNumber shard) const {
    std::vector<std::string> up;
    std::vector<std::string> lively;
    for (const NodeRow& node : view.nodes) {
        if (node.state != NodeState::Up || (is_leaving && node.id == id)) {
            continue;
        }
        up.push_back(node.id);
        if (watch.is_lively(node.id)) {
            lively.push_back(node.id);
        }
    }
    if (is_leaving) {
        return preferred_owner(shard, lively);
    }
    const std::string preferred = preferred_owner(shard, up);
    const NodeRow* node = find_node(preferred);
    const bool is_ready = node != nullptr && preferred != id && watch.is_lively(preferred) &&
                          node->heartbeat >= settled_heartbeat;
    return is_ready ? std::optional(preferred) : std::nullopt;
}

bool LeaseKeeper::Impl::is_orphan_of_ours(const ShardRow& row) const {
    const bool is_settled = claims_from && view_sent_at >= *claims_from;
    if (is_leaving || !is_settled || is_beating || find_node(row.owner) != nullptr) {
        return false;
    }
    std::vector<std::string> up;
    for (const NodeRow& node : view.nodes) {
        if (node.state == NodeState::Up && node.heartbeat >= first_beaten) {
            up.push_back(node.id);
        }
    }
    return preferred_owner(row.shard, up) == id;
}

void LeaseKeeper::Impl::note_found(Lease& lease, const ShardRow& row) {
    if (!lease.acknowledged || lease.acknowledged->commit_seq < row.commit_seq) {
        lease.acknowledged = Acknowledged{.epoch = 0, .commit_seq = row.commit_seq, .owner = {}};
    }
}

void LeaseKeeper::on_claim(const LeaseCall::Claim& call,
                           Result<std::optional<ShardRow>, StoreError> result, Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    Lease& lease = impl.leases[call.shard];
    const Flight flight = std::exchange(lease.flight, Flight::None);
    ASSERT(flight == Flight::Claim || flight == Flight::Renew);
    lease.answered_at = impl.moment;
    const bool is_renewal = flight == Flight::Renew && lease.is_renewing && call.owner == impl.id;
    if (!result) {
        lease.may_have_renewed = is_renewal;
        impl.look_at(impl.now + impl.options.retry_pause);
        return;
    }
    if (!*result) {
        if (is_renewal && !lease.may_have_renewed) {
            impl.lose(call.shard, lease);
        }
        impl.wants_look = true;
        return;
    }
    const ShardRow& row = **result;
    const Fence fence{.shard = row.shard, .epoch = row.epoch, .commit_seq = row.commit_seq};
    const auto& known = lease.acknowledged_before;
    if (known && (row.commit_seq < known->commit_seq || row.epoch <= known->epoch)) {
        impl.halt(row, lease, *known);
    } else if (is_renewal) {
        PROBE("a lease is renewed");
        lease.epoch = row.epoch;
        lease.is_renewing = false;
        impl.note_found(lease, row);
        impl.tell({LeaseEvent::Renewed{fence}});
    } else if (call.owner != impl.id || !impl.is_trusted() || lease.phase != Phase::None) {
        impl.wants_look = true;  // it is not for now; the next look shows whose it is
    } else if (impl.is_leaving) {
        lease.phase = Phase::HandingOver;
        lease.epoch = row.epoch;
        lease.retry_at = impl.now;
    } else {
        lease.phase = Phase::Serving;
        lease.is_granted = true;
        lease.epoch = row.epoch;
        impl.note_found(lease, row);
        const Time served_at = std::max(row.served_at, lease.served_at.value_or(row.served_at));
        impl.tell({LeaseEvent::Gained{.fence = fence, .served_at = served_at}});
    }
}

void LeaseKeeper::on_hand_over(const LeaseCall::HandOver& call, Result<bool, StoreError> result,
                               Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    Lease& lease = impl.leases[call.shard];
    ASSERT(lease.flight == Flight::HandOver);
    lease.flight = Flight::None;
    lease.answered_at = impl.moment;
    if (call.owner != impl.id || lease.phase != Phase::HandingOver) {
        return;
    }
    if (!result) {
        // Asking again tells: it works, or the shard is no longer ours.
        lease.retry_at = impl.now + impl.options.retry_pause;
        return;
    }
    impl.lose(call.shard, lease);
    impl.wants_look = true;
}

void LeaseKeeper::on_halt(const LeaseCall::Halt& call, Result<void, StoreError> result,
                          Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    Lease& lease = impl.leases[call.shard];
    ASSERT(lease.flight == Flight::Halt);
    lease.flight = Flight::None;
    lease.answered_at = impl.moment;
    if (result) {
        lease.wants_halt = false;
        lease.was_seen_halted = true;
    } else {
        lease.retry_at = impl.now + impl.options.retry_pause;
    }
}

void LeaseKeeper::on_acknowledged(const Fence& fence) {
    Lease& lease = impl_->leases[fence.shard];
    if (!lease.acknowledged || lease.acknowledged->commit_seq < fence.commit_seq) {
        // Of a term that is over it counts as well: somebody was told.
        const bool is_ours = lease.phase != Phase::None && lease.epoch == fence.epoch;
        lease.acknowledged = Acknowledged{.epoch = fence.epoch,
                                          .commit_seq = fence.commit_seq,
                                          .owner = is_ours ? impl_->id : std::string{}};
    }
}

void LeaseKeeper::on_fenced(const Fence& fence, Uptime now) {
    impl_->advance(now);
    Lease& lease = impl_->leases[fence.shard];
    if (lease.is_granted && lease.epoch == fence.epoch) {
        impl_->lose(fence.shard, lease);
        lease.answered_at = impl_->moment;
        impl_->wants_look = true;
    }
}

void LeaseKeeper::on_unknown(const Fence& fence, Uptime now) {
    impl_->advance(now);
    Lease& lease = impl_->leases[fence.shard];
    const bool may = lease.phase == Phase::Serving || lease.phase == Phase::Draining;
    if (may && lease.epoch == fence.epoch) {
        lease.is_renewing = true;
        lease.may_claim_anew = true;
        lease.may_have_renewed = false;
    }
}

void LeaseKeeper::on_drained(const Fence& fence, Uptime now) {
    impl_->advance(now);
    Lease& lease = impl_->leases[fence.shard];
    if (lease.phase == Phase::Draining && lease.epoch == fence.epoch && !lease.is_renewing) {
        lease.phase = Phase::HandingOver;
        lease.retry_at = impl_->now;
    }
}

}  // namespace standby::engine
