// The two clocks of a load run: the monotonic one, in nanoseconds, which other processes of the
// same machine can compare with theirs, and the processor time that this process has used.
#pragma once

#include <cstdint>

namespace standby::bench::load {

// A moment of CLOCK_MONOTONIC, or a distance between two, in nanoseconds.
using Nanoseconds = std::int64_t;

constexpr Nanoseconds nanoseconds_per_second = 1'000'000'000;
constexpr Nanoseconds nanoseconds_per_millisecond = 1'000'000;

[[nodiscard]] Nanoseconds monotonic_now();

// User and system time of this process so far.
[[nodiscard]] double cpu_seconds();

[[nodiscard]] constexpr Nanoseconds from_seconds(double seconds) {
    return static_cast<Nanoseconds>(seconds * static_cast<double>(nanoseconds_per_second));
}

[[nodiscard]] constexpr double to_seconds(Nanoseconds duration) {
    return static_cast<double>(duration) / static_cast<double>(nanoseconds_per_second);
}

}  // namespace standby::bench::load
