// The events of one entry, found without reading the history before it joined.
#pragma once

#include "base/result.hpp"
#include "core/audit/event_codec.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>

namespace standby::engine {

// The number of the last event before this time; events are in the order of their times.
Result<std::uint64_t, StoreError> last_event_before(Store& store, core::ResourceNumber resource,
                                                    std::uint64_t last_event, Time at);

// Hands each event of the entry to `use`, with its row, in order, and looks at no more than so many
// of the list's. False: there may be more of them.
template <class Use>
Result<bool, StoreError> for_each_own_event(Store& store, core::EntryId entry,
                                            std::size_t looked_at_max, Use&& use) {
    constexpr std::size_t read_at_once = 2'000;
    const core::ResourceNumber resource = core::resource_of(entry);
    const core::Ticket ticket = core::number_of(entry);
    const core::ResourceNumber before{resource.value() - 1};
    const auto listings = TRY(store.resources(AccountNumber{}, before, 1));
    if (listings.empty() || listings.front().number != resource) {
        return true;
    }
    const auto stored = TRY(store.row(RowTable::Entries, resource, ticket));
    std::uint64_t after = 0;
    if (stored) {
        if (const auto row = core::decode_entry_row(stored->data)) {
            after = TRY(
                last_event_before(store, resource, listings.front().last_event, row->joined_at));
        }
    }
    for (std::size_t looked_at = 0; looked_at < looked_at_max; looked_at += read_at_once) {
        const auto rows = TRY(store.events(resource, after, read_at_once));
        for (const EventRow& row : rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (event && event->entry == ticket) {
                use(row, *event);
            }
        }
        if (rows.size() < read_at_once) {
            return true;
        }
    }
    return false;
}

}  // namespace standby::engine
