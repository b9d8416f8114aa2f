// First it is found how far to go, then the events up to there are folded into a state to begin
// with, and only with that stored do they go.
#include "engine/history/trim.hpp"

#include "base/probe.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/state/rows.hpp"
#include "engine/history/fold.hpp"
#include "engine/history/history_start.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace standby::engine {
namespace {

using Stop = std::unexpected<StoreError>;

// Whether entries had all ended by some time; rows are read many at once, in the order of tickets.
class Endings {
public:
    Endings(Store& store, core::ResourceNumber resource, Time before)
        : store_(store), resource_(resource), before_(before) {}

    Result<bool, StoreError> has_ended(core::Ticket entry) {
        constexpr std::size_t rows_at_once = 500;
        if (!rows_.contains(entry)) {
            rows_.clear();
            for (StoredRow& row :
                 TRY(store_.rows(RowTable::Entries, resource_, entry - 1, rows_at_once, {}))) {
                row.data.clear();
                rows_.emplace(row.number, std::move(row));
            }
        }
        const auto row = rows_.find(entry);
        if (row == rows_.end()) {
            return Stop(StoreError::Damaged);
        }
        return core::is_terminal(static_cast<core::EntryState>(row->second.state)) &&
               row->second.changed_at < before_;
    }

private:
    Store& store_;
    core::ResourceNumber resource_;
    Time before_;
    std::map<core::Ticket, StoredRow> rows_;
};

// The events that may go, and the first one that stays.
struct Portion {
    std::vector<EventRow> events;
    Time since{};         // when the one after them happened
    bool is_all = false;  // none of those that follow may go now
};

// Commands are carried out at one moment, so between two moments none is under way. Where very much
// happened at the same moment, a joining begins something new.
bool is_boundary(const EventRow& last, const EventRow& next, bool is_crowded) {
    if (next.at > last.at) {
        return true;
    }
    const auto event = core::decode_event(next.data);
    return is_crowded && event && std::holds_alternative<core::EntryJoined>(event->body);
}

// Only the beginning up to a moment between two commands.
void cut_at_boundary(Portion& portion, const std::optional<EventRow>& next) {
    std::vector<EventRow>& events = portion.events;
    for (const bool is_crowded : {false, true}) {
        for (std::size_t count = events.size(); count > 0; --count) {
            const EventRow* after = count < events.size() ? &events[count]
                                    : next                ? &*next
                                                          : nullptr;
            if (after != nullptr && is_boundary(events[count - 1], *after, is_crowded)) {
                portion.since = after->at;
                events.resize(count);
                return;
            }
        }
    }
    events.clear();
}

class Trim {
public:
    Trim(Store& store, const ResourceListing& listing, Time before, Time now,
         const TrimLimits& limits)
        : store_(store), listing_(listing), before_(before), now_(now), limits_(limits) {}

    Result<Trimmed, StoreError> carry_out() {
        starts_ = TRY(store_.history_starts(listing_.number));
        const std::uint64_t start = starts_.empty() ? 0 : starts_.back().event;
        const auto first = TRY(store_.events(listing_.number, 0, 1));
        if (!first.empty() && first.front().number <= start) {
            TRY(store_.drop_events(listing_.number, limits_.dropped_max));
            return Trimmed{.events = 0, .is_done = false};
        }
        const bool is_due = !first.empty() && first.front().at < before_ - limits_.at_once;
        if (!is_due) {
            return Trimmed{};
        }
        Portion portion = TRY(portion_after(start));
        if (portion.events.empty()) {
            return Trimmed{};
        }
        return begin_after(portion);
    }

private:
    // Whether the event may go, as far as that can be told from itself.
    Result<bool, StoreError> may_go(const EventRow& row, Endings& endings) const {
        if (row.at >= before_ || row.number + 2 > listing_.last_event) {
            return false;
        }
        std::string newer;
        const auto event = core::decode_event(row.data, &newer);
        if (!event && !core::is_from_newer(event.error())) {
            return Stop(StoreError::Damaged);
        }
        if (!event || !newer.empty()) {
            return false;  // whoever wrote it knows what has to be kept of it
        }
        const bool is_join = std::holds_alternative<core::EntryJoined>(event->body);
        return !is_join || TRY(endings.has_ended(event->entry));
    }

