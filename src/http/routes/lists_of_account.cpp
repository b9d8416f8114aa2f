#include "http/routes/lists_of_account.hpp"

#include "core/state/rows.hpp"
#include "engine/ports/listings.hpp"
#include "http/routes/call.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace standby::http {
namespace {

constexpr std::size_t rows_at_once = 1'000;

constexpr auto active_states =
    std::to_array<std::uint8_t>({static_cast<std::uint8_t>(core::EntryState::Unverified),
                                 static_cast<std::uint8_t>(core::EntryState::Waiting),
                                 static_cast<std::uint8_t>(core::EntryState::Offered),
                                 static_cast<std::uint8_t>(core::EntryState::Confirming)});

// The rows of all lists of slots; only slots have names.
Result<void, engine::StoreError>
for_each_row(engine::Store& store, engine::AccountNumber account, engine::RowTable table,
             std::span<const std::uint8_t> states,
             const std::function<void(const engine::StoredRow&)>& see) {
    std::size_t left = account_rows_max;
    const auto see_rows =
        [&](const engine::ResourceListing& list) -> Result<engine::GoOn, engine::StoreError> {
        const auto decoded = core::decode_resource_row(list.data);
        bool has_more = decoded && decoded->settings.kind == core::Kind::Slots;
        for (std::uint32_t after = 0; has_more && left > 0;) {
            const auto rows =
                TRY(store.rows(table, list.number, after, std::min(rows_at_once, left), states));
            for (const engine::StoredRow& row : rows) {
                after = row.number;
                see(row);
            }
            left -= rows.size();
            has_more = rows.size() == rows_at_once;
        }
        return left > 0 ? engine::GoOn::Yes : engine::GoOn::No;
    };
    return engine::for_each_list(store, account, see_rows);
}

}  // namespace

Result<void, Problem> for_each_wish(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Wants&)>& see) {
    return or_unavailable(for_each_row(store, account, engine::RowTable::Entries, active_states,
                                       [&](const engine::StoredRow& row) {
                                           if (const auto entry =
                                                   core::decode_entry_row(row.data)) {
                                               see(entry->wants);
                                           }
                                       }));
}

Result<void, Problem> for_each_slot(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Slot&)>& see) {
    return or_unavailable(for_each_row(
        store, account, engine::RowTable::Openings, {}, [&](const engine::StoredRow& row) {
            const auto opening = row.data.empty() ? std::unexpected(std::string{})
                                                  : core::decode_opening_row(row.data);
            if (opening) {
                see(opening->slot);
            }
        }));
}

}  // namespace standby::http
