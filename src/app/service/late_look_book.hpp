// Late looks in memory: since the start for the server's figures, and by list and day until
// somebody takes them to store them.
#pragma once

#include "base/guarded.hpp"
#include "base/time.hpp"
#include "engine/ports/late_looks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace standby::app {

// How long after the end of the offer. The names are labels of metrics.
inline constexpr auto late_look_spans =
    std::to_array<std::pair<std::string_view, std::chrono::minutes>>({
        {"10m", std::chrono::minutes{10}},
        {"30m", std::chrono::minutes{30}},
        {"1h", std::chrono::hours{1}},
        {"3h", std::chrono::hours{3}},
        {"12h", std::chrono::hours{12}},
        {"1d", std::chrono::hours{24}},
        {"later", std::chrono::minutes::max()},
    });
// The first that is longer.
std::size_t late_look_span(std::chrono::minutes since_expiry);

struct LateLookCount {
    core::ResourceNumber resource;
    std::int64_t day = 0;  // since 1970, in UTC
    std::size_t span = 0;  // in late_look_spans
    std::uint64_t count = 0;
    friend bool operator==(const LateLookCount&, const LateLookCount&) = default;
};

class LateLookBook final : public engine::LateLooks {
public:
    // Beyond this many lists and days together only the totals grow.
    static constexpr std::size_t counts_max = 50'000;

    explicit LateLookBook(std::function<Time()> now) : now_(std::move(now)) {}

    void count_late_look(core::ResourceNumber resource, std::chrono::minutes since_expiry) override;

    // By span, since the start.
    std::array<std::uint64_t, late_look_spans.size()> totals() const;
    // What was counted since the last call, by list, day and span; for whoever stores it.
    std::vector<LateLookCount> take();

private:
    struct Counts {
        std::array<std::uint64_t, late_look_spans.size()> totals{};
        std::map<std::tuple<core::ResourceNumber, std::int64_t, std::size_t>, std::uint64_t> by_day;
    };
    std::function<Time()> now_;
    Guarded<Counts> counts_;
};

}  // namespace standby::app
