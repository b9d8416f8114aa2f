// Hands every row of a source to core's Restorer, which finds out what is wrong with them.
#include "store/codec/restore.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using Restored = Result<std::unique_ptr<core::ResourceState>, std::string>;

Restored restore_rows(core::ResourceNumber number, RowSource& source) {
    core::Restorer restorer(number);
    TRY(restorer.resource(source.resource()));
    RowView row;
    while (TRY(source.next_entry(row))) {
        TRY(restorer.entry(row.number, static_cast<core::EntryState>(row.state), row.data,
                           row.contacts));
    }
    while (TRY(source.next_opening(row))) {
        TRY(restorer.opening(core::OpeningNumber{row.number},
                             static_cast<core::OpeningState>(row.state), row.data));
    }
    while (TRY(source.next_offer(row))) {
        TRY(restorer.offer(core::OfferNumber{row.number}, static_cast<core::OfferState>(row.state),
                           row.data));
    }
    core::Fact fact;
    while (TRY(source.next_fact(fact))) {
        TRY(restorer.fact(fact));
    }
    return restorer.finish();
}

}  // namespace

Restored restore_from(core::ResourceNumber number, RowSource& source) {
    Restored state = restore_rows(number, source);
    if (!state) {
        return std::unexpected(fmt::format("resource {}: {}", number.value(), state.error()));
    }
    return state;
}

}  // namespace standby::store
