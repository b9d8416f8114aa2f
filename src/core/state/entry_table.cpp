#include "core/state/entry_table.hpp"

#include "core/order/footprint.hpp"

namespace standby::core {
namespace {

// The first chunk grows as needed, so that a small list stays small; later ones are made whole.
void reserve_all(EntryTable::Chunk& chunk) {
    chunk.state.reserve(EntryTable::chunk_size);
    chunk.flags.reserve(EntryTable::chunk_size);
    chunk.tier.reserve(EntryTable::chunk_size);
    chunk.party_size.reserve(EntryTable::chunk_size);
    chunk.points.reserve(EntryTable::chunk_size);
    chunk.profile.reserve(EntryTable::chunk_size);
    chunk.joined_at.reserve(EntryTable::chunk_size);
}

void push(EntryTable::Chunk& chunk, const EntryTable::Row& row) {
    chunk.state.push_back(row.state);
    chunk.flags.push_back(row.flags);
    chunk.tier.push_back(row.tier);
    chunk.party_size.push_back(row.party_size);
    chunk.points.push_back(row.points);
    chunk.profile.push_back(row.profile);
    chunk.joined_at.push_back(row.joined_at);
}

template <class Column>
void forget(Column& column) {
    Column{}.swap(column);
}

}  // namespace

Ticket EntryTable::append(const Row& row) {
    if (chunks_.empty()) {
        chunks_.emplace_back();
        push(chunks_.back(), Row{});  // ticket 0 does not exist
    }
    ++last_;
    if (offset(last_) == 0) {
        chunks_.emplace_back();
        reserve_all(chunks_.back());
    }
    Chunk& chunk = chunks_.back();
    push(chunk, row);
    ++chunk.active;
    return last_;
}

EntryTable::Row EntryTable::row(Ticket ticket) const {
    const Chunk& in = chunk(ticket);
    const std::uint32_t at = offset(ticket);
    return {.state = in.state[at],
            .flags = in.flags[at],
            .tier = in.tier[at],
            .party_size = in.party_size[at],
            .points = in.points[at],
            .profile = in.profile[at],
            .joined_at = in.joined_at[at]};
}

void EntryTable::set_state(Ticket ticket, EntryState state) {
    Chunk& in = edit(ticket);
    in.state[offset(ticket)] = state;
    if (is_terminal(state)) {
        give_up_row(in);
    }
}

void EntryTable::drop_alias(Ticket ticket) {
    give_up_row(edit(ticket));
}

void EntryTable::give_up_row(Chunk& chunk) {
    ASSERT(chunk.active > 0);
    --chunk.active;
    // The chunk that still takes new tickets keeps its columns.
    if (chunk.active > 0 || chunk.state.size() < chunk_size) {
        return;
    }
    forget(chunk.flags);
    forget(chunk.tier);
    forget(chunk.party_size);
    forget(chunk.points);
    forget(chunk.profile);
    forget(chunk.joined_at);
}

std::size_t EntryTable::memory_bytes() const {
    std::size_t total = heap_bytes(chunks_);
    for (const Chunk& chunk : chunks_) {
        total += heap_bytes(chunk.state) + heap_bytes(chunk.flags) + heap_bytes(chunk.tier) +
                 heap_bytes(chunk.party_size) + heap_bytes(chunk.points) +
                 heap_bytes(chunk.profile) + heap_bytes(chunk.joined_at);
    }
    return total;
}

}  // namespace standby::core
