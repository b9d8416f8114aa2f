#include "core/order/order_key.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"

#include <span>
#include <string>

namespace standby::core {
namespace {

// A lane spans 2^32 seconds, the middle one from 1949 to 2085; only a head start of decades leaves
// it, for a lane further ahead.
constexpr std::int64_t second_origin = 1'500'000'000 - (std::int64_t{1} << 31);

std::uint64_t keyed(std::uint32_t major, Ticket place) {
    return (std::uint64_t{major} << 32) | place;
}

std::int64_t second_of(Time at) {
    return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}

LinePlace by_second(std::uint8_t tier, std::int64_t second, Ticket place) {
    const std::int64_t since_origin = second - second_origin;
    return {.lane = {.tier = tier, .score = static_cast<std::int32_t>(-(since_origin >> 32))},
            .key = keyed(static_cast<std::uint32_t>(since_origin), place)};
}

// Who joined first. As long as nobody has waited before, tickets say so.
std::uint64_t joined_key(const OrderInput& input) {
    return input.by_time
               ? keyed(static_cast<std::uint32_t>(second_of(input.joined_at) - second_origin),
                       input.place)
               : input.place;
}

// Whoever went to the back has given the lot away.
std::optional<std::uint32_t> drawn_lot(const Rules& rules, const OrderInput& input) {
    if (input.place != input.ticket) {
        return std::nullopt;
    }
    if (input.is_sealed) {
        return input.lot;
    }
    const bool takes_part = rules.draw_at && input.joined_at < *rules.draw_at;
    return takes_part ? std::optional{lot_of(rules.draw_seed, input.ticket)} : std::nullopt;
}

}  // namespace

std::uint32_t lot_of(std::string_view seed, Ticket ticket) {
    std::string text{seed};
    text += ':';
    text += std::to_string(ticket);
    const auto digest = sha256(std::as_bytes(std::span{text}));
    std::uint32_t lot = 0;
    for (std::size_t index = 0; index < 4; ++index) {
        lot = (lot << 8) | std::to_integer<std::uint32_t>(digest[index]);
    }
    return lot;
}

std::int64_t virtual_join_second(const Rules& rules, const OrderInput& input) {
    const std::int64_t head_start =
        std::int64_t{input.points} * std::int64_t{rules.minutes_per_point} * 60;
    return second_of(input.joined_at) - head_start;
}

LinePlace order_key(const Rules& rules, const OrderInput& input) {
    switch (rules.order) {
    case Order::Fifo:
        return {.lane = {.tier = input.tier, .score = 0}, .key = joined_key(input)};
    case Order::Score:
        return {.lane = {.tier = input.tier, .score = input.points}, .key = joined_key(input)};
    case Order::HeadStart:
        return by_second(input.tier, virtual_join_second(rules, input), input.place);
    case Order::Lottery: {
        const std::optional<std::uint32_t> lot = drawn_lot(rules, input);
        return {.lane = {.tier = input.tier, .score = lot ? 1 : 0},
                .key = keyed(lot.value_or(0), input.place)};
    }
    }
    UNREACHABLE();
}

Line::Layout layout_for(Order order, bool by_time) {
    return (order == Order::Fifo || order == Order::Score) && !by_time ? Line::Layout::Sequence
                                                                       : Line::Layout::Keyed;
}

}  // namespace standby::core
