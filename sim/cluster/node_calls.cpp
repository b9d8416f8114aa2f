// The calls that a node makes to the database, and what it does with the answers.
#include "sim/cluster/node.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::sim {
namespace {

using engine::LeaseCall;
using engine::LeaseEvent;
using engine::StoreError;

constexpr Duration schedule_pause{200};

}  // namespace

// Returns whether there was something to do.
bool ClusterNode::work(engine::ShardNumber number, Hosted& each) {
    engine::LeasedShard& shard = *each.shard;
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
                hosted(number).shard->take_commit(term, result, clock());
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
                hosted(number).shard->on_loaded(term, resource, std::move(loaded), clock());
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
                hosted(number).shard->on_answer(term, lookup.resource, lookup.number,
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
    using Look = std::optional<SharedDatabase::Look>;
    ask<Look>(
        network_, setup_.index,
        [&network = network_, call, now = clock(), seen = changes_seen_] {
            return network.database().beat(call, now, seen);
        },
        [this, call](Result<Look, StoreError> result) {
            Result<std::optional<engine::ClusterView>, StoreError> seen = std::nullopt;
            if (!result) {
                seen = std::unexpected(result.error());
            } else if (*result) {
                changes_seen_ = (**result).changes;
                seen = std::move((**result).view);
            }
            keeper_.on_beat(call, std::move(seen), uptime());
            pump();
        });
}

void ClusterNode::make(const LeaseCall::RemoveNode& call) {
    network_.say(fmt::format("{} removes {}", keeper_.node(), call.node));
    ask<bool>(
        network_, setup_.index,
        [&network = network_, call] {
            return network.database().remove_node(call.node, call.heartbeat);
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
            auto row = network.database().store().claim(call.shard, call.epoch, call.owner, now);
            network.database().note_change(call.shard);
            return row;
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
            SharedDatabase& database = network.database();
            auto done =
                database.store().hand_over(call.shard, call.epoch, call.owner, call.to, now);
            database.note_change(call.shard);
            return done;
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
        [&network = network_, call] {
            auto done = network.database().store().halt(call.shard);
            network.database().note_change(call.shard);
            return done;
        },
        [this, call](Result<void, StoreError> result) {
            keeper_.on_halt(call, result, uptime());
            pump();
        });
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
            Hosted& each = hosted(number);
            if (each.held_epoch != gained.fence.epoch) {
                return;
            }
            if (!schedule) {
                network_.wake(setup_.index, network_.now() + schedule_pause, [this, gained] {
                    if (hosted(gained.fence.shard).held_epoch == gained.fence.epoch) {
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
