// What the keeper learns about single shards: from its calls, and from whoever carries them out.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/lease/lease_keeper_impl.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {
namespace {

using Phase = Lease::Phase;
using Flight = Lease::Flight;

}  // namespace

// Every look that begins later must show it.
void LeaseKeeper::Impl::acknowledge(ShardNumber shard, Lease& lease, Acknowledged acknowledged) {
    if (is_beating) {
        acknowledged_before_look.try_emplace(shard, lease.acknowledged);
    }
    lease.acknowledged = std::move(acknowledged);
    acknowledged_since.insert(shard);
}

void LeaseKeeper::Impl::note_found(Lease& lease, const ShardRow& row) {
    if (!lease.acknowledged || lease.acknowledged->commit_seq < row.commit_seq) {
        acknowledge(row.shard, lease, {.epoch = 0, .commit_seq = row.commit_seq, .owner = {}});
    }
}

void LeaseKeeper::on_claim(const LeaseCall::Claim& call,
                           Result<std::optional<ShardRow>, StoreError> result, Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    Lease& lease = impl.leases[call.shard];
    impl.open.insert(call.shard);
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
        impl.set_phase(lease, Phase::HandingOver);
        lease.epoch = row.epoch;
        lease.retry_at = impl.now;
    } else {
        impl.set_phase(lease, Phase::Serving);
        lease.is_granted = true;
        ++impl.granted;
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
    impl.open.insert(call.shard);
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
    impl.open.insert(call.shard);
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
        impl_->acknowledge(fence.shard, lease,
                           {.epoch = fence.epoch,
                            .commit_seq = fence.commit_seq,
                            .owner = is_ours ? impl_->id : std::string{}});
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
        impl_->open.insert(fence.shard);
        lease.is_renewing = true;
        lease.may_claim_anew = true;
        lease.may_have_renewed = false;
    }
}

void LeaseKeeper::on_drained(const Fence& fence, Uptime now) {
    impl_->advance(now);
    Lease& lease = impl_->leases[fence.shard];
    if (lease.phase == Phase::Draining && lease.epoch == fence.epoch && !lease.is_renewing) {
        impl_->set_phase(lease, Phase::HandingOver);
        lease.retry_at = impl_->now;
    }
}

}  // namespace standby::engine
