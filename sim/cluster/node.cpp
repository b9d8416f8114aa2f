// The driver of a keeper and its shards.
#include "sim/cluster/node.hpp"

#include "base/assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace standby::sim {
namespace {

using engine::LeaseCall;
using engine::LeaseEvent;

constexpr int rounds_max = 10'000;

}  // namespace

ClusterNode::ClusterNode(const NodeSetup& setup, Network& network, const ZoneBook& zones)
    : setup_(setup),
      network_(network),
      keeper_(setup.leases, fmt::format("{}", setup.index), "1",
              [process = setup.process, count = 0]() mutable {
                  return fmt::format("node-{}-{}", process, ++count);
              }),
      zones_(zones) {}

engine::ShardNumber ClusterNode::shard_number(ResourceNumber resource) const {
    return engine::shard_of(resource, network_.database().shards());
}

bool ClusterNode::is_serving(engine::ShardNumber shard) const {
    const auto found = shards_.find(shard);
    return found != shards_.end() && found->second.shard->is_serving();
}

ClusterNode::Hosted& ClusterNode::hosted(engine::ShardNumber shard) {
    busy_.insert(shard);
    Hosted& each = shards_[shard];
    if (!each.shard) {
        each.shard = std::make_unique<engine::LeasedShard>(setup_.limits, zones_,
                                                           [](const engine::Committed&) {});
    }
    return each;
}

void ClusterNode::submit(engine::Request&& request) {
    watch_leases();
    hosted(shard_number(request.resource)).shard->submit(std::move(request), clock());
    pump();
}

void ClusterNode::submit(engine::Query query) {
    watch_leases();
    hosted(shard_number(query.resource)).shard->submit(std::move(query), clock());
    pump();
}

void ClusterNode::look_again() {
    keeper_.look_again();
    pump();
}

void ClusterNode::leave() {
    keeper_.leave(uptime());
    pump();
}

void ClusterNode::pump() {
    wake_those_due();
    bool is_busy = true;
    for (int round = 0; is_busy; ++round) {
        ASSERT(round < rounds_max);
        is_busy = false;
        watch_leases();
        for (const LeaseCall& call : keeper_.poll(uptime())) {
            is_busy = true;
            std::visit([this](const auto& what) { make(what); }, call.what);
        }
        for (const LeaseEvent& event : keeper_.take_events()) {
            is_busy = true;
            take(event);
        }
        for (const engine::ShardNumber number : busy_) {
            is_busy |= work(number, shards_.at(number));
        }
    }
    for (const engine::ShardNumber number : busy_) {
        rest(number, shards_.at(number));
    }
    busy_.clear();
    plan_wake();
}

void ClusterNode::wake_those_due() {
    while (!wakes_.empty() && wakes_.begin()->first <= network_.now()) {
        const engine::ShardNumber number = wakes_.begin()->second;
        wakes_.erase(wakes_.begin());
        hosted(number).wake.reset();
    }
}

// Nothing more is to be done about the shard at this moment.
void ClusterNode::rest(engine::ShardNumber number, Hosted& each) {
    const bool is_serving = each.shard->is_serving();
    if (std::exchange(each.was_serving, is_serving) != is_serving) {
        network_.on_serving(setup_.index, number, is_serving, each.is_draining);
    }
    if (each.wake) {
        wakes_.erase({*each.wake, number});
        each.wake.reset();
    }
    if (const auto due = each.shard->next_wake()) {
        each.wake = network_.now() + std::max(Duration{1}, *due - clock());
        wakes_.emplace(*each.wake, number);
    }
}

void ClusterNode::plan_wake() {
    Duration wake = network_.now() + std::max(Duration{1}, keeper_.next_wake() - uptime());
    if (!wakes_.empty()) {
        wake = std::min(wake, wakes_.begin()->first);
    }
    if (planned_wake_ && *planned_wake_ > network_.now() && *planned_wake_ <= wake) {
        return;
    }
    planned_wake_ = wake;
    network_.wake(setup_.index, wake, [this] { pump(); });
}

