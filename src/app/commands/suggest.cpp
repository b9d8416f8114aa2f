// The distance between words: letters put in, left out, changed, or swapped with their neighbour.
#include "app/commands/suggest.hpp"

#include <algorithm>
#include <vector>

namespace standby::app {
namespace {

std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::vector<std::size_t>> cost(left.size() + 1,
                                               std::vector<std::size_t>(right.size() + 1));
    for (std::size_t row = 0; row <= left.size(); ++row) {
        for (std::size_t column = 0; column <= right.size(); ++column) {
            if (row == 0 || column == 0) {
                cost[row][column] = row + column;
                continue;
            }
            const bool same = left[row - 1] == right[column - 1];
            std::size_t least = std::min({cost[row - 1][column] + 1, cost[row][column - 1] + 1,
                                          cost[row - 1][column - 1] + (same ? 0 : 1)});
            if (row > 1 && column > 1 && left[row - 1] == right[column - 2] &&
                left[row - 2] == right[column - 1]) {
                least = std::min(least, cost[row - 2][column - 2] + 1);
            }
            cost[row][column] = least;
        }
    }
    return cost[left.size()][right.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t word_length_max = 64;
    if (word.size() > word_length_max) {
        return {};
    }
    std::string_view best;
    std::size_t best_distance = word.size() / 3 + 2;
    for (const std::string& candidate : known) {
        const std::size_t found = distance(word, candidate);
        if (found < best_distance) {
            best = candidate;
            best_distance = found;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
    const std::string_view found = nearest(word, known);
    return found.empty() ? "" : "; did you mean '" + std::string(found) + "'?";
}

}  // namespace standby::app
