#include "http/routes/lists_of_account.hpp"

#include "core/state/rows.hpp"
#include "http/routes/call.hpp"

#include <array>
#include <span>

namespace standby::http {
namespace {

constexpr std::size_t lists_at_once = 200;
constexpr std::size_t rows_at_once = 1'000;

constexpr auto active_states =
    std::to_array<std::uint8_t>({static_cast<std::uint8_t>(core::EntryState::Unverified),
                                 static_cast<std::uint8_t>(core::EntryState::Waiting),
                                 static_cast<std::uint8_t>(core::EntryState::Offered),
                                 static_cast<std::uint8_t>(core::EntryState::Confirming)});

Result<void, Problem> for_each_row(engine::Store& store, engine::RowTable table,
                                   core::ResourceNumber list, std::span<const std::uint8_t> states,
                                   std::size_t& left,
                                   const std::function<void(const engine::StoredRow&)>& see) {
    std::uint32_t after = 0;
    while (left > 0) {
        const auto rows = TRY(
            or_unavailable(store.rows(table, list, after, std::min(rows_at_once, left), states)));
        for (const engine::StoredRow& row : rows) {
            after = row.number;
            see(row);
        }
        left -= rows.size();
        if (rows.size() < rows_at_once) {
            break;
        }
    }
    return {};
}

// Only slots have names.
Result<void, Problem>
for_each_list(engine::Store& store, engine::AccountNumber account,
              const std::function<Result<void, Problem>(core::ResourceNumber)>& see) {
    core::ResourceNumber after;
    std::size_t read = lists_at_once;
    while (read == lists_at_once) {
        // g++ 12 takes what TRY gives here for something that is deleted already.
        const auto page = or_unavailable(store.resources(account, after, lists_at_once));
        if (!page) {
            return std::unexpected(page.error());
        }
        read = page->size();
        for (const engine::ResourceListing& list : *page) {
            after = list.number;
            const auto row = core::decode_resource_row(list.data);
            if (row && row->settings.kind == core::Kind::Slots) {
                TRY(see(list.number));
            }
        }
    }
    return {};
}

}  // namespace

Result<void, Problem> for_each_wish(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Wants&)>& see) {
    std::size_t left = account_rows_max;
    return for_each_list(store, account, [&](core::ResourceNumber list) {
        return for_each_row(store, engine::RowTable::Entries, list, active_states, left,
                            [&](const engine::StoredRow& row) {
                                if (const auto entry = core::decode_entry_row(row.data)) {
                                    see(entry->wants);
                                }
                            });
    });
}

Result<void, Problem> for_each_slot(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Slot&)>& see) {
    std::size_t left = account_rows_max;
    return for_each_list(store, account, [&](core::ResourceNumber list) {
        return for_each_row(
            store, engine::RowTable::Openings, list, {}, left, [&](const engine::StoredRow& row) {
                const auto opening = row.data.empty() ? std::unexpected(std::string{})
                                                      : core::decode_opening_row(row.data);
                if (opening) {
                    see(opening->slot);
                }
            });
    });
}

}  // namespace standby::http
