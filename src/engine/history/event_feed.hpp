// Bringing the feed of an account up to date, and reading it (ports/event_feed.hpp).
#pragma once

#include "base/result.hpp"
#include "engine/ports/event_feed.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace standby::engine {

// Adds what was committed since. Events of different lists are put in the order of their times
// where that costs little; those of one list always are in the order of the list. The position of
// the last event that is there now. `draw` gives numbers that are not likely to come twice.
Result<std::uint64_t, StoreError> bring_feed_up(Store& store, EventFeeds& feeds,
                                                AccountNumber account, Haste haste,
                                                const std::function<std::uint64_t()>& draw);

struct FeedQuery {
    AccountNumber account;
    std::uint64_t after = 0;        // a position
    core::ResourceNumber resource;  // 0: of every list
    Haste haste = Haste::Wait;
    std::size_t looked_at_max = 0;  // after so many events, and as many runs, the look ends
};
struct FeedItem {
    std::uint64_t position = 0;
    core::ResourceNumber resource;
    EventRow event;
};

// Hands the events behind the position to `take`, in order, until it says that it has enough: then
// the item it was given last is one that it has not taken. Events that are no longer kept are left
// out. Gives the position up to which everything was handed over.
enum class FeedTaken : std::uint8_t { Yes, Full };
Result<std::uint64_t, StoreError> read_feed(Store& store, EventFeeds& feeds, const FeedQuery& query,
                                            const std::function<FeedTaken(FeedItem&&)>& take);

}  // namespace standby::engine
