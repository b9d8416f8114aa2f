// A window that moves up with the highest number.
#include "http/forward/seen_numbers.hpp"

namespace standby::http {

bool SeenNumbers::take(const std::string& node, std::uint64_t number) {
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

}  // namespace standby::http