    Result<Portion, StoreError> portion_after(std::uint64_t after) const {
        constexpr std::size_t read_at_once = 1'000;
        Endings endings(store_, listing_.number, before_);
        Portion portion;
        std::optional<EventRow> next;
        while (!next && portion.events.size() < limits_.events_max) {
            const std::size_t asked =
                std::min(read_at_once, limits_.events_max - portion.events.size());
            auto rows = TRY(store_.events(listing_.number, after, asked));
            const bool is_last = rows.size() < asked;
            for (EventRow& row : rows) {
                if (row.number != ++after) {
                    return Stop(StoreError::Damaged);
                }
                if (!TRY(may_go(row, endings))) {
                    next = std::move(row);
                    break;
                }
                portion.events.push_back(std::move(row));
            }
            if (is_last) {
                break;
            }
        }
        portion.is_all = next.has_value();
        cut_at_boundary(portion, next);
        return portion;
    }

    Result<Trimmed, StoreError> begin_after(const Portion& portion) {
        // Rows that are damaged are mended from the history.
        if (!TRY(store_.load(listing_.number, now_))) {
            return Stop(StoreError::Damaged);
        }
        auto beginning = beginning_of(listing_.number, starts_);
        if (!beginning) {
            return Stop(StoreError::Damaged);
        }
        TRY(fold_into(*beginning, portion.events));
        KeptState kept = keep(*beginning->state, std::move(beginning->facts));
        const auto again = restore(kept, listing_.number);
        if (!again || core::fingerprint(**again) != core::fingerprint(*beginning->state)) {
            PROBE("a state that cannot be kept");
            return Stop(StoreError::Damaged);
        }
        TRY(forget_the_gone(kept));
        const HistoryStart start =
            make_start(listing_.number, starts_.empty() ? nullptr : &starts_.back(), kept,
                       portion.events.back().number, beginning->link, portion.since, now_);
        if (!TRY(store_.start_history(listing_.number, start, limits_.dropped_max))) {
            PROBE("another node let go of the same events");
            return Trimmed{};
        }
        // Whoever was erased since the state was made is taken out of it now.
        for (const core::Ticket entry : TRY(without_person_now(kept))) {
            TRY(forget_in_start(store_, listing_.number, entry));
        }
        return Trimmed{.events = portion.events.size(),
                       .is_done = portion.is_all && portion.events.size() <= limits_.dropped_max};
    }

    Result<void, StoreError> fold_into(Beginning& beginning,
                                       const std::vector<EventRow>& events) const {
        for (const EventRow& row : events) {
            const bool is_erased = core::is_erased_event(row.data);
            const auto event = core::decode_event(row.data);
            const bool is_whole =
                is_erased || core::next_link(beginning.link, row.data) == row.link;
            if (!is_whole || !event || !fold(*beginning.state, *event)) {
                return Stop(StoreError::Damaged);
            }
            beginning.link = row.link;
        }
        for (const core::Fact& fact : core::take_changes(*beginning.state).facts) {
            beginning.facts[{fact.kind, fact.key}] = fact.value;
        }
        return {};
    }

    // Those under way at the start have all ended since, and some of them are erased.
    Result<std::vector<core::Ticket>, StoreError> without_person_now(const KeptState& kept) const {
        std::vector<core::Ticket> entries;
        for (const auto& [ticket, row] : kept.entries.rows) {
            entries.push_back(ticket);
        }
        const auto people = TRY(store_.people(listing_.number, entries));
        std::erase_if(entries, [&](core::Ticket entry) {
            return std::ranges::binary_search(people, entry, {}, &PersonChange::entry);
        });
        return entries;
    }
    Result<void, StoreError> forget_the_gone(KeptState& kept) const {
        for (const core::Ticket entry : TRY(without_person_now(kept))) {
            forget_person(kept, entry);
        }
        return {};
    }

    Store& store_;
    const ResourceListing& listing_;
    Time before_;
    Time now_;
    const TrimLimits& limits_;
    std::vector<HistoryStart> starts_;
};

}  // namespace

Result<Trimmed, StoreError> trim_history(Store& store, const ResourceListing& listing, Time before,
                                         Time now, const TrimLimits& limits) {
    return Trim(store, listing, before, now, limits).carry_out();
}

}  // namespace standby::engine
