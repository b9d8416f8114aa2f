// Between a node and the rest of the world. Calls to the database may be lost on the way there or
// back, or arrive long after the node has given them up; nothing reaches a node that is paused
// before it wakes up, or one that has crashed at all.
#pragma once

#include "engine/ports/store.hpp"
#include "sim/cluster/database.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace standby::sim {

class Network {
public:
    virtual ~Network() = default;

    virtual Duration now() const = 0;
    // Of each node; the clocks of two nodes have nothing to do with each other.
    virtual Time wall_clock(std::size_t node) const = 0;
    virtual Duration uptime(std::size_t node) const = 0;
    virtual SharedDatabase& database() = 0;

    // Runs `execute` in the database and then `answer` at the node, or `give_up` when there is no
    // answer in time. Exactly one of the two happens, unless the node is gone by then.
    virtual void ask(std::size_t node, std::function<void()> execute, std::function<void()> answer,
                     std::function<void()> give_up) = 0;
    // At the node, when the time has come.
    virtual void wake(std::size_t node, Duration at, std::function<void()> what) = 0;
    // Another node is told that it should look around.
    virtual void tell(const std::string& address) = 0;
    // The node serves the shard from now on, or does not any more; `is_drained`: as it wanted to.
    virtual void on_serving(std::size_t node, engine::ShardNumber shard, bool is_serving,
                            bool is_drained) = 0;
    virtual void say(const std::string& line) = 0;
};

// A call with a result; what gets lost ends as OutcomeUnknown.
template <class Value>
void ask(Network& network, std::size_t node,
         std::function<Result<Value, engine::StoreError>()> execute,
         std::function<void(Result<Value, engine::StoreError>)> answer) {
    using Answered = Result<Value, engine::StoreError>;
    auto result = std::make_shared<Answered>(std::unexpected(engine::StoreError::OutcomeUnknown));
    network.ask(
        node,
        [result, execute = std::move(execute)] { *result = execute(); },
        [result, answer] { answer(std::move(*result)); },
        [answer] { answer(std::unexpected(engine::StoreError::OutcomeUnknown)); });
}

}  // namespace standby::sim
