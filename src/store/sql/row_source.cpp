#include "store/sql/row_source.hpp"

#include "store/codec/contacts.hpp"

#include <fmt/core.h>

namespace standby::store {

Result<bool, std::string> SqlRowSource::next_entry(RowView& view) {
    SqlRow* const row = TRY(next_row(Part::Entries, "entries", view));
    // What has ended is only counted by its state, and the rest need not be looked at.
    if (row != nullptr && !core::is_terminal(static_cast<core::EntryState>(view.state))) {
        view.data = row->blob(2);
        if (!decode_contacts(row->blob(3), contacts_)) {
            return damage_in("entries", view.number);
        }
        view.contacts = contacts_;
    }
    return row != nullptr;
}

Result<bool, std::string> SqlRowSource::next_opening(RowView& view) {
    SqlRow* const row = TRY(next_row(Part::Openings, "openings", view));
    view.data = row != nullptr ? row->blob(2) : std::span<const std::byte>{};
    return row != nullptr;
}

Result<bool, std::string> SqlRowSource::next_offer(RowView& view) {
    SqlRow* const row = TRY(next_row(Part::Offers, "offers", view));
    view.data = row != nullptr ? row->blob(2) : std::span<const std::byte>{};
    return row != nullptr;
}

Result<bool, std::string> SqlRowSource::next_fact(core::Fact& fact) {
    SqlRow* const row = TRY(next(Part::Facts));
    if (row == nullptr) {
        return false;
    }
    // One that only a newer version knows is no damage.
    fact = {.kind = static_cast<core::FactKind>(row->number<std::uint8_t>(0)),
            .key = row->hash(1),
            .value = row->hash(2)};
    if (row->is_damaged()) {
        return std::unexpected(
            fmt::format("damaged row in facts of resource {}", resource_.value()));
    }
    return true;
}

Result<SqlRow*, std::string> SqlRowSource::next_row(Part part, const char* table, RowView& view) {
    SqlRow* const row = TRY(next(part));
    contacts_.clear();
    view = {};
    if (row != nullptr) {
        view.number = row->number<std::uint32_t>(0);
        view.state = row->number<std::uint8_t>(1);
        if (row->is_damaged()) {
            return damage_in(table, view.number);
        }
    }
    return row;
}

std::unexpected<std::string> SqlRowSource::damage_in(const char* table,
                                                     std::uint32_t number) const {
    return std::unexpected(
        fmt::format("damaged row in {} ({}, {})", table, resource_.value(), number));
}

}  // namespace standby::store
