// Remembers which numbered requests of other nodes came already, so that one that somebody recorded
// and sends again counts for nothing. Requests overtake each other a little, and no more than that.
#pragma once

#include "base/guarded.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace standby::http {

class SeenNumbers {
public:
    static constexpr std::size_t window = 16'384;
    static constexpr std::size_t nodes_max = 256;

    // True once for each number of a node; false for one that came before, or is too old to tell.
    [[nodiscard]] bool take(const std::string& node, std::uint64_t number) {
        return table_.with([&](Table& table) {
            if (table.size() >= nodes_max && !table.contains(node)) {
                table.clear();  // Nodes come and go; so many at a time there are not.
            }
            Numbers& numbers = table[node];
            if (number > numbers.highest + window) {
                numbers.seen.reset();
                numbers.highest = number;
            }
            while (numbers.highest < number) {
                numbers.seen.reset(++numbers.highest % window);
            }
            if (number + window <= numbers.highest || numbers.seen.test(number % window)) {
                return false;
            }
            numbers.seen.set(number % window);
            return true;
        });
    }

private:
    struct Numbers {
        std::uint64_t highest = 0;
        std::bitset<window> seen;  // by the number modulo the window
    };
    using Table = std::map<std::string, Numbers>;

    Guarded<Table> table_;
};

}  // namespace standby::http
