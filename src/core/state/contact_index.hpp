// Recognises a person who joins again: from a contact key to the entries that have it. An open
// addressing table of 12-byte slots, split into segments once it is large, so that growing never
// stops the shard for long. Ended entries are swept out when a segment grows.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace standby::core {

class ContactIndex {
public:
    // Tells whether a ticket still counts; ended ones are dropped when a segment grows.
    using IsActive = std::function<bool(Ticket)>;

    void insert(ContactKey key, Ticket ticket, const IsActive& is_active);
    // Nothing happens when the pair is not there.
    void erase(ContactKey key, Ticket ticket);

    // Calls visit(ticket) -> bool continue for each ticket under the key, ended ones included, in
    // no particular order.
    template <class Visit>
    void for_each(ContactKey key, Visit&& visit) const {
        if (segments_.empty()) {
            return;
        }
        const Segment& segment = segments_[segment_of(key)];
        if (segment.tickets.empty()) {
            return;
        }
        const std::size_t mask = segment.tickets.size() - 1;
        for (std::size_t at = home_of(key) & mask; segment.tickets[at] != 0; at = (at + 1) & mask) {
            if (segment.keys[at] == key.value() && !visit(segment.tickets[at])) {
                return;
            }
        }
    }

    // Calls visit(key, ticket) for every pair, in no particular order.
    template <class Visit>
    void for_each_pair(Visit&& visit) const {
        for (const Segment& segment : segments_) {
            for (std::size_t at = 0; at < segment.tickets.size(); ++at) {
                if (segment.tickets[at] != 0) {
                    visit(ContactKey{segment.keys[at]}, segment.tickets[at]);
                }
            }
        }
    }

    std::size_t memory_bytes() const;

private:
    struct Segment {
        std::vector<std::uint64_t> keys;
        std::vector<Ticket> tickets;  // 0: empty; the size is a power of two
        std::size_t used = 0;
    };

    // Contact keys are keyed hashes already: their bits are as good as random.
    std::size_t segment_of(ContactKey key) const { return (key.value() >> 48) % segments_.size(); }
    static std::size_t home_of(ContactKey key) { return static_cast<std::size_t>(key.value()); }

    static void place(Segment& segment, std::uint64_t key, Ticket ticket);
    static void grow(Segment& segment, const IsActive& is_active);
    void split(const IsActive& is_active);

    std::vector<Segment> segments_;
};

}  // namespace standby::core
