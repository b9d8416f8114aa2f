// The engine without threads: one shard over a store in memory. Each request is carried out to its
// end before the call returns.
#pragma once

#include "engine/ports/gateway.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <functional>
#include <utility>

namespace standby::notify {

class ShardGateway final : public engine::Gateway {
public:
    // All must outlive the gateway. Resources that have something due are found in the store.
    ShardGateway(store::MemoryStore& store, const core::ZoneBook& zones, const Time& now,
                 std::function<void(const engine::Committed&)> publish)
        : store_(store), now_(now), shard_({}, zones, std::move(publish)) {
        if (const auto schedule = store_.schedule(0, 1)) {
            for (const auto& [resource, due] : *schedule) {
                shard_.wake_at(resource, due);
            }
        }
    }

    Time now() const override { return now_; }
    void submit(engine::Request&& request) override {
        if (is_overloaded && is_overloaded()) {
            request.done({.answer = {}, .replayed = false, .failure = engine::Failure::Overloaded});
            return;
        }
        shard_.submit(std::move(request), now_);
        run();
    }
    void submit(engine::Query query) override {
        shard_.submit(std::move(query), now_);
        run();
    }
    bool read(engine::Effort, std::function<void(engine::Store&, engine::Registry&)>) override {
        return false;
    }

    // Does what has fallen due. True: there was something.
    bool settle() {
        const auto wake = shard_.next_wake();
        if (!wake || *wake > now_) {
            return false;
        }
        run();
        return true;
    }
    std::optional<Time> next_wake() const { return shard_.next_wake(); }

    std::function<bool()> is_overloaded;  // asked for each request

private:
    void run() {
        for (engine::Work work = shard_.poll(now_); !work.empty(); work = shard_.poll(now_)) {
            for (const core::ResourceNumber resource : work.loads) {
                shard_.on_loaded(resource, store_.load(resource, now_ - std::chrono::hours{24}),
                                 now_);
            }
            for (const engine::Work::AnswerLookup& lookup : work.lookups) {
                shard_.on_answer(lookup.resource, lookup.number,
                                 store_.answer(lookup.resource, lookup.number), now_);
            }
            if (work.commit) {
                shard_.on_commit(store_.commit(*work.commit), now_);
            }
        }
    }

    store::MemoryStore& store_;
    const Time& now_;
    engine::Shard shard_;
};

}  // namespace standby::notify
