// How many days back figures go: ?days=.
#pragma once

#include "base/result.hpp"
#include "http/api/problem.hpp"
#include "http/routes/call.hpp"

#include <charconv>
#include <cstdint>
#include <string>

namespace standby::http {

inline constexpr std::uint32_t stats_days_max = 366;

inline Result<std::uint32_t, Problem> parse_days(const Call& call, std::uint32_t otherwise) {
    const auto text = call.request.parameter("days");
    if (!text) {
        return otherwise;
    }
    std::uint32_t days = 0;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, days);
    if (error != std::errc{} || stop != end || days < 1 || days > stats_days_max) {
        return std::unexpected(
            invalid("days", "must be a whole number from 1 to " + std::to_string(stats_days_max)));
    }
    return days;
}

}  // namespace standby::http
