// Insertion with growth, erasure by backward shift.
#include "core/state/contact_index.hpp"

#include "core/order/footprint.hpp"

#include <utility>

namespace standby::core {
namespace {

constexpr std::size_t first_size = 16;
constexpr std::size_t split_at = 1U << 16;
constexpr std::size_t segments_when_split = 256;

// Linear probing stays short up to five sixths.
bool is_full(std::size_t used, std::size_t size) {
    return used * 6 >= size * 5;
}

}  // namespace

void ContactIndex::place(Segment& segment, std::uint64_t key, Ticket ticket) {
    const std::size_t mask = segment.tickets.size() - 1;
    std::size_t at = static_cast<std::size_t>(key) & mask;
    while (segment.tickets[at] != 0) {
        at = (at + 1) & mask;
    }
    segment.keys[at] = key;
    segment.tickets[at] = ticket;
    ++segment.used;
}

void ContactIndex::grow(Segment& segment, const IsActive& is_active) {
    std::size_t active = 0;
    for (const Ticket ticket : segment.tickets) {
        active += ticket != 0 && is_active(ticket) ? 1U : 0U;
    }
    std::size_t size = first_size;
    while (is_full(active * 4 / 3 + 1, size)) {
        size *= 2;
    }
    Segment grown;
    grown.keys.resize(size);
    grown.tickets.resize(size);
    for (std::size_t at = 0; at < segment.tickets.size(); ++at) {
        if (segment.tickets[at] != 0 && is_active(segment.tickets[at])) {
            place(grown, segment.keys[at], segment.tickets[at]);
        }
    }
    segment = std::move(grown);
}

void ContactIndex::split(const IsActive& is_active) {
    const Segment whole = std::exchange(segments_.front(), Segment{});
    segments_.resize(segments_when_split);
    for (std::size_t at = 0; at < whole.tickets.size(); ++at) {
        if (whole.tickets[at] != 0 && is_active(whole.tickets[at])) {
            insert(ContactKey{whole.keys[at]}, whole.tickets[at], is_active);
        }
    }
}

void ContactIndex::insert(ContactKey key, Ticket ticket, const IsActive& is_active) {
    if (segments_.empty()) {
        segments_.emplace_back();
    }
    if (segments_.size() == 1 && segments_.front().used >= split_at) {
        split(is_active);
    }
    Segment& segment = segments_[segment_of(key)];
    if (is_full(segment.used + 1, segment.tickets.size())) {
        grow(segment, is_active);
    }
    place(segment, key.value(), ticket);
}

void ContactIndex::erase(ContactKey key, Ticket ticket) {
    if (segments_.empty()) {
        return;
    }
    Segment& segment = segments_[segment_of(key)];
    if (segment.tickets.empty()) {
        return;
    }
    const std::size_t mask = segment.tickets.size() - 1;
    std::size_t hole = home_of(key) & mask;
    while (segment.tickets[hole] != 0 &&
           (segment.keys[hole] != key.value() || segment.tickets[hole] != ticket)) {
        hole = (hole + 1) & mask;
    }
    if (segment.tickets[hole] == 0) {
        return;
    }
    // Pull back those behind the hole that would not be found past it.
    std::size_t next = hole;
    while (true) {
        next = (next + 1) & mask;
        if (segment.tickets[next] == 0) {
            break;
        }
        const std::size_t home = static_cast<std::size_t>(segment.keys[next]) & mask;
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            segment.keys[hole] = segment.keys[next];
            segment.tickets[hole] = segment.tickets[next];
            hole = next;
        }
    }
    segment.tickets[hole] = 0;
    --segment.used;
}

std::size_t ContactIndex::memory_bytes() const {
    std::size_t total = heap_bytes(segments_);
    for (const Segment& segment : segments_) {
        total += heap_bytes(segment.keys) + heap_bytes(segment.tickets);
    }
    return total;
}

}  // namespace standby::core
