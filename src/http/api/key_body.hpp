// The bodies about API keys, and the one that sets the clock of a test server.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/registry.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t key_label_length_max = 100;

// POST /v1/keys.
struct KeyBody {
    engine::Role role = engine::Role::ReadOnly;
    std::string label;
};
Result<KeyBody, Problem> parse_key(std::string_view body);

// POST /test/clock, on servers with a manual clock only.
struct ClockBody {
    Time to{};
};
Result<ClockBody, Problem> parse_clock(std::string_view body);

}  // namespace standby::http
