#include "http/limits/heat.hpp"

#include <algorithm>
#include <cmath>

namespace standby::http {
namespace {

// Less than this says nothing any more.
constexpr double cold = 0.5;

}  // namespace

void Heat::count(const ClientKey& key, Time now) {
    levels_.with([&](Levels& levels) {
        if (levels.size() >= keys_max_ && !levels.contains(key)) {
            forget_cold(levels, now);
        }
        if (levels.size() >= keys_max_ && !levels.contains(key)) {
            return;  // So many are hot that one more makes no difference.
        }
        Level& level = levels[key];
        level = {.value = faded(level, now) + 1, .at = now};
    });
}

double Heat::of(const ClientKey& key, Time now) const {
    return levels_.with([&](const Levels& levels) {
        const auto found = levels.find(key);
        return found == levels.end() ? 0 : faded(found->second, now);
    });
}

std::size_t Heat::size() const {
    return levels_.with([](const Levels& levels) { return levels.size(); });
}

double Heat::faded(const Level& level, Time now) const {
    const auto passed = std::max(now - level.at, Duration::zero());
    const double windows = std::chrono::duration<double>(passed) / window_;
    return level.value * std::exp(-windows);
}

void Heat::forget_cold(Levels& levels, Time now) const {
    std::erase_if(levels, [&](const auto& each) { return faded(each.second, now) < cold; });
}

}  // namespace standby::http
