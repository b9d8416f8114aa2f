// The lanes of a line in order, each an ordered set of keys (SequenceSet or KeySet). Two levels:
// groups of up to 64 neighbouring lanes, with prefix sums over the groups, so that a rank adds up
// a handful of numbers even when a line has thousands of lanes. Empty lanes do not exist.
#pragma once

#include "base/assert.hpp"
#include "core/order/count_tree.hpp"
#include "core/order/footprint.hpp"
#include "core/order/lane_order.hpp"
#include "core/order/line_place.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace standby::core {

// A value: copies are deep and independent. Line documents the operations.
template <class Set>
class Lanes {
public:
    using Value = typename Set::Value;

    std::uint64_t size() const { return size_; }

    void insert(const LinePlace& place) {
        const LaneOrder order = lane_order(place.lane);
        Position position = position_of(order);
        if (!is_lane(position, order)) {
            position = add_lane(position, order);
        }
        Group& group = groups_[position.group];
        group.sets[position.lane].insert(value_of(place));
        ++group.sizes[position.lane];
        group_sizes_.increment(position.group);
        ++size_;
    }

    void erase(const LinePlace& place) {
        const LaneOrder order = lane_order(place.lane);
        const Position position = position_of(order);
        ASSERT(is_lane(position, order));
        Group& group = groups_[position.group];
        group.sets[position.lane].erase(value_of(place));
        --group.sizes[position.lane];
        group_sizes_.decrement(position.group);
        --size_;
        if (group.sizes[position.lane] == 0) {
            remove_lane(position);
        }
    }

    bool contains(const LinePlace& place) const {
        const LaneOrder order = lane_order(place.lane);
        const Position position = position_of(order);
        return is_lane(position, order) &&
               groups_[position.group].sets[position.lane].contains(value_of(place));
    }

    std::uint64_t ahead_of(const LinePlace& place) const {
        const LaneOrder order = lane_order(place.lane);
        const Position position = position_of(order);
        std::uint64_t ahead = group_sizes_.sum_before(position.group);
        if (position.group == groups_.size()) {
            return ahead;
        }
        const Group& group = groups_[position.group];
        for (std::size_t lane = 0; lane < position.lane; ++lane) {
            ahead += group.sizes[lane];
        }
        if (is_lane(position, order)) {
            ahead += group.sets[position.lane].count_below(value_of(place));
        }
        return ahead;
    }

    std::optional<LinePlace> at(std::uint64_t index) const {
        if (index >= size_) {
            return std::nullopt;
        }
        const Item item = item_at(index);
        const Group& group = groups_[item.position.group];
        return place_of(group, item.position.lane, group.sets[item.position.lane].at(item.index));
    }

    template <class Predicate>
    std::optional<LinePlace> find_first(Predicate& predicate) const {
        const auto find_in = [&](const Set& set) {
            if constexpr (std::is_same_v<Value, Ticket>) {
                return set.find_first(predicate);  // as it is, with its filter if it has one
            } else {
                return set.find_first(
                    [&](Value value) { return predicate(static_cast<Ticket>(value)); });
            }
        };
        for (const Group& group : groups_) {
            for (std::size_t lane = 0; lane < group.sets.size(); ++lane) {
                if (const auto found = find_in(group.sets[lane])) {
                    return place_of(group, lane, *found);
                }
            }
        }
        return std::nullopt;
    }

    template <class Visit>
    void for_each_from(std::uint64_t index, Visit& visit) const {
        if (index >= size_) {
            return;
        }
        const Item item = item_at(index);
        Position position = item.position;
        Value from = groups_[position.group].sets[position.lane].at(item.index);
        for (; position.group < groups_.size(); ++position.group, position.lane = 0) {
            const Group& group = groups_[position.group];
            for (; position.lane < group.sets.size(); ++position.lane) {
                const bool reached_end =
                    group.sets[position.lane].for_each_from(from, [&](Value value) {
                        return visit(place_of(group, position.lane, value));
                    });
                if (!reached_end) {
                    return;
                }
                from = 0;
            }
        }
    }

    std::size_t memory_bytes() const {
        std::size_t bytes = sizeof(*this) - sizeof(group_sizes_) + group_sizes_.memory_bytes() +
                            heap_bytes(groups_);
        for (const Group& group : groups_) {
            bytes += heap_bytes(group.orders) + heap_bytes(group.sizes) + heap_bytes(group.sets);
            for (const Set& set : group.sets) {
                bytes += set.memory_bytes() - sizeof(Set);
            }
        }
        return bytes;
    }

private:
    static constexpr std::size_t group_lanes_max = 64;
    static constexpr std::size_t merged_lanes_max = 32;

    struct Group {
        std::vector<LaneOrder> orders;     // ascending
        std::vector<std::uint64_t> sizes;  // of the sets, beside each other for summing
        std::vector<Set> sets;
    };

