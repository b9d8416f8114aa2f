// The pieces of the JSON that a run prints.
#pragma once

#include "bench/load/histogram.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace standby::bench::load {

// How many answers had each status.
using StatusCounts = std::array<std::uint64_t, 1000>;

// {"p50_ms":1.25,…,"max_ms":9.1,"mean_ms":1.5}
std::string latency_json(const Histogram& histogram);

// {"201":17,"503":2}: only those that occurred.
std::string statuses_json(const StatusCounts& counts);

// A JSON string.
std::string in_quotes(std::string_view text);

// Events per second, 0 in no time at all.
double rate_of(std::uint64_t count, Nanoseconds duration);

}  // namespace standby::bench::load
