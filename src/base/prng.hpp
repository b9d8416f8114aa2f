// Deterministic random numbers: xoshiro256**, seeded through splitmix64. The same seed gives the
// same sequence on every platform and with every compiler, so a simulation can be replayed from
// its seed alone. Not for secrets.
#pragma once

#include "base/assert.hpp"

#include <bit>
#include <cstdint>

namespace standby {

// Spreads the bits of a number: one step of splitmix64. A bijection, with mix64(0) != 0.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t value) noexcept {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

class Prng {
public:
    constexpr explicit Prng(std::uint64_t seed) noexcept {
        for (std::uint64_t& word : state_) {
            word = mix64(seed);
            seed += 0x9e3779b97f4a7c15;
        }
    }

    // A uniform 64-bit number.
    constexpr std::uint64_t next() noexcept {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A uniform number in [0, limit), without bias. Requires limit > 0.
    constexpr std::uint64_t below(std::uint64_t limit) noexcept {
        ASSERT(limit > 0);
        // The high half of a 128-bit product maps 64 random bits onto [0, limit). The low half
        // says which of the few products per result that would cause bias have to be redrawn.
        Product product = static_cast<Product>(next()) * limit;
        if (static_cast<std::uint64_t>(product) < limit) {
            const std::uint64_t redraw_below = (0 - limit) % limit;
            while (static_cast<std::uint64_t>(product) < redraw_below) {
                product = static_cast<Product>(next()) * limit;
            }
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    // A uniform number in [lowest, highest], both included. Requires lowest <= highest.
    constexpr std::int64_t between(std::int64_t lowest, std::int64_t highest) noexcept {
        ASSERT(lowest <= highest);
        const std::uint64_t width =
            static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest);
        const std::uint64_t distance = width == UINT64_MAX ? next() : below(width + 1);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(lowest) + distance);
    }

    // True with the probability numerator / denominator. Requires denominator > 0 and
    // numerator <= denominator.
    constexpr bool chance(std::uint64_t numerator, std::uint64_t denominator) noexcept {
        ASSERT(numerator <= denominator);
        return below(denominator) < numerator;
    }

    // An independent generator, so that one part of a simulation can draw more numbers without
    // changing what the other parts see.
    [[nodiscard]] constexpr Prng fork() noexcept { return Prng(next()); }

private:
    __extension__ using Product = unsigned __int128;

    std::uint64_t state_[4];
};

}  // namespace standby
