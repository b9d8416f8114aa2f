// The engine at work: several shards on threads of their own over one store, reached through the
// Gateway. The clock may be the wall's or one that is moved by hand.
#pragma once

#include "app/runtime/shard_host.hpp"
#include "app/runtime/worker.hpp"
#include "base/result.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/gateway.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace standby::app {

struct EngineOptions {
    std::size_t shards = 2;
    std::size_t loaders = 1;  // threads that load resources
    std::size_t readers = 2;  // threads for quick reads
    std::size_t reads_waiting_max = 10'000;
    std::size_t long_reads_waiting_max = 100;
    std::size_t guest_reads_waiting_max = 50;
    std::size_t talkers = 2;  // threads for what waits for the engine in turn
    std::size_t talks_waiting_max = 1'000;
    engine::ShardLimits limits;
};

class EngineHost final : public engine::Gateway {
public:
    // All references must outlive the host. Observers are called on the shards' threads.
    EngineHost(const EngineOptions& options, const core::ZoneBook& zones,
               const engine::Clock& clock, engine::Store& store, engine::Registry& registry,
               const ShardObserver& observer);
    ~EngineHost() override;

    // For a store of its own: serves every shard. Reads what is due and starts the threads.
    // Nobody served it since `served_until`, if that is known.
    Result<void, std::string> start(std::optional<Time> served_until);
    // For a store that others share: starts the threads; nothing is served before a grant.
    void start_leased(const LeaseHooks& hooks);
    void stop();

    std::uint32_t shards() const { return static_cast<std::uint32_t>(shards_.size()); }
    ShardHost& shard(engine::ShardNumber number) { return *shards_[number]; }

    Time now() const override { return clock_.now(); }
    void submit(engine::Request&& request) override;
    void submit(engine::Query query) override;
    [[nodiscard]] bool
    read(engine::Effort effort,
         std::function<void(engine::Store&, engine::Registry&)> function) override;

    void nudge();
    void wait_until_idle();
    std::optional<Time> next_wake();
    // Whether every shard is served, and what fell due before that is made good.
    bool is_gap_closed();
    engine::ShardFigures figures();
    // Of all shards, largest first. Waits for their threads; not after stop.
    std::vector<std::pair<core::ResourceNumber, std::size_t>> memory(std::size_t limit);

private:
    ShardHost& shard_of(core::ResourceNumber resource);

    const engine::Clock& clock_;
    engine::Store& store_;
    engine::Registry& registry_;
    WorkerPool loaders_;
    WorkerPool readers_;
    WorkerPool long_readers_;
    WorkerPool guest_readers_;
    WorkerPool talkers_;
    std::vector<std::unique_ptr<ShardHost>> shards_;
};

}  // namespace standby::app
