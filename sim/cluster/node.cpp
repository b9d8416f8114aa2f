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
using engine::StoreError;

constexpr Duration schedule_pause{200};
constexpr int rounds_max = 10'000;

}  // namespace

ClusterNode::ClusterNode(const NodeSetup& setup, Network& network, const ZoneBook& zones)
    : setup_(setup),
      network_(network),
      keeper_(setup.leases, fmt::format("{}", setup.index), "1",
              [process = setup.process, count = 0]() mutable {
                  return fmt::format("node-{}-{}", process, ++count);
              }) {
    shards_.resize(network.database().shards());
    for (Hosted& each : shards_) {
        each.shard = std::make_unique<engine::LeasedShard>(setup.limits, zones,
                                                           [](const engine::Committed&) {});
    }
}

engine::ShardNumber ClusterNode::shard_number(ResourceNumber resource) const {
    return engine::shard_of(resource, network_.database().shards());
}

bool ClusterNode::is_serving(engine::ShardNumber shard) const {
    return shards_[shard].shard->is_serving();
}

void ClusterNode::submit(engine::Request&& request) {
    watch_leases();
    hosted(request.resource).shard->submit(std::move(request), clock());
    pump();
}

void ClusterNode::submit(engine::Query query) {
    watch_leases();
    hosted(query.resource).shard->submit(std::move(query), clock());
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
        for (engine::ShardNumber number = 0; number < shards_.size(); ++number) {
            is_busy |= work(number);
        }
    }
    plan_wake();
}

