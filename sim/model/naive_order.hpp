// The key by which the naive reference orders the line, and the two computations worth testing.
#pragma once

#include "sim/model/naive_state.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace standby::sim {

// Smaller is ahead.
struct NaiveKey {
    int tier = 0;
    std::int64_t first = 0;
    std::int64_t second = 0;
    Ticket place = 0;
    friend auto operator<=>(const NaiveKey&, const NaiveKey&) = default;
};

// `sealed`: the seed that the server drew, for a lottery that has one.
NaiveKey naive_key(const Rules& rules, const NaiveEntry& entry, const std::string& sealed = {});

// The lot that the published seed gives a ticket.
std::uint32_t naive_lot(const std::string& seed, Ticket ticket);
// The same for a person, where the server drew the seed.
std::uint32_t naive_lot(const std::string& seed, const std::string& words,
                        const std::string& participant);
std::string naive_participant(ResourceNumber list, ContactKey contact);

// The second at which someone with these points counts as having joined.
std::int64_t naive_virtual_second(Time joined, std::int32_t points, std::uint32_t minutes);

}  // namespace standby::sim
