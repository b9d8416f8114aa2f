// Look-ups of resources that this node does not know: a few at a time, the others wait their turn,
// and what is not there is remembered for a moment. Made-up ids must not keep the database busy.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>

namespace standby::http {

class UnknownResources {
public:
    using Instant = std::chrono::steady_clock::time_point;
    static constexpr std::size_t looks_max = 4;
    static constexpr std::size_t waiting_max = 5'000;
    static constexpr std::size_t remembered_max = 10'000;
    static constexpr std::chrono::milliseconds remembered_for{500};

    bool contains(core::ResourceNumber resource, Instant now) const;
    using Job = std::function<void()>;
    enum class Admission : std::uint8_t { Now, Later, Refused };
    // Now: the caller runs the job itself, and calls `next` after it. Later: it is kept.
    Admission enter(Job job);
    // One has ended. Gives the next one, to be run and ended alike.
    std::optional<Job> next();
    void add(core::ResourceNumber resource, Instant now);

private:
    struct State {
        std::size_t looks = 0;
        std::deque<Job> waiting;
        std::unordered_map<core::ResourceNumber, Instant> until;
    };

    Guarded<State> state_;
};

}  // namespace standby::http
