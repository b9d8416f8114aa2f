// Who would get a slot, how many it suits, and what keeps the others from it: for a slot that is
// only thought of, and for one that nobody fits. It asks the same evaluation that decides.
#pragma once

#include "core/decide/eligibility.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::core {

// So many of the line are looked at; a longer one is told as far as that.
inline constexpr std::size_t fits_looked_at_max = 10'000;
// Different reasons that are told; those that keep most people away come first.
inline constexpr std::size_t misses_max = 20;

// Why nobody is asked at all at the moment.
enum class HeldUp : std::uint8_t {
    Nothing,
    Paused,       // the list is
    DrawPending,  // it draws lots first
    Cutoff,       // it is too late to ask anybody
    Wave,         // others are asked first
};
std::string_view name_of(HeldUp held_up);  // "paused"; "nothing"

// Those whom the same check keeps away; by what they want, where that is a name.
struct Missed {
    Check check = Check::None;
    std::string wanted;  // the service, staff or place, as the first of them wrote it
    std::uint32_t count = 0;
    // The nearest time at which one of them could, for Earliest, Latest and Weekly; when one of
    // them can be told again, for TimeToAnswer in quiet hours.
    std::optional<Time> nearest;
    friend bool operator==(const Missed&, const Missed&) = default;
};

// How many it would suit if it said nothing about this; nothing where it says nothing anyway, or
// where that keeps nobody away.
struct Widened {
    std::optional<std::uint32_t> service;
    std::optional<std::uint32_t> staff;
    std::optional<std::uint32_t> place;
    std::optional<std::uint32_t> size;
    // If it went out now all the same, where quiet hours hold it up.
    std::optional<std::uint32_t> any_hour;
    friend bool operator==(const Widened&, const Widened&) = default;
};

struct Fits {
    HeldUp held_up = HeldUp::Nothing;
    Ticket first = 0;               // who would be asked first; 0: nobody
    bool first_is_instant = false;  // and has said yes in advance
    Time send_at{};                 // when they would be told; later than now in their quiet hours
    std::uint32_t fit = 0;          // so many pass all checks
    std::uint64_t waiting = 0;
    std::uint64_t looked_at = 0;  // less than `waiting` in a very long line
    std::vector<Missed> missed;
    Widened widened;
};

// The slot need not be there: of an opening that is not in the state, only the slot counts. One
// that has been offered to somebody is as good as free.
Fits fits_of(const ResourceState& state, const Opening& opening, const Context& context);

}  // namespace standby::core
