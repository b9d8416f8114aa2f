#include "app/service/late_look_book.hpp"

#include <utility>

namespace standby::app {

void LateLookBook::Counts::add(const engine::LateLookCount& one) {
    const std::tuple key{one.resource, one.day, one.span};
    if (by_day.size() < counts_max || by_day.contains(key)) {
        by_day[key] += one.count;
    }
}

void LateLookBook::count_late_look(core::ResourceNumber resource, std::int32_t day,
                                   std::chrono::minutes since_expiry) {
    const std::size_t span = engine::late_look_span(since_expiry);
    counts_.with([&](Counts& counts) {
        ++counts.totals[span];
        counts.add({.resource = resource, .day = day, .span = span, .count = 1});
    });
}

LateLookBook::Totals LateLookBook::totals() const {
    return counts_.with([](const Counts& counts) { return counts.totals; });
}

std::vector<engine::LateLookCount> LateLookBook::take() {
    const auto taken =
        counts_.with([](Counts& counts) { return std::exchange(counts.by_day, {}); });
    std::vector<engine::LateLookCount> all;
    for (const auto& [key, count] : taken) {
        const auto& [resource, day, span] = key;
        all.push_back({.resource = resource, .day = day, .span = span, .count = count});
    }
    return all;
}

void LateLookBook::put_back(std::span<const engine::LateLookCount> given) {
    counts_.with([&](Counts& counts) {
        for (const engine::LateLookCount& one : given) {
            counts.add(one);
        }
    });
}

}  // namespace standby::app
