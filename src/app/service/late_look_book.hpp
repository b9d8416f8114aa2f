// Late looks in memory: since the start for the server's figures, and by list and day until
// somebody takes them to store them.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/late_looks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace standby::app {

class LateLookBook final : public engine::LateLooks {
public:
    // Beyond this many lists and days together only the totals grow.
    static constexpr std::size_t counts_max = 50'000;

    void count_late_look(core::ResourceNumber resource, std::int32_t day,
                         std::chrono::minutes since_expiry) override;

    using Totals = std::array<std::uint64_t, engine::late_look_spans.size()>;
    // By span, since the start.
    Totals totals() const;
    // What was counted since the last call, by list, day and span; for whoever stores it.
    std::vector<engine::LateLookCount> take();
    // It could not be stored: it is given again with the next call.
    void put_back(std::span<const engine::LateLookCount> counts);

private:
    struct Counts {
        void add(const engine::LateLookCount& one);

        Totals totals{};
        std::map<std::tuple<core::ResourceNumber, std::int32_t, std::size_t>, std::uint64_t> by_day;
    };
    Guarded<Counts> counts_;
};

}  // namespace standby::app
