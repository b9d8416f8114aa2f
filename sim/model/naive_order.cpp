// The line, sorted anew at each question, and the positions that people see.
#include "sim/model/naive_order.hpp"

#include "base/civil.hpp"
#include "base/sha256.hpp"
#include "sim/model/naive_resource.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>

namespace standby::sim {

std::uint32_t naive_lot(const std::string& seed, Ticket ticket) {
    const std::string text = seed + ":" + std::to_string(ticket);
    const Sha256Digest digest = sha256(std::as_bytes(std::span{text}));
    std::uint32_t lot = 0;
    for (std::size_t index = 0; index < 4; ++index) {
        lot = (lot << 8) | std::to_integer<std::uint32_t>(digest[index]);
    }
    return lot;
}

namespace {

std::string hash_of(const std::string& text) {
    return to_hex(sha256(std::as_bytes(std::span{text})));
}

}  // namespace

std::uint32_t naive_lot(const std::string& seed, const std::string& words,
                        const std::string& participant) {
    const std::string text = "standby lot\n" + seed + "\n" + participant + "\n" + words;
    return static_cast<std::uint32_t>(std::stoul(hash_of(text).substr(0, 8), nullptr, 16));
}

std::string naive_participant(ResourceNumber list, ContactKey contact) {
    return hash_of(fmt::format("standby participant\n{}\n{:016x}", core::format_id(list),
                               contact.value()))
        .substr(0, 16);
}

std::int64_t naive_virtual_second(Time joined, std::int32_t points, std::uint32_t minutes) {
    const std::int64_t second = floor_divide(joined.time_since_epoch().count(), 1000);
    return second - std::int64_t{points} * minutes * 60;
}

// All orders in one shape: tier first, then two numbers of the order's own, then the place.
NaiveKey naive_key(const Rules& rules, const NaiveEntry& entry, const std::string& sealed) {
    NaiveKey key{.tier = -int{entry.tier}, .place = entry.place};
    switch (rules.order) {
    case Order::Fifo:
        key.first = naive_virtual_second(entry.in_line_at, 0, 0);
        break;
    case Order::Score:
        key.first = -std::int64_t{entry.points};
        key.second = naive_virtual_second(entry.in_line_at, 0, 0);
        break;
    case Order::HeadStart:
        key.first = naive_virtual_second(entry.in_line_at, entry.points, rules.minutes_per_point);
        break;
    case Order::Lottery: {
        const bool takes_part = sealed.empty() ? entry.joined_at < rules.draw_at : entry.in_draw;
        key.first = takes_part && !entry.went_back ? 0 : 1;
        if (key.first == 0) {
            key.second = sealed.empty() ? naive_lot(rules.draw_seed, entry.ticket)
                                        : naive_lot(sealed, rules.draw_words, entry.participant);
        }
        break;
    }
    }
    return key;
}

std::vector<const NaiveEntry*> NaiveResource::line() const {
    std::vector<std::pair<NaiveKey, const NaiveEntry*>> keyed;
    for (const NaiveEntry& entry : state_.entries) {
        if (entry.state == EntryState::Waiting) {
            keyed.emplace_back(naive_key(state_.rules, entry, state_.draw_seed), &entry);
        }
    }
    std::ranges::sort(keyed, {}, [](const auto& pair) { return pair.first; });
    std::vector<const NaiveEntry*> sorted;
    for (const auto& [key, entry] : keyed) {
        sorted.push_back(entry);
    }
    return sorted;
}

std::uint32_t NaiveResource::position_of(const NaiveEntry& entry) const {
    const auto before = std::ranges::count_if(state_.back_tickets,
                                              [&](Ticket drawn) { return drawn < entry.ticket; });
    return entry.ticket - static_cast<std::uint32_t>(before);
}

}  // namespace standby::sim
