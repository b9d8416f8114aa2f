// The node's own part: registering, beating, watching, leaving.
#include "engine/lease/lease_keeper.hpp"

#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/lease/lease_keeper_impl.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {

LeaseKeeper::Impl::Impl(const LeaseOptions& lease_options, std::string node_address,
                        std::string node_version, std::function<std::string()> make_node_id)
    : options(lease_options),
      address(std::move(node_address)),
      version(std::move(node_version)),
      make_id(std::move(make_node_id)),
      id(make_id()),
      watch(options) {}

LeaseKeeper::LeaseKeeper(const LeaseOptions& options, std::string address, std::string version,
                         std::function<std::string()> make_id)
    : impl_(std::make_unique<Impl>(options, std::move(address), std::move(version),
                                   std::move(make_id))) {}

LeaseKeeper::~LeaseKeeper() = default;

// Time never goes back, whatever the machine says.
void LeaseKeeper::Impl::advance(Uptime at) {
    now = std::max(now, at);
    ++moment;
}

void LeaseKeeper::Impl::look_at(Uptime at) {
    next_beat_at = std::min(next_beat_at, at);
}

std::vector<LeaseCall> LeaseKeeper::poll(Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    std::vector<LeaseCall> calls;
    if (impl.has_left) {
        return calls;
    }
    if (impl.now >= impl.serve_until) {
        impl.lose_all();
    }
    impl.poll_node(calls);
    impl.poll_watch(calls);
    impl.poll_shards(calls);
    impl.poll_misplaced();
    return calls;
}

// At most one call about the node itself is under way.
void LeaseKeeper::Impl::poll_node(std::vector<LeaseCall>& calls) {
    if (is_adding || is_beating || is_removing) {
        return;
    }
    if (is_leaving && !is_registered && !may_be_registered) {
        has_left = true;
        return;
    }
    if (may_leave()) {
        if (now >= remove_at) {
            is_removing = true;
            calls.push_back({LeaseCall::RemoveNode{.node = id, .heartbeat = heartbeat}});
        }
        return;
    }
    if (now < next_beat_at && !wants_look) {
        return;
    }
    wants_look = false;
    if (!is_registered && !may_be_registered) {
        is_adding = true;
        calls.push_back({LeaseCall::AddNode{{.id = id,
                                             .address = address,
                                             .version = version,
                                             .state = NodeState::Up,
                                             .heartbeat = 1,
                                             .seen_at = {}}}});
        return;
    }
    is_beating = true;
    looking_since = moment;
    acknowledged_before_look.clear();
    calls.push_back({LeaseCall::Beat{.node = id,
                                     .heartbeat = heartbeat,
                                     .state = is_leaving ? NodeState::Leaving : NodeState::Up,
                                     .sent_at = now}});
}

void LeaseKeeper::Impl::poll_watch(std::vector<LeaseCall>& calls) {
    for (LeaseCall::RemoveNode& dead : watch.take_dead(now)) {
        PROBE("a node is declared dead");
        calls.push_back({std::move(dead)});
    }
}

void LeaseKeeper::on_add_node(const LeaseCall::AddNode& call, Result<void, StoreError> result,
                              Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    ASSERT(call.node.id == impl.id && impl.is_adding);
    impl.is_adding = false;
    impl.heartbeat = 1;
    impl.may_be_ahead = false;
    if (result) {
        impl.is_registered = true;
        impl.next_beat_at = impl.now;
    } else {
        // It may be there. A beat tells; its id is never given up, so that no second row stays.
        impl.may_be_registered = true;
        impl.next_beat_at = impl.now + impl.options.retry_pause;
    }
}

void LeaseKeeper::on_beat(const LeaseCall::Beat& call,
                          Result<std::optional<ClusterView>, StoreError> result, Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    ASSERT(call.node == impl.id && impl.is_beating);
    impl.is_beating = false;
    if (!result) {
        impl.may_be_ahead = true;
        impl.next_beat_at = impl.now + impl.options.retry_pause;
        return;
    }
    if (!*result) {
        impl.on_absent();
        return;
    }
    impl.heartbeat = call.heartbeat + 1;
    impl.may_be_ahead = false;
    impl.is_registered = true;
    impl.may_be_registered = false;
    // An answer that came late does not bring back what was given up meanwhile.
    impl.serve_until = call.sent_at + impl.options.serve_for;
    if (impl.now >= impl.serve_until) {
        impl.lose_all();
    }
    impl.next_beat_at = call.sent_at + impl.options.beat_interval;
    if (!impl.claims_from) {
        impl.claims_from = impl.now + impl.options.beat_interval / 2;
        impl.look_at(*impl.claims_from);
    }
    impl.view_sent_at = call.sent_at;
    impl.take_view(*std::move(*result));
}

