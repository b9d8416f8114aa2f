// The feed of an account: the events of all its lists in one order, which never changes once
// somebody has seen it. A commit doesn't touch it: whoever reads first brings it up to date, and
// the mark sees to it that of two who do so at the same time only one is heard. So an event that
// is committed late gets a later place, and no reader has passed it.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace standby::engine {

// Events of one list, one behind the other, at the positions that end with this one. Positions
// count from 1 without gaps.
struct FeedRun {
    std::uint64_t position = 0;  // of the last event
    core::ResourceNumber resource;
    std::uint64_t first_event = 0;
    std::uint64_t last_event = 0;
    friend bool operator==(const FeedRun&, const FeedRun&) = default;
};

struct FeedHead {
    std::uint64_t position = 0;  // the last one that was given
    std::uint64_t mark = 0;      // new with every change
    friend bool operator==(const FeedHead&, const FeedHead&) = default;
};

// Up to which event those of a list are in the feed.
struct FeedReach {
    core::ResourceNumber resource;
    std::uint64_t event = 0;
    friend bool operator==(const FeedReach&, const FeedReach&) = default;
};

// More events, behind those that are there: all of it or nothing.
struct FeedExtension {
    AccountNumber account;
    std::uint64_t replaces = 0;  // the mark it was based on; 0: the feed is empty
    std::uint64_t mark = 0;      // any other number but 0 that is not likely to be drawn twice
    std::vector<FeedRun> runs;   // with ascending positions, without gaps; at least one
    std::vector<FeedReach> reached{};  // of their lists
};

class EventFeeds {
public:
    virtual ~EventFeeds() = default;

    // Zeros before the first extension.
    virtual Result<FeedHead, StoreError> feed_head(AccountNumber account) = 0;
    // Of the lists that have anything in the feed, by resource.
    virtual Result<std::vector<FeedReach>, StoreError> feed_reach(AccountNumber account) = 0;
    // False, and nothing changes, when the mark is not the one it was based on.
    virtual Result<bool, StoreError> extend_feed(const FeedExtension& extension) = 0;
    // Those that end behind the position, ascending, at most `limit`.
    virtual Result<std::vector<FeedRun>, StoreError>
    feed_runs(AccountNumber account, std::uint64_t after, std::size_t limit) = 0;
};

}  // namespace standby::engine
