// What is going to happen, in the order of time; at the same time, in the order of planning.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace standby::sim {

class Agenda {
public:
    Duration now() const { return now_; }
    void at(Duration when, std::function<void()> what) {
        plans_.emplace(std::pair{when < now_ ? now_ : when, ++planned_}, std::move(what));
    }
    void after(Duration delay, std::function<void()> what) { at(now_ + delay, std::move(what)); }
    // Does the next thing. There must be one.
    void step() {
        auto next = plans_.extract(plans_.begin());
        now_ = next.key().first;
        next.mapped()();
    }
    bool empty() const { return plans_.empty(); }

private:
    std::map<std::pair<Duration, std::uint64_t>, std::function<void()>> plans_;
    std::uint64_t planned_ = 0;
    Duration now_{0};
};

}  // namespace standby::sim
