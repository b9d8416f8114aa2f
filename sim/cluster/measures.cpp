#include "sim/cluster/measures.hpp"

#include "base/assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace standby::sim {
namespace {

// The value that so many of a thousand are not above.
Duration percentile(const std::vector<Duration>& sorted, std::size_t per_mille) {
    return sorted[std::min(sorted.size() - 1, sorted.size() * per_mille / 1000)];
}

double in_seconds(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

std::string_view name_of(PauseKind kind) {
    switch (kind) {
    case PauseKind::Planned:
        return "planned";
    case PauseKind::Crash:
        return "crash";
    case PauseKind::Partition:
        return "partition";
    case PauseKind::Zombie:
        return "zombie";
    case PauseKind::Database:
        return "database";
    case PauseKind::Other:
        return "other";
    }
    UNREACHABLE();
}

void Measures::on_served(engine::ShardNumber shard, std::uint64_t process, Duration now) {
    Watched& watched = shards_[shard];
    const bool was_served = watched.process != 0;
    const auto kind = static_cast<std::size_t>(watched.kind);
    if (watched.paused_since) {
        pauses_[kind].push_back(now - *watched.paused_since);
    }
    if (was_served && watched.process != process) {
        ++moved_[watched.paused_since ? kind : static_cast<std::size_t>(PauseKind::Other)];
    }
    watched.process = process;
    watched.paused_since.reset();
}

void Measures::on_stopped(engine::ShardNumber shard, std::uint64_t process, PauseKind kind,
                          Duration now) {
    Watched& watched = shards_[shard];
    if (watched.process == process && !watched.paused_since) {
        watched.paused_since = now;
        watched.kind = kind;
    }
}

void Measures::sample(const std::vector<engine::ShardRow>& shards,
                      const std::vector<std::string>& nodes_up, Duration now) {
    std::map<std::string_view, std::size_t> owned;
    for (const std::string& node : nodes_up) {
        owned.emplace(node, 0);
    }
    for (const engine::ShardRow& row : shards) {
        if (const auto owner = owned.find(row.owner); owner != owned.end()) {
            ++owner->second;
        }
    }
    if (owned.empty()) {
        return;
    }
    const auto [fewest, most] =
        std::ranges::minmax_element(owned, {}, [](const auto& each) { return each.second; });
    samples_.push_back(
        {.at = now,
         .nodes = owned.size(),
         .fewest = fewest->second,
         .most = most->second,
         .mean = static_cast<double>(shards.size()) / static_cast<double>(owned.size())});
}

std::size_t Measures::hand_overs() const {
    return std::accumulate(moved_.begin(), moved_.end(), std::size_t{0});
}

std::vector<std::string> Measures::lines() const {
    std::vector<std::string> lines{fmt::format("{:<10} {:>10} {:>10} {:>9} {:>9} {:>9}", "pauses",
                                               "hand-overs", "pauses", "p50 s", "p99 s", "max s")};
    for (std::size_t kind = 0; kind < pause_kinds; ++kind) {
        std::vector<Duration> sorted = pauses_[kind];
        if (sorted.empty()) {
            continue;
        }
        std::ranges::sort(sorted);
        lines.push_back(fmt::format("{:<10} {:>10} {:>10} {:>9.3f} {:>9.3f} {:>9.3f}",
                                    name_of(static_cast<PauseKind>(kind)), moved_[kind],
                                    sorted.size(), in_seconds(percentile(sorted, 500)),
                                    in_seconds(percentile(sorted, 990)),
                                    in_seconds(sorted.back())));
    }
    lines.push_back(fmt::format("{:<10} {:>10} {:>10} {:>9} {:>14} {:>14}", "skew", "nodes",
                                "shards", "mean", "most/mean p50", "most/mean max"));
    std::map<std::int64_t, std::vector<Sample>> by_day;
    for (const Sample& sample : samples_) {
        by_day[sample.at / std::chrono::days{1}].push_back(sample);
    }
    for (const auto& [day, samples] : by_day) {
        lines.push_back(day_line(day, samples));
    }
    return lines;
}

// The fewest and the most shards that any node had on that day.
std::string Measures::day_line(std::int64_t day, const std::vector<Sample>& samples) {
    std::vector<double> skews;
    double mean = 0;
    for (const Sample& sample : samples) {
        skews.push_back(static_cast<double>(sample.most) / sample.mean);
        mean += sample.mean / static_cast<double>(samples.size());
    }
    std::ranges::sort(skews);
    const auto [few, many] = std::ranges::minmax_element(samples, {}, &Sample::nodes);
    const auto fewest = std::ranges::min_element(samples, {}, &Sample::fewest);
    const auto most = std::ranges::max_element(samples, {}, &Sample::most);
    return fmt::format("{:<10} {:>10} {:>10} {:>9.1f} {:>14.2f} {:>14.2f}",
                       fmt::format("day {}", day + 1),
                       fmt::format("{} to {}", few->nodes, many->nodes),
                       fmt::format("{} to {}", fewest->fewest, most->most), mean,
                       skews[skews.size() / 2], skews.back());
}

}  // namespace standby::sim
