// What survives a crash: the store calls that a shard's driver makes, over a store in memory. Tests
// derive disks from it that break their promises.
#pragma once

#include "tests/memory_store/memory_store.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace standby::sim {

class Disk {
public:
    virtual ~Disk() = default;

    // Makes the resources 1 to `count` known; before anything else.
    void allocate(std::size_t count);

    virtual Result<void, engine::StoreError> commit(const engine::Batch& batch) {
        return store_.commit(batch);
    }
    // What is not durable by now is gone.
    virtual void lose_power() {}

    Result<std::optional<engine::LoadedResource>, engine::StoreError>
    load(core::ResourceNumber resource, Time answers_after) {
        return store_.load(resource, answers_after);
    }
    Result<std::optional<engine::AnswerRow>, engine::StoreError>
    answer(core::ResourceNumber resource, std::uint64_t number) {
        return store_.answer(resource, number);
    }
    Result<std::vector<std::pair<core::ResourceNumber, Time>>, engine::StoreError> schedule() {
        return store_.schedule(0, 1);
    }
    void drop_answers(Time before) { static_cast<void>(store_.drop_answers(before)); }

    const store::MemoryContent& content() const { return store_.content(); }
    // The rows of one resource; it must be one of those made known.
    const store::MemoryResource& content(core::ResourceNumber resource) const {
        return store_.content().resources.at(resource.value());
    }

protected:
    store::MemoryStore store_;
};

}  // namespace standby::sim
