// What is known about the odds of each list. Counting them takes a walk over the history, so the
// result is kept for a while; until it is there, nothing is said.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "http/pages/odds.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>

namespace standby::http {

class OddsBook {
public:
    static constexpr Duration kept_for = std::chrono::minutes{10};
    static constexpr std::size_t lists_max = 10'000;

    struct Look {
        std::optional<Odds> odds;
        bool is_due = false;  // the caller is to count now, and must call `put` or `give_up`
    };
    Look look(core::ResourceNumber resource, Time now);
    void put(core::ResourceNumber resource, std::optional<Odds> odds, Time now);
    // They could not be counted this time.
    void give_up(core::ResourceNumber resource);

private:
    struct Kept {
        std::optional<Odds> odds;
        std::optional<Time> counted_at;
        bool is_counting = false;
    };
    using Lists = std::unordered_map<core::ResourceNumber, Kept>;
    Guarded<Lists> lists_;
};

}  // namespace standby::http