void ClusterNode::plan_wake() {
    Duration wake = network_.now() + std::max(Duration{1}, keeper_.next_wake() - uptime());
    for (const Hosted& each : shards_) {
        if (const auto due = each.shard->next_wake()) {
            const Duration wait = std::max(Duration{1}, *due - clock());
            wake = std::min(wake, network_.now() + wait);
        }
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

void ClusterNode::watch_leases() {
    for (Hosted& each : shards_) {
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
    hosted.shard->grant(*std::exchange(hosted.waiting, std::nullopt), clock());
}

// Returns whether there was something to do.
bool ClusterNode::work(engine::ShardNumber number) {
    engine::LeasedShard& shard = *shards_[number].shard;
    engine::LeasedShard::TermWork given = shard.poll(clock());
    shard.give_answers();
    const std::uint64_t term = given.term;
    if (given.work.commit) {
        ask<void>(
            network_, setup_.index,
            [process = setup_.process, &network = network_, batch = *std::move(given.work.commit)] {
                return network.database().commit_of(process, batch);
            },
            [this, number, term](Result<void, StoreError> result) {
                shards_[number].shard->take_commit(term, result, clock());
                pump();
            });
    }
    for (const ResourceNumber resource : given.work.loads) {
        using Loaded = std::shared_ptr<std::optional<engine::LoadedResource>>;
        ask<Loaded>(
            network_, setup_.index,
            [&network = network_, resource,
             after = clock() - setup_.limits.answers_kept]() -> Result<Loaded, StoreError> {
                auto loaded = network.database().load(resource, after);
                if (!loaded) {
                    return std::unexpected(loaded.error());
                }
                return std::make_shared<std::optional<engine::LoadedResource>>(*std::move(loaded));
            },
            [this, number, term, resource](Result<Loaded, StoreError> result) {
                watch_leases();
                Result<std::optional<engine::LoadedResource>, StoreError> loaded =
                    std::unexpected(StoreError::OutcomeUnknown);
                if (result) {
                    loaded = std::move(**result);
                }
                shards_[number].shard->on_loaded(term, resource, std::move(loaded), clock());
                pump();
            });
    }
    for (const engine::Work::AnswerLookup& lookup : given.work.lookups) {
        using Found = std::optional<engine::AnswerRow>;
        ask<Found>(
            network_, setup_.index,
            [&network = network_, lookup] {
                return network.database().answer(lookup.resource, lookup.number);
            },
            [this, number, term, lookup](Result<Found, StoreError> result) {
                shards_[number].shard->on_answer(term, lookup.resource, lookup.number,
                                                 std::move(result), clock());
                pump();
            });
    }
    return !given.work.empty();
}

void ClusterNode::make(const LeaseCall::AddNode& call) {
    ask<void>(
        network_, setup_.index,
        [&network = network_, node = call.node] {
            return network.database().store().add_node(node);
        },
        [this, call](Result<void, StoreError> result) {
            keeper_.on_add_node(call, result, uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::Beat& call) {
    ask<std::optional<engine::ClusterView>>(
        network_, setup_.index,
        [&network = network_, call, now = clock()] {
            return network.database().store().beat(call.node, call.heartbeat, call.state, now);
        },
        [this, call](Result<std::optional<engine::ClusterView>, StoreError> result) {
            keeper_.on_beat(call, std::move(result), uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::RemoveNode& call) {
    network_.say(fmt::format("{} removes {}", keeper_.node(), call.node));
    ask<bool>(
        network_, setup_.index,
        [&network = network_, call] {
            return network.database().store().remove_node(call.node, call.heartbeat);
        },
        [this, call](Result<bool, StoreError> result) {
            keeper_.on_remove_node(call, result, uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::Claim& call) {
    ask<std::optional<engine::ShardRow>>(
        network_, setup_.index,
        [&network = network_, call, now = clock()] {
            return network.database().store().claim(call.shard, call.epoch, call.owner, now);
        },
        [this, call](Result<std::optional<engine::ShardRow>, StoreError> result) {
            keeper_.on_claim(call, std::move(result), uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::HandOver& call) {
    ask<bool>(
        network_, setup_.index,
        [&network = network_, call, now = clock()] {
            return network.database().store().hand_over(call.shard, call.epoch, call.owner, call.to,
                                                        now);
        },
        [this, call](Result<bool, StoreError> result) {
            if (result && *result && !call.address.empty()) {
                network_.tell(call.address);
            }
            keeper_.on_hand_over(call, result, uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::Halt& call) {
    ask<void>(
        network_, setup_.index,
        [&network = network_, call] { return network.database().store().halt(call.shard); },
        [this, call](Result<void, StoreError> result) {
            keeper_.on_halt(call, result, uptime());
            pump();
        });
}

void ClusterNode::take(const LeaseEvent& event) {
    const auto say = [&](std::string_view what, engine::ShardNumber shard) {
        network_.say(fmt::format("{} {} {}", keeper_.node(), what, shard));
    };
    if (const auto* gained = std::get_if<LeaseEvent::Gained>(&event.what)) {
        say("gains", gained->fence.shard);
        shards_[gained->fence.shard].held_epoch = gained->fence.epoch;
        begin_grant(*gained);
    } else if (const auto* renewed = std::get_if<LeaseEvent::Renewed>(&event.what)) {
        say("renews", renewed->fence.shard);
        Hosted& each = shards_[renewed->fence.shard];
        each.held_epoch = renewed->fence.epoch;
        if (each.shard->wants_renewal()) {
            each.shard->renew(renewed->fence, clock());
            each.told_fence = renewed->fence;
            each.has_told_doubt = false;
        }
    } else if (const auto* lost = std::get_if<LeaseEvent::Lost>(&event.what)) {
        say("loses", lost->shard);
        Hosted& each = shards_[lost->shard];
        each.held_epoch.reset();
        each.waiting.reset();
        each.shard->revoke(clock());
    } else if (const auto* drain = std::get_if<LeaseEvent::Drain>(&event.what)) {
        say("drains", drain->shard);
        shards_[drain->shard].shard->drain(clock());
    } else if (const auto* halted = std::get_if<LeaseEvent::Halted>(&event.what)) {
        say("halts", halted->shard);
    } else if (const auto* expelled = std::get_if<LeaseEvent::Expelled>(&event.what)) {
        network_.say(fmt::format("{} is expelled", expelled->node));
    }
}

// What is due is read before the shard is served.
void ClusterNode::begin_grant(const LeaseEvent::Gained& gained) {
    using Schedule = std::vector<std::pair<ResourceNumber, Time>>;
    const engine::ShardNumber number = gained.fence.shard;
    ask<Schedule>(
        network_, setup_.index,
        [&network = network_, number] {
            SharedDatabase& database = network.database();
            return database.store().schedule(number, database.shards());
        },
        [this, gained, number](Result<Schedule, StoreError> schedule) {
            Hosted& each = shards_[number];
            if (each.held_epoch != gained.fence.epoch) {
                return;
            }
            if (!schedule) {
                network_.wake(setup_.index, network_.now() + schedule_pause, [this, gained] {
                    if (shards_[gained.fence.shard].held_epoch == gained.fence.epoch) {
                        begin_grant(gained);
                    }
                });
                return;
            }
            each.waiting = engine::Grant{.fence = gained.fence,
                                         .schedule = *std::move(schedule),
                                         .served_until = gained.served_at == Time{}
                                                             ? std::nullopt
                                                             : std::optional(gained.served_at)};
            pump();
        });
}

}  // namespace standby::sim
