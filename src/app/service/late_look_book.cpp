#include "app/service/late_look_book.hpp"

#include <algorithm>

namespace standby::app {

std::size_t late_look_span(std::chrono::minutes since_expiry) {
    const auto found = std::ranges::find_if(
        late_look_spans, [since_expiry](const auto& span) { return since_expiry < span.second; });
    const auto last = late_look_spans.size() - 1;
    return std::min(static_cast<std::size_t>(found - late_look_spans.begin()), last);
}

void LateLookBook::count_late_look(core::ResourceNumber resource,
                                   std::chrono::minutes since_expiry) {
    const std::size_t span = late_look_span(since_expiry);
    const std::int64_t day =
        std::chrono::floor<std::chrono::days>(now_()).time_since_epoch().count();
    counts_.with([&](Counts& counts) {
        ++counts.totals[span];
        const std::tuple key{resource, day, span};
        if (counts.by_day.size() < counts_max || counts.by_day.contains(key)) {
            ++counts.by_day[key];
        }
    });
}

std::array<std::uint64_t, late_look_spans.size()> LateLookBook::totals() const {
    return counts_.with([](const Counts& counts) { return counts.totals; });
}

std::vector<LateLookCount> LateLookBook::take() {
    const auto taken =
        counts_.with([](Counts& counts) { return std::exchange(counts.by_day, {}); });
    std::vector<LateLookCount> all;
    for (const auto& [key, count] : taken) {
        const auto& [resource, day, span] = key;
        all.push_back({.resource = resource, .day = day, .span = span, .count = count});
    }
    return all;
}

}  // namespace standby::app
