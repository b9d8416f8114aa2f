#include "app/runtime/engine_host.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace standby::app {

EngineHost::EngineHost(const EngineOptions& options, const core::ZoneBook& zones,
                       const engine::Clock& clock, engine::Store& store, engine::Registry& registry,
                       const ShardObserver& observer)
    : clock_(clock),
      store_(store),
      registry_(registry),
      loaders_(options.loaders, 0),
      readers_(options.readers, options.reads_waiting_max),
      long_readers_(1, options.long_reads_waiting_max),
      guest_readers_(1, options.guest_reads_waiting_max),
      talkers_(options.talkers, options.talks_waiting_max) {
    for (std::size_t index = 0; index < options.shards; ++index) {
        shards_.push_back(
            std::make_unique<ShardHost>(options.limits, zones, clock, store, loaders_, observer));
    }
}

EngineHost::~EngineHost() {
    stop();
}

Result<void, std::string> EngineHost::start(std::optional<Time> served_until) {
    for (engine::ShardNumber shard = 0; shard < shards(); ++shard) {
        auto schedule = store_.schedule(shard, shards());
        if (!schedule) {
            return std::unexpected("the database could not be read: the schedule of resources");
        }
        shards_[shard]->start();
        shards_[shard]->grant({.fence = std::nullopt,
                               .schedule = *std::move(schedule),
                               .served_until = served_until});
    }
    return {};
}

void EngineHost::start_leased(const LeaseHooks& hooks) {
    for (auto& shard : shards_) {
        shard->start(hooks);
    }
}

void EngineHost::stop() {
    talkers_.stop();  // while there is somebody to answer them
    for (auto& shard : shards_) {
        shard->stop();
    }
    loaders_.stop();
    readers_.stop();
    long_readers_.stop();
    guest_readers_.stop();
}

ShardHost& EngineHost::shard_of(core::ResourceNumber resource) {
    return *shards_[engine::shard_of(resource, shards())];
}

void EngineHost::submit(engine::Request&& request) {
    shard_of(request.resource).submit(std::move(request));
}

void EngineHost::submit(engine::Query query) {
    shard_of(query.resource).submit(std::move(query));
}

bool EngineHost::read(engine::Effort effort,
                      std::function<void(engine::Store&, engine::Registry&)> function) {
    WorkerPool& pool = effort == engine::Effort::Long    ? long_readers_
                       : effort == engine::Effort::Guest ? guest_readers_
                       : effort == engine::Effort::Talk  ? talkers_
                                                         : readers_;
    return pool.post([this, function = std::move(function)] { function(store_, registry_); });
}

void EngineHost::nudge() {
    for (auto& shard : shards_) {
        shard->nudge();
    }
}

void EngineHost::wait_until_idle() {
    for (auto& shard : shards_) {
        shard->wait_until_idle();
    }
}

std::optional<Time> EngineHost::next_wake() {
    std::optional<Time> earliest;
    for (auto& shard : shards_) {
        const auto wake = shard->next_wake();
        if (wake && (!earliest || *wake < *earliest)) {
            earliest = wake;
        }
    }
    return earliest;
}

bool EngineHost::is_gap_closed() {
    return std::ranges::all_of(shards_, [](const auto& shard) { return shard->is_gap_closed(); });
}

std::vector<std::pair<core::ResourceNumber, std::size_t>> EngineHost::memory(std::size_t limit) {
    std::vector<std::pair<core::ResourceNumber, std::size_t>> all;
    for (auto& shard : shards_) {
        std::ranges::copy(shard->memory(limit), std::back_inserter(all));
    }
    std::ranges::sort(all, std::greater{}, [](const auto& size) { return size.second; });
    all.resize(std::min(all.size(), limit));
    return all;
}

engine::ShardFigures EngineHost::figures() {
    engine::ShardFigures sum;
    for (auto& shard : shards_) {
        const engine::ShardFigures one = shard->figures();
        sum.queued += one.queued;
        sum.resident += one.resident;
        sum.timers += one.timers;
        sum.batches += one.batches;
        sum.requests += one.requests;
        sum.shed_full += one.shed_full;
        sum.shed_slow += one.shed_slow;
        sum.shed_old += one.shed_old;
        sum.reloads += one.reloads;
        if (one.oldest_queued && (!sum.oldest_queued || *one.oldest_queued < *sum.oldest_queued)) {
            sum.oldest_queued = one.oldest_queued;
        }
    }
    return sum;
}

}  // namespace standby::app
