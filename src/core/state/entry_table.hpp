// The entries of one resource as columns, in chunks of tickets. A waiting entry costs 20 bytes
// here; of an ended one a single byte remains, its state. Columns keep the scan for the next
// eligible entry at about a nanosecond per entry.
#pragma once

#include "base/assert.hpp"
#include "base/time.hpp"
#include "core/model/states.hpp"
#include "core/order/ticket.hpp"
#include "core/state/profiles.hpp"

#include <cstdint>
#include <vector>

namespace standby::core {

// Bits of the flags column.
namespace entry_flags {
inline constexpr std::uint8_t redrawn = 1;  // has another place in line than its ticket
inline constexpr std::uint8_t alias = 2;    // not an entry: the place of a redrawn one
inline constexpr std::uint8_t marked = 4;   // has a row among the marks
inline constexpr std::uint8_t proven = 8;   // the epoch of its links is odd
}  // namespace entry_flags

class EntryTable {
public:
    static constexpr Ticket chunk_size = 4096;

    struct Row {
        EntryState state = EntryState::None;
        std::uint8_t flags = 0;
        std::uint8_t tier = 0;
        std::uint8_t party_size = 1;
        std::int32_t points = 0;
        ProfileNumber profile = 0;
        Time joined_at{};
    };

    struct Chunk {
        std::vector<EntryState> state;
        std::vector<std::uint8_t> flags;
        std::vector<std::uint8_t> tier;
        std::vector<std::uint8_t> party_size;
        std::vector<std::int32_t> points;
        std::vector<ProfileNumber> profile;
        std::vector<Time> joined_at;
        std::uint32_t active = 0;
    };

    // The last ticket drawn; 0 when none. Tickets count from 1.
    Ticket last() const { return last_; }

    // Adds the row of the next ticket and returns that ticket.
    Ticket append(const Row& row);
    // The row of an active entry, or of an alias.
    Row row(Ticket ticket) const;

    EntryState state(Ticket ticket) const {
        if (ticket == 0 || ticket > last_) {
            return EntryState::None;
        }
        return chunk(ticket).state[offset(ticket)];
    }
    std::uint8_t flags(Ticket ticket) const { return chunk(ticket).flags[offset(ticket)]; }
    std::uint8_t tier(Ticket ticket) const { return chunk(ticket).tier[offset(ticket)]; }
    std::uint32_t party_size(Ticket ticket) const {
        return chunk(ticket).party_size[offset(ticket)];
    }
    std::int32_t points(Ticket ticket) const { return chunk(ticket).points[offset(ticket)]; }
    ProfileNumber profile(Ticket ticket) const { return chunk(ticket).profile[offset(ticket)]; }
    Time joined_at(Ticket ticket) const { return chunk(ticket).joined_at[offset(ticket)]; }

    void set_flags(Ticket ticket, std::uint8_t flags) {
        edit(ticket).flags[offset(ticket)] = flags;
    }
    void set_tier(Ticket ticket, std::uint8_t tier) { edit(ticket).tier[offset(ticket)] = tier; }
    void set_party_size(Ticket ticket, std::uint32_t size) {
        edit(ticket).party_size[offset(ticket)] = static_cast<std::uint8_t>(size);
    }
    void set_points(Ticket ticket, std::int32_t points) {
        edit(ticket).points[offset(ticket)] = points;
    }
    void set_profile(Ticket ticket, ProfileNumber profile) {
        edit(ticket).profile[offset(ticket)] = profile;
    }
    // A terminal state gives the row up: only the state can be asked afterwards.
    void set_state(Ticket ticket, EntryState state);
    // From one terminal state to another.
    void correct_state(Ticket ticket, EntryState state) {
        edit(ticket).state[offset(ticket)] = state;
    }
    // The row of an alias is no longer needed.
    void drop_alias(Ticket ticket);

    static std::uint32_t offset(Ticket ticket) { return ticket % chunk_size; }
    const Chunk& chunk(Ticket ticket) const { return chunks_[ticket / chunk_size]; }

    std::size_t memory_bytes() const;

private:
    Chunk& edit(Ticket ticket) {
        ASSERT(ticket <= last_);
        return chunks_[ticket / chunk_size];
    }
    static void give_up_row(Chunk& chunk);

    std::vector<Chunk> chunks_;
    Ticket last_ = 0;
};

}  // namespace standby::core
