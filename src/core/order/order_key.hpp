// Who is ahead of whom: the one comparable key that the rules give each entry. To change what an
// order means, change it here.
#pragma once

#include "base/time.hpp"
#include "core/order/line.hpp"
#include "core/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::core {

struct OrderInput {
    Ticket ticket = 0;  // names the entry
    Ticket place = 0;   // differs from the ticket once the entry went to the back
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    Time joined_at{};      // or when it went to the back
    bool by_time = false;  // tickets do not tell who joined first
    // Of a lottery whose seed the server drew: what the entry drew, if it did.
    bool is_sealed = false;
    std::optional<std::uint32_t> lot{};
};

// Keys are compared by LinePlace's operator; ties cannot exist, the place is last in the key.
LinePlace order_key(const Rules& rules, const OrderInput& input);

// How a line must be laid out for this order.
Line::Layout layout_for(Order order, bool by_time);

// The lot of an entry where staff chose the seed, as earlier versions let them: the first four
// bytes of SHA-256("<seed>:<ticket>"). Lots of today are told in draw.hpp.
std::uint32_t lot_of(std::string_view seed, Ticket ticket);

// The second from which the entry counts as waiting, a head start included.
std::int64_t virtual_join_second(const Rules& rules, const OrderInput& input);

}  // namespace standby::core
