// One caller counts at a time for each list; the others get what was counted before.
#include "http/routes/guest/odds_book.hpp"

#include <utility>

namespace standby::http {

OddsBook::Look OddsBook::look(core::ResourceNumber resource, Time now) {
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

void OddsBook::put(core::ResourceNumber resource, std::optional<Odds> odds, Time now) {
    lists_.with([&](Lists& lists) {
        lists[resource] = {.odds = std::move(odds), .counted_at = now, .is_counting = false};
    });
}

void OddsBook::give_up(core::ResourceNumber resource) {
    lists_.with([&](Lists& lists) { lists[resource].is_counting = false; });
}

}  // namespace standby::http
