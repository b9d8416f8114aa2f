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
    [[nodiscard]] bool take(const std::string& node, std::uint64_t number);

private:
    struct Numbers {
        std::uint64_t highest = 0;
        std::bitset<window> seen;  // by the number modulo the window
    };
    using Table = std::map<std::string, Numbers>;

    Guarded<Table> table_;
};

}  // namespace standby::http
