// Messages that wait to leave, in fair order. Those that share a sender and a limit wait in one
// lane, so that a slow number or a busy house holds up nobody else.
#pragma once

#include "notify/relay/gathered.hpp"
#include "notify/relay/rates.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace standby::notify {

// What comes first: offers before everything else, the oldest first; then what fell due first.
struct Turn {
    bool is_bulk = false;
    Time due_at{};  // only of the rest
    std::uint64_t id = 0;
    friend auto operator<=>(const Turn&, const Turn&) = default;
};
Turn turn_of(const engine::OutboxRow& row);

// Things in the order of their turns.
template <class Item>
class TurnQueue {
public:
    void push(Item item);
    Item pop();  // must not be empty
    // The first in turn of those at which the predicate is true; nothing when it is at none. Looks
    // at all of them.
    template <class Predicate>
    std::optional<Item> pop_first(const Predicate& is_wanted);
    template <class Predicate>
    std::optional<Turn> first_turn(const Predicate& is_wanted) const;
    const Item& front() const { return items_.front(); }
    const std::vector<Item>& in_no_order() const { return items_; }
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }

private:
    std::vector<Item> items_;  // a heap
};

struct Waiting {
    engine::OutboxRow row;
    // Who share whatever takes their messages in at the other end: the domain of a mail address.
    // 0: nobody.
    std::uint64_t neighbours = 0;
    std::unique_ptr<Gathered> gathered;  // what was known when it was put here; may be null
    Time gathered_at{};
};

class Lanes {
public:
    void push(const RateKey& key, Waiting waiting);

    struct Picked {
        RateKey key;
        Waiting waiting;
    };
    // The message whose turn it is on a channel, among those that the rates let go now; its tokens
    // are taken. Nothing when none may go.
    std::optional<Picked> pick(engine::Channel channel, Rates& rates, Time now);
    // The same, but rather a message to others than these. For a channel on which one message at a
    // time finds out whether it works: it costs a look at all that wait.
    std::optional<Picked> pick_beside(engine::Channel channel, Rates& rates, Time now,
                                      const std::set<std::uint64_t>& neighbours);
    // All that wait on a channel, in no particular order; none waits afterwards.
    std::vector<Waiting> take_all(engine::Channel channel);
    // Whether this turn would come before that of some lane's next.
    bool would_overtake(const Turn& turn) const;
    // When the next may go on the channel; nothing when none waits.
    std::optional<Time> next(engine::Channel channel, const Rates& rates, Time now) const;

    std::size_t size(engine::Channel channel) const;
    std::size_t size(const RateKey& key) const;

private:
    struct LaneKey {
        engine::Channel channel;
        std::string sender;
        std::uint32_t account;  // only of those that have a limit of their own
        friend auto operator<=>(const LaneKey&, const LaneKey&) = default;
    };
    struct Lane {
        RateKey key;
        TurnQueue<Waiting> queue;
    };
    static LaneKey lane_key(const RateKey& key);

    std::map<LaneKey, Lane> lanes_;
};

}  // namespace standby::notify
