#include "engine/history/event_feed.hpp"

#include "base/probe.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace standby::engine {
namespace {

using core::ResourceNumber;

// Up to so many events at once are put in the order of their times, for which they are read.
constexpr std::uint64_t sorted_events_max = 1'000;
constexpr std::size_t runs_at_once_max = 1'000;
constexpr std::size_t runs_read_at_once = 500;
constexpr std::size_t events_read_at_once = 500;
constexpr int attempts_max = 20;

// Events of a list that are not in the feed yet.
struct Missing {
    ResourceNumber resource;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t count() const { return last - first + 1; }
};

std::vector<Missing> missing_of(const std::vector<ListHead>& heads,
                                const std::vector<FeedReach>& reached) {
    std::unordered_map<std::uint32_t, std::uint64_t> there;
    there.reserve(reached.size());
    for (const FeedReach& reach : reached) {
        there.emplace(reach.resource.value(), reach.event);
    }
    std::vector<Missing> missing;
    for (const ListHead& head : heads) {
        const auto found = there.find(head.resource.value());
        const std::uint64_t last = found == there.end() ? 0 : found->second;
        if (head.last_event > last) {
            missing.push_back(
                {.resource = head.resource, .first = last + 1, .last = head.last_event});
        }
    }
    return missing;
}

struct Dated {
    Time at{};
    ResourceNumber resource;
    std::uint64_t number = 0;
};

// Each run as short as the order of times asks for.
Result<std::vector<Missing>, StoreError> by_time(Store& store, const std::vector<Missing>& missing,
                                                 Haste haste) {
    std::vector<Dated> events;
    for (const Missing& part : missing) {
        const auto rows =
            TRY(store.events_in_reach(part.resource, part.first - 1, part.count(), haste));
        // What is no longer kept has the time of what follows it.
        Time at = rows.empty() ? Time{} : rows.front().at;
        std::size_t next = 0;
        for (std::uint64_t number = part.first; number <= part.last; ++number) {
            if (next < rows.size() && rows[next].number == number) {
                at = std::max(at, rows[next].at);
                ++next;
            }
            events.push_back({.at = at, .resource = part.resource, .number = number});
        }
    }
    std::ranges::stable_sort(events, {}, &Dated::at);
    std::vector<Missing> runs;
    for (const Dated& event : events) {
        if (!runs.empty() && runs.back().resource == event.resource) {
            runs.back().last = event.number;
        } else {
            runs.push_back(
                {.resource = event.resource, .first = event.number, .last = event.number});
        }
    }
    return runs;
}

FeedExtension extension_of(AccountNumber account, const FeedHead& head,
                           const std::vector<Missing>& runs, std::uint64_t mark) {
    FeedExtension extension{
        .account = account, .replaces = head.mark, .mark = mark, .runs = {}, .reached = {}};
    std::unordered_map<std::uint32_t, std::size_t> places;
    std::uint64_t position = head.position;
    for (const Missing& run : runs) {
        position += run.count();
        extension.runs.push_back({.position = position,
                                  .resource = run.resource,
                                  .first_event = run.first,
                                  .last_event = run.last});
        const auto [place, is_new] =
            places.try_emplace(run.resource.value(), extension.reached.size());
        if (is_new) {
            extension.reached.push_back({.resource = run.resource, .event = run.last});
        } else {
            extension.reached[place->second].event = run.last;
        }
    }
    return extension;
}

}  // namespace

Result<std::uint64_t, StoreError> bring_feed_up(Store& store, EventFeeds& feeds,
                                                AccountNumber account, Haste haste,
                                                const std::function<std::uint64_t()>& draw) {
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        // The mark first: whatever changes the feed after this look makes the attempt void.
        const FeedHead head = TRY(feeds.feed_head(account));
        const auto reached = TRY(feeds.feed_reach(account));
        std::vector<Missing> missing = missing_of(TRY(store.list_heads(account, haste)), reached);
        if (missing.empty()) {
            return head.position;
        }
        std::uint64_t count = 0;
        for (const Missing& part : missing) {
            count += part.count();
        }
        const bool goes_on = missing.size() > runs_at_once_max;
        if (goes_on) {
            missing.resize(runs_at_once_max);
        } else if (missing.size() > 1 && count <= sorted_events_max) {
            missing = TRY(by_time(store, missing, haste));
        }
        const std::uint64_t mark = std::max<std::uint64_t>(draw(), 1);
        const FeedExtension extension = extension_of(account, head, missing, mark);
        const bool is_done = TRY(feeds.extend_feed(extension));
        if (is_done && !goes_on) {
            return extension.runs.back().position;
        }
        if (is_done) {
            attempt = 0;
        } else {
            PROBE("two bring a feed up to date at the same time");
        }
    }
    return std::unexpected(StoreError::NotCommitted);
}

Result<std::uint64_t, StoreError> read_feed(Store& store, EventFeeds& feeds, const FeedQuery& query,
                                            const std::function<FeedTaken(FeedItem&&)>& take) {
    std::uint64_t reached = query.after;
    std::size_t events_left = query.looked_at_max;
    std::size_t runs_left = query.looked_at_max;
    while (runs_left > 0) {
        const std::size_t limit = std::min(runs_read_at_once, runs_left);
        const auto runs = TRY(feeds.feed_runs(query.account, reached, limit));
        for (const FeedRun& run : runs) {
            const bool is_other = query.resource.value() != 0 && run.resource != query.resource;
            // Event number n has the position n + shift, which may be below zero in between.
            const std::uint64_t shift = run.position - run.last_event;
            std::uint64_t next = reached + 1 - shift;
            while (!is_other && next <= run.last_event) {
                const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(
                    {run.last_event - next + 1, events_read_at_once, events_left}));
                if (wanted == 0) {
                    return reached;
                }
                auto rows = TRY(store.events_in_reach(run.resource, next - 1, wanted, query.haste));
                if (rows.empty() || rows.front().number > run.last_event) {
                    break;  // none of the rest is kept
                }
                for (EventRow& row : rows) {
                    if (row.number > run.last_event) {
                        break;
                    }
                    next = row.number + 1;
                    const std::uint64_t position = row.number + shift;
                    if (take({.position = position,
                              .resource = run.resource,
                              .event = std::move(row)}) == FeedTaken::Full) {
                        return reached;
                    }
                    reached = position;
                    --events_left;
                }
            }
            reached = run.position;
        }
        if (runs.size() < limit) {
            break;
        }
        runs_left -= runs.size();
    }
    return reached;
}

}  // namespace standby::engine
