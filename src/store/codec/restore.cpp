// Hands every row of a source to core's Restorer, which finds out what is wrong with them.
#include "store/codec/restore.hpp"

#include "core/audit/event_codec.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using Restored = Result<std::unique_ptr<core::ResourceState>, std::string>;

using Taken = Result<void, std::string>;

// What could be read, and was not understood.
Taken note_damage(Taken taken, bool& is_damaged) {
    is_damaged = !taken && !core::is_from_newer(taken.error());
    return taken;
}

Restored restore_rows(core::ResourceNumber number, RowSource& source, bool& is_damaged) {
    core::Restorer restorer(number);
    TRY(note_damage(restorer.resource(source.resource()), is_damaged));
    RowView row;
    while (TRY(source.next_entry(row))) {
        TRY(note_damage(restorer.entry(row.number, static_cast<core::EntryState>(row.state),
                                       row.data, row.contacts),
                        is_damaged));
    }
    while (TRY(source.next_opening(row))) {
        TRY(note_damage(restorer.opening(core::OpeningNumber{row.number},
                                         static_cast<core::OpeningState>(row.state), row.data),
                        is_damaged));
    }
    while (TRY(source.next_offer(row))) {
        TRY(note_damage(restorer.offer(core::OfferNumber{row.number},
                                       static_cast<core::OfferState>(row.state), row.data),
                        is_damaged));
    }
    core::Fact fact;
    while (TRY(source.next_fact(fact))) {
        TRY(note_damage(restorer.fact(fact), is_damaged));
    }
    auto state = restorer.finish();
    is_damaged = !state;
    return state;
}

}  // namespace

Restored restore_from(core::ResourceNumber number, RowSource& source, bool* is_damaged) {
    bool damaged = false;
    Restored state = restore_rows(number, source, damaged);
    if (is_damaged != nullptr) {
        *is_damaged = damaged;
    }
    if (!state) {
        return std::unexpected(fmt::format("resource {}: {}", number.value(), state.error()));
    }
    return state;
}

}  // namespace standby::store
