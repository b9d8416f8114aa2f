#include "engine/history/ended_links.hpp"

#include "core/model/limits.hpp"
#include "core/state/rows.hpp"

#include <string>

namespace standby::engine {

Result<bool, StoreError> end_links(Store& store, core::EntryId entry) {
    constexpr int tries_max = 10;
    for (int tries = 0; tries < tries_max; ++tries) {
        const auto stored =
            TRY(store.row(RowTable::Entries, core::resource_of(entry), core::number_of(entry)));
        if (!stored) {
            return std::unexpected(StoreError::OutcomeUnknown);
        }
        std::string later;
        auto row = core::decode_entry_row(stored->data, &later);
        if (stored->data.empty() ||
            (row && core::epoch_after_end(row->link_epoch) > core::limits::link_epoch_max)) {
            return false;
        }
        if (!row) {
            return std::unexpected(StoreError::OutcomeUnknown);
        }
        row->link_epoch = core::epoch_after_end(row->link_epoch);
        if (TRY(store.change_ended_entry(entry, stored->data, core::encode_row(*row, later)))) {
            return true;
        }
    }
    return std::unexpected(StoreError::NotCommitted);
}

bool is_told_but_for_links(std::span<const std::byte> stored,
                           const std::function<bool(std::span<const std::byte>)>& is_told) {
    auto row = core::decode_entry_row(stored);
    // Each time it becomes the next even number.
    while (row && row->link_epoch > 0) {
        --row->link_epoch;
        if (is_told(core::encode_row(*row))) {
            return true;
        }
    }
    return false;
}

}  // namespace standby::engine