// As the application's thread of a shard does before anything in memory is shown.
void ClusterNode::watch_lease(Hosted& hosted) {
    engine::LeasedShard& shard = *hosted.shard;
    const auto fence = shard.fence();
    if (!fence || !hosted.told_fence) {
        return;
    }
    if (*fence != *hosted.told_fence) {
        hosted.told_fence = fence;
        network_.database().note_acknowledged(setup_.process, *fence);
        keeper_.on_acknowledged(*fence);
    }
    if (shard.is_serving() && uptime() >= keeper_.serve_until()) {
        shard.revoke(clock());
        if (!std::exchange(hosted.has_told_end, true)) {
            keeper_.on_fenced(*fence, uptime());
        }
        return;
    }
    if (shard.was_fenced() && !std::exchange(hosted.has_told_end, true)) {
        keeper_.on_fenced(*fence, uptime());
    }
    if (shard.wants_renewal() && !std::exchange(hosted.has_told_doubt, true)) {
        keeper_.on_unknown(*fence, uptime());
    }
    if (shard.is_drained() && !std::exchange(hosted.has_told_drained, true)) {
        keeper_.on_drained(*fence, uptime());
    }
}

// Something changes for those that something was done to; and for all when memory gets too old.
void ClusterNode::watch_leases() {
    if (uptime() >= keeper_.serve_until()) {
        for (const auto& [number, each] : shards_) {
            if (each.shard->is_serving()) {
                busy_.insert(number);
            }
        }
    }
    for (const engine::ShardNumber number : busy_) {
        Hosted& each = shards_.at(number);
        begin_waiting_term(each);
        watch_lease(each);
    }
}

void ClusterNode::begin_waiting_term(Hosted& hosted) {
    if (!hosted.waiting || !hosted.shard->is_over()) {
        return;
    }
    watch_lease(hosted);  // the last commit of the term before may just have ended
    hosted.told_fence = hosted.waiting->fence;
    hosted.has_told_end = hosted.has_told_doubt = hosted.has_told_drained = false;
    hosted.is_draining = false;
    hosted.shard->grant(*std::exchange(hosted.waiting, std::nullopt), clock());
}

void ClusterNode::take(const LeaseEvent& event) {
    const auto say = [&](std::string_view what, engine::ShardNumber shard) {
        network_.say(fmt::format("{} {} {}", keeper_.node(), what, shard));
    };
    if (const auto* gained = std::get_if<LeaseEvent::Gained>(&event.what)) {
        say("gains", gained->fence.shard);
        hosted(gained->fence.shard).held_epoch = gained->fence.epoch;
        begin_grant(*gained);
    } else if (const auto* renewed = std::get_if<LeaseEvent::Renewed>(&event.what)) {
        say("renews", renewed->fence.shard);
        Hosted& each = hosted(renewed->fence.shard);
        each.held_epoch = renewed->fence.epoch;
        if (each.shard->wants_renewal()) {
            each.shard->renew(renewed->fence, clock());
            each.told_fence = renewed->fence;
            each.has_told_doubt = false;
        }
    } else if (const auto* lost = std::get_if<LeaseEvent::Lost>(&event.what)) {
        say("loses", lost->shard);
        Hosted& each = hosted(lost->shard);
        each.held_epoch.reset();
        each.waiting.reset();
        each.shard->revoke(clock());
    } else if (const auto* drain = std::get_if<LeaseEvent::Drain>(&event.what)) {
        say("drains", drain->shard);
        Hosted& each = hosted(drain->shard);
        each.is_draining = true;
        each.shard->drain(clock());
    } else if (const auto* halted = std::get_if<LeaseEvent::Halted>(&event.what)) {
        say("halts", halted->shard);
    } else if (const auto* expelled = std::get_if<LeaseEvent::Expelled>(&event.what)) {
        network_.say(fmt::format("{} is expelled", expelled->node));
    }
}

}  // namespace standby::sim
