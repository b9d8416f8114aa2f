// What the keeper does about each shard: claims, renewals, hand-overs, halts. Shards at rest cost
// nothing, however many there are.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/lease/lease_keeper_impl.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace standby::engine {
namespace {

using Phase = Lease::Phase;
using Flight = Lease::Flight;

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

void LeaseKeeper::Impl::set_phase(Lease& lease, Phase phase) {
    const auto is_moving = [](Phase each) {
        return each == Phase::Draining || each == Phase::HandingOver;
    };
    moving -= is_moving(lease.phase) ? 1 : 0;
    moving += is_moving(phase) ? 1 : 0;
    lease.phase = phase;
}

void LeaseKeeper::Impl::lose(ShardNumber shard, Lease& lease) {
    if (std::exchange(lease.is_granted, false)) {
        --granted;
        lease.served_at = seen_at;
        tell({LeaseEvent::Lost{shard}});
    }
    set_phase(lease, Phase::None);
    lease.is_renewing = false;
    open.insert(shard);
}

void LeaseKeeper::Impl::lose_all() {
    for (auto& [shard, lease] : leases) {
        if (lease.is_granted) {
            PROBE("a node stops serving because its heartbeat is too old");
        }
        if (lease.phase != Phase::None) {
            lose(shard, lease);
        }
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

// The rows of a look; see on_beat. Only what is new in them is looked at, what is open, and what
// has to be held against commits that were acknowledged.
void LeaseKeeper::Impl::take_rows(std::vector<ShardRow> rows) {
    std::set<ShardNumber> to_look_at = std::exchange(acknowledged_since, {});
    open.merge(std::exchange(until_look, {}));
    to_look_at.insert(open.begin(), open.end());
    for (ShardRow& row : rows) {
        ASSERT(row.shard <= view.shards.size());
        if (row.shard == view.shards.size()) {
            open.insert(row.shard);
            view.shards.push_back(std::move(row));
            continue;
        }
        ShardRow& known = view.shards[row.shard];
        if (known == row) {
            continue;
        }
        if (known.epoch != row.epoch || known.owner != row.owner ||
            known.is_halted != row.is_halted) {
            open.insert(row.shard);
        }
        to_look_at.insert(row.shard);
        known = std::move(row);
    }
    for (const ShardNumber shard : to_look_at) {
        look_at_row(view.shards[shard]);
    }
    for (const auto& [shard, before] : acknowledged_before_look) {
        acknowledged_since.insert(shard);
    }
    acknowledged_before_look.clear();
}

// Nodes have come or gone: what is ours may belong to others, and what is nobody's to us.
void LeaseKeeper::Impl::reconsider() {
    for (const ShardRow& row : view.shards) {
        if (row.owner == id || !neighbours.contains(row.owner)) {
            open.insert(row.shard);
        }
    }
}

// What a look shows of one shard.
void LeaseKeeper::Impl::look_at_row(const ShardRow& row) {
    ++looks;
    const auto found = leases.find(row.shard);
    if (found == leases.end()) {
        return;
    }
    Lease& lease = found->second;
    if (lease.flight != Flight::None || is_unclear(lease)) {
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
    const auto before = acknowledged_before_look.find(row.shard);
    const std::optional<Acknowledged> known =
        before == acknowledged_before_look.end() ? lease.acknowledged : before->second;
    if (known && !lease.is_halted && is_behind(row, *known)) {
        halt(row, lease, *known);
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
    for (auto shard = open.begin(); shard != open.end();) {
        ++looks;
        const ShardRow& row = view.shards[*shard];
        if (!leases.contains(*shard) && !should_be_ours(row)) {
            shard = open.erase(shard);
            continue;
        }
        Lease& lease = leases[*shard];
        if (lease.flight == Flight::None) {
            poll_shard(row, lease, calls);
        }
        const Rest rest = rest_of(row, lease);
        if (rest == Rest::UntilLook) {
            until_look.insert(*shard);
        }
        shard = rest == Rest::None ? std::next(shard) : open.erase(shard);
    }
}

// For how long there is nothing to do about the shard.
LeaseKeeper::Impl::Rest LeaseKeeper::Impl::rest_of(const ShardRow& row, const Lease& lease) const {
    if (lease.flight != Flight::None) {
        return Rest::UntilToldOf;
    }
    if (lease.wants_halt || lease.phase == Phase::HandingOver) {
        return Rest::None;
    }
    if (lease.is_renewing || lease.phase == Phase::Draining || is_unclear(lease)) {
        return Rest::UntilLook;
    }
    const bool is_to_be_claimed =
        lease.phase == Phase::None && !row.is_halted && !lease.is_halted && should_be_ours(row);
    if (!is_to_be_claimed) {
        return Rest::UntilToldOf;
    }
    return row.owner == id ? Rest::None : Rest::UntilLook;
}

// Others than we should have them: some at a time.
void LeaseKeeper::Impl::poll_misplaced() {
    if (!is_trusted() || is_leaving || is_beating || misplaced.empty()) {
        return;
    }
    while (moving < options.hand_overs_at_once && !misplaced.empty()) {
        ++looks;
        const ShardNumber shard = *misplaced.begin();
        misplaced.erase(misplaced.begin());
        Lease& lease = leases[shard];
        const bool is_calm = lease.phase == Phase::Serving && !lease.is_renewing &&
                             lease.flight == Flight::None && !is_unclear(lease);
        if (is_calm && destination(shard)) {
            begin_drain(shard, lease);
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
    if (is_unclear(lease) || row.is_halted || lease.is_halted) {
        return;
    }
    if (lease.phase == Phase::Serving) {
        if (is_leaving) {
            begin_drain(shard, lease);
        } else if (destination(shard)) {
            misplaced.insert(shard);
        }
    } else if (lease.phase == Phase::None && row.owner == id && is_leaving) {
        set_phase(lease, Phase::HandingOver);
        lease.epoch = row.epoch;
        hand_over(shard, lease, calls);
    } else if (lease.phase == Phase::None && should_be_ours(row) &&
               (row.owner == id || may_take_orphans())) {
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
    set_phase(lease, Phase::Draining);
    open.insert(shard);
    tell({LeaseEvent::Drain{shard}});
}

std::optional<std::string> LeaseKeeper::Impl::destination(ShardNumber shard) const {
    if (is_leaving) {
        return neighbours.preferred_lively(shard);
    }
    const std::string& preferred = neighbours.preferred(shard);
    const bool is_other = preferred != id && neighbours.is_ready(preferred);
    return is_other ? std::optional(preferred) : std::nullopt;
}

bool LeaseKeeper::Impl::should_be_ours(const ShardRow& row) const {
    return row.owner == id || (!is_leaving && !neighbours.contains(row.owner) &&
                               neighbours.preferred_claimer(row.shard) == id);
}

bool LeaseKeeper::Impl::may_take_orphans() const {
    return !is_beating && claims_from && view_sent_at >= *claims_from;
}

}  // namespace standby::engine