// No row stands at the counter that was expected.
void LeaseKeeper::Impl::on_absent() {
    if (may_be_ahead) {
        // An earlier beat had no answer: it may have been counted.
        may_be_ahead = false;
        ++heartbeat;
        next_beat_at = now;
    } else if (!is_registered) {
        may_be_registered = false;
        heartbeat = 1;
        next_beat_at = now + options.retry_pause;
    } else {
        expel();
    }
}

void LeaseKeeper::Impl::expel() {
    PROBE("a node finds that it was expelled");
    serve_until = {};
    lose_all();
    tell({LeaseEvent::Expelled{id}});
    is_registered = false;
    heartbeat = 1;
    claims_from.reset();
    if (is_leaving) {
        has_left = true;
        return;
    }
    id = make_id();
    next_beat_at = now;
}

void LeaseKeeper::Impl::take_view(ClusterView seen) {
    view.nodes = std::move(seen.nodes);
    view.control_version = seen.control_version;
    looked_at = looking_since;
    watch.look(view.nodes, id, now);
    const bool may_move = neighbours.look(view.nodes, id, watch);
    take_rows(std::move(seen.shards));
    if (may_move) {
        reconsider();
    }
    if (const NodeRow* self = find_node(id)) {
        seen_at = self->seen_at;
    }
}

void LeaseKeeper::on_remove_node(const LeaseCall::RemoveNode& call, Result<bool, StoreError> result,
                                 Uptime now) {
    Impl& impl = *impl_;
    impl.advance(now);
    if (call.node != impl.id) {
        if (result && *result) {
            impl.wants_look = true;
        } else {
            impl.watch.on_not_removed(call.node, impl.now + impl.options.retry_pause);
        }
        return;
    }
    impl.is_removing = false;
    if (!result) {
        impl.remove_at = impl.now + impl.options.retry_pause;
    } else if (!*result && impl.may_be_ahead) {
        impl.may_be_ahead = false;
        ++impl.heartbeat;
    } else {
        impl.has_left = true;
        impl.is_registered = false;
        impl.serve_until = {};
    }
}

void LeaseKeeper::look_again() {
    impl_->wants_look = true;
}

void LeaseKeeper::leave(Uptime now) {
    impl_->advance(now);
    if (!impl_->is_leaving) {
        impl_->is_leaving = true;
        impl_->wants_look = true;
        impl_->reconsider();
    }
}

// Nothing is ours any more, in memory or in the last look, and nothing is under way.
bool LeaseKeeper::Impl::may_leave() const {
    if (!is_leaving || !is_registered || looked_at == 0) {
        return false;
    }
    for (const auto& [shard, lease] : leases) {
        if (lease.phase != Lease::Phase::None || lease.flight != Lease::Flight::None ||
            lease.answered_at > looked_at) {
            return false;
        }
    }
    return std::ranges::none_of(view.shards, [&](const ShardRow& row) { return row.owner == id; });
}

Uptime LeaseKeeper::next_wake() const {
    const Impl& impl = *impl_;
    Uptime wake = impl.now + impl.options.beat_interval;
    const auto by = [&](Uptime at) { wake = std::min(wake, at); };
    if (impl.has_left) {
        return wake;
    }
    if (!impl.is_adding && !impl.is_beating && !impl.is_removing) {
        by(impl.may_leave() ? impl.remove_at : impl.wants_look ? impl.now : impl.next_beat_at);
    }
    if (const auto at = impl.watch.next_wake()) {
        by(*at);
    }
    if (impl.granted > 0) {
        by(impl.serve_until);
    }
    for (const ShardNumber shard : impl.open) {
        const auto found = impl.leases.find(shard);
        if (!impl.is_trusted() || found == impl.leases.end()) {
            continue;
        }
        const Lease& lease = found->second;
        if (lease.flight == Lease::Flight::None &&
            (lease.phase == Lease::Phase::HandingOver || lease.wants_halt)) {
            by(lease.retry_at);
        }
    }
    return std::max(wake, impl.now);
}

bool LeaseKeeper::has_left() const {
    return impl_->has_left;
}

std::vector<LeaseEvent> LeaseKeeper::take_events() {
    return std::exchange(impl_->events, {});
}

Uptime LeaseKeeper::serve_until() const {
    return impl_->serve_until;
}

const std::string& LeaseKeeper::node() const {
    return impl_->id;
}

const ClusterView& LeaseKeeper::view() const {
    return impl_->view;
}

std::vector<ShardNumber> LeaseKeeper::owned() const {
    std::vector<ShardNumber> owned;
    for (const auto& [shard, lease] : impl_->leases) {
        if (lease.is_granted) {
            owned.push_back(shard);
        }
    }
    return owned;
}

std::uint64_t LeaseKeeper::looks() const {
    return impl_->looks;
}

}  // namespace standby::engine
