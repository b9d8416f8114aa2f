#include "notify/relay/lanes.hpp"

#include "notify/relay/plan.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

const engine::OutboxRow& row_of(const engine::OutboxRow& row) {
    return row;
}
const engine::OutboxRow& row_of(const Waiting& waiting) {
    return waiting.row;
}

// The heap's largest is the one whose turn is first.
constexpr auto is_later = [](const auto& left, const auto& right) {
    return turn_of(row_of(right)) < turn_of(row_of(left));
};

}  // namespace

Turn turn_of(const engine::OutboxRow& row) {
    const bool is_bulk = !is_urgent(row.kind);
    // Whatever waits longest goes first, however often it was tried: what is tried again falls due
    // later each time, and its number tells when it was made.
    return {is_bulk, is_bulk ? row.due_at : Time{}, row.id};
}

template <class Item>
void TurnQueue<Item>::push(Item item) {
    items_.push_back(std::move(item));
    std::ranges::push_heap(items_, is_later);
}

template <class Item>
Item TurnQueue<Item>::pop() {
    std::ranges::pop_heap(items_, is_later);
    Item item = std::move(items_.back());
    items_.pop_back();
    return item;
}

template <class Item>
template <class Predicate>
std::optional<Turn> TurnQueue<Item>::first_turn(const Predicate& is_wanted) const {
    std::optional<Turn> first;
    for (const Item& item : items_) {
        if (is_wanted(item)) {
            const Turn turn = turn_of(row_of(item));
            first = first ? std::min(*first, turn) : turn;
        }
    }
    return first;
}

template <class Item>
template <class Predicate>
std::optional<Item> TurnQueue<Item>::pop_first(const Predicate& is_wanted) {
    const auto first = first_turn(is_wanted);
    if (!first) {
        return std::nullopt;
    }
    const auto found = std::ranges::find_if(
        items_, [&](const Item& item) { return turn_of(row_of(item)) == *first; });
    Item item = std::move(*found);
    items_.erase(found);
    std::ranges::make_heap(items_, is_later);
    return item;
}

template class TurnQueue<engine::OutboxRow>;
template class TurnQueue<Waiting>;

Lanes::LaneKey Lanes::lane_key(const RateKey& key) {
    return {key.channel, key.sender, key.account_rate > 0 ? key.account.value() : 0};
}

void Lanes::push(const RateKey& key, Waiting waiting) {
    Lane& lane = lanes_[lane_key(key)];
    lane.key = key;
    lane.queue.push(std::move(waiting));
}

std::optional<Lanes::Picked> Lanes::pick(engine::Channel channel, Rates& rates, Time now) {
    auto best = lanes_.end();
    for (auto lane = lanes_.begin(); lane != lanes_.end(); ++lane) {
        if (lane->first.channel != channel || rates.next(lane->second.key, now) > now) {
            continue;
        }
        if (best == lanes_.end() ||
            turn_of(lane->second.queue.front().row) < turn_of(best->second.queue.front().row)) {
            best = lane;
        }
    }
    if (best == lanes_.end()) {
        return std::nullopt;
    }
    Picked picked{best->second.key, best->second.queue.pop()};
    rates.take(picked.key, now);
    if (best->second.queue.empty()) {
        lanes_.erase(best);
    }
    return picked;
}

std::optional<Lanes::Picked> Lanes::pick_beside(engine::Channel channel, Rates& rates, Time now,
                                                const std::set<std::uint64_t>& neighbours) {
    const auto is_beside = [&](const Waiting& waiting) {
        return !neighbours.contains(waiting.neighbours);
    };
    auto best = lanes_.end();
    std::optional<Turn> best_turn;
    for (auto lane = lanes_.begin(); lane != lanes_.end(); ++lane) {
        if (lane->first.channel != channel || rates.next(lane->second.key, now) > now) {
            continue;
        }
        const auto turn = lane->second.queue.first_turn(is_beside);
        if (turn && (!best_turn || *turn < *best_turn)) {
            best = lane;
            best_turn = turn;
        }
    }
    if (best == lanes_.end()) {
        return pick(channel, rates, now);
    }
    Picked picked{best->second.key, *best->second.queue.pop_first(is_beside)};
    rates.take(picked.key, now);
    if (best->second.queue.empty()) {
        lanes_.erase(best);
    }
    return picked;
}

std::vector<Waiting> Lanes::take_all(engine::Channel channel) {
    std::vector<Waiting> all;
    for (auto& [key, lane] : lanes_) {
        while (key.channel == channel && !lane.queue.empty()) {
            all.push_back(lane.queue.pop());
        }
    }
    std::erase_if(lanes_, [](const auto& lane) { return lane.second.queue.empty(); });
    return all;
}

bool Lanes::would_overtake(const Turn& turn) const {
    return std::ranges::any_of(
        lanes_, [&](const auto& lane) { return turn < turn_of(lane.second.queue.front().row); });
}

std::optional<Time> Lanes::next(engine::Channel channel, const Rates& rates, Time now) const {
    std::optional<Time> earliest;
    for (const auto& [key, lane] : lanes_) {
        if (key.channel == channel) {
            const Time at = rates.next(lane.key, now);
            earliest = earliest ? std::min(*earliest, at) : at;
        }
    }
    return earliest;
}

std::size_t Lanes::size(engine::Channel channel) const {
    std::size_t total = 0;
    for (const auto& [key, lane] : lanes_) {
        total += key.channel == channel ? lane.queue.size() : 0;
    }
    return total;
}

std::size_t Lanes::size(const RateKey& key) const {
    const auto found = lanes_.find(lane_key(key));
    return found == lanes_.end() ? 0 : found->second.queue.size();
}

}  // namespace standby::notify
