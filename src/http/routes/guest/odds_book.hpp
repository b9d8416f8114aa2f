// What is known about the odds of each list. Counting them takes a walk over the history, so the
// result is kept for a while; until it is there, nothing is said.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "http/pages/odds.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace standby::http {

class OddsBook {
public:
    static constexpr Duration kept_for = std::chrono::minutes{10};
    static constexpr std::size_t lists_max = 10'000;

    struct Look {
        std::optional<Odds> odds;
        bool is_due = false;  // the caller is to count now, and must call `put` or `give_up`
    };
    Look look(core::ResourceNumber resource, Time now) {
        return lists_.with([&](Lists& lists) {
            if (lists.size() >= lists_max && !lists.contains(resource)) {
                lists.clear();
            }
            Kept& kept = lists[resource];
            const bool is_fresh = kept.counted_at && now - *kept.counted_at < kept_for;
            const bool is_due = !is_fresh && !kept.is_counting;
            kept.is_counting = kept.is_counting || is_due;
            return Look{.odds = kept.odds, .is_due = is_due};
        });
    }
    void put(core::ResourceNumber resource, std::optional<Odds> odds, Time now) {
        lists_.with([&](Lists& lists) {
            lists[resource] = {.odds = std::move(odds), .counted_at = now, .is_counting = false};
        });
    }
    // They could not be counted this time.
    void give_up(core::ResourceNumber resource) {
        lists_.with([&](Lists& lists) { lists[resource].is_counting = false; });
    }

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