    struct Position {
        std::size_t group = 0;
        std::size_t lane = 0;
    };

    struct Item {
        Position position;
        std::uint64_t index = 0;  // within the lane
    };

    static Value value_of(const LinePlace& place) {
        ASSERT(static_cast<Value>(place.key) == place.key);
        return static_cast<Value>(place.key);
    }

    static LinePlace place_of(const Group& group, std::size_t lane, Value value) {
        return {.lane = lane_key(group.orders[lane]), .key = value};
    }

    // Where the lane is or would be: the last group that starts at or before it, the first lane in
    // it that is not before it. With no groups at all, group 0, which does not exist yet.
    Position position_of(LaneOrder order) const {
        if (groups_.empty()) {
            return {};
        }
        std::size_t group = 0;
        if (groups_.size() > 1) {
            const auto after = std::ranges::upper_bound(
                groups_.begin() + 1, groups_.end(), order, {},
                [](const Group& candidate) { return candidate.orders.front(); });
            group = static_cast<std::size_t>(after - groups_.begin()) - 1;
        }
        const auto& orders = groups_[group].orders;
        const auto found = std::ranges::lower_bound(orders, order);
        return {.group = group, .lane = static_cast<std::size_t>(found - orders.begin())};
    }

    bool is_lane(const Position& position, LaneOrder order) const {
        if (position.group == groups_.size()) {
            return false;
        }
        const auto& orders = groups_[position.group].orders;
        return position.lane < orders.size() && orders[position.lane] == order;
    }

    Item item_at(std::uint64_t index) const {
        const CountTree::Found found = group_sizes_.find(index);
        Item item{.position = {.group = found.index, .lane = 0}, .index = found.remainder};
        const auto& sizes = groups_[found.index].sizes;
        while (item.index >= sizes[item.position.lane]) {
            item.index -= sizes[item.position.lane];
            ++item.position.lane;
        }
        return item;
    }

    // Puts an empty lane there and returns where it ended up.
    Position add_lane(Position position, LaneOrder order) {
        if (groups_.empty()) {
            groups_.emplace_back();
            group_sizes_.insert(0, 0);
        } else if (groups_[position.group].sets.size() == group_lanes_max) {
            position = split_group(position);
        }
        Group& group = groups_[position.group];
        const auto offset = static_cast<std::ptrdiff_t>(position.lane);
        group.orders.insert(group.orders.begin() + offset, order);
        group.sizes.insert(group.sizes.begin() + offset, 0);
        group.sets.emplace(group.sets.begin() + offset);
        return position;
    }

    // Moves the second half of a group into a new one; returns where the position is afterwards.
    Position split_group(Position position) {
        constexpr std::size_t keep = group_lanes_max / 2;
        Group added;
        std::uint64_t moved = move_lanes(groups_[position.group], keep, added);
        group_sizes_.add(position.group, std::uint64_t{0} - moved);
        group_sizes_.insert(position.group + 1, moved);
        groups_.insert(groups_.begin() + static_cast<std::ptrdiff_t>(position.group) + 1,
                       std::move(added));
        if (position.lane <= keep) {
            return position;
        }
        return {.group = position.group + 1, .lane = position.lane - keep};
    }

    void remove_lane(const Position& position) {
        Group& group = groups_[position.group];
        const auto offset = static_cast<std::ptrdiff_t>(position.lane);
        group.orders.erase(group.orders.begin() + offset);
        group.sizes.erase(group.sizes.begin() + offset);
        group.sets.erase(group.sets.begin() + offset);
        if (group.sets.empty()) {
            remove_group(position.group);
        } else if (position.group + 1 < groups_.size() &&
                   group.sets.size() + groups_[position.group + 1].sets.size() <=
                       merged_lanes_max) {
            const std::uint64_t moved = move_lanes(groups_[position.group + 1], 0, group);
            group_sizes_.add(position.group, moved);
            remove_group(position.group + 1);
        }
    }

    void remove_group(std::size_t index) {
        groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(index));
        group_sizes_.erase(index);
    }

    // Moves the lanes of `from`, starting at `begin`, to the end of `to`; returns their entries.
    static std::uint64_t move_lanes(Group& from, std::size_t begin, Group& to) {
        std::uint64_t moved = 0;
        for (std::size_t lane = begin; lane < from.sets.size(); ++lane) {
            moved += from.sizes[lane];
            to.orders.push_back(from.orders[lane]);
            to.sizes.push_back(from.sizes[lane]);
            to.sets.push_back(std::move(from.sets[lane]));
        }
        from.orders.resize(begin);
        from.sizes.resize(begin);
        from.sets.resize(begin);
        return moved;
    }

    std::vector<Group> groups_;  // in order, none empty
    CountTree group_sizes_;      // entries in each group
    std::uint64_t size_ = 0;
};

}  // namespace standby::core
