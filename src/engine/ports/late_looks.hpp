// How often guests come back to an offer that has expired, and how long after: the only trace of
// those who would have said yes. A figure; nobody's data.
#pragma once

#include "core/model/ids.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace standby::engine {

// How long after the end of the offer. The places in this table are stored: spans are added at the
// end only. The names are labels of metrics, and stand in exports.
inline constexpr auto late_look_spans =
    std::to_array<std::pair<std::string_view, std::chrono::minutes>>({
        {"10m", std::chrono::minutes{10}},
        {"30m", std::chrono::minutes{30}},
        {"1h", std::chrono::hours{1}},
        {"3h", std::chrono::hours{3}},
        {"12h", std::chrono::hours{12}},
        {"1d", std::chrono::hours{24}},
        {"later", std::chrono::minutes::max()},
    });
// The first that is longer.
std::size_t late_look_span(std::chrono::minutes since_expiry);

struct LateLookCount {
    core::ResourceNumber resource;
    std::int32_t day = 0;  // since 1970, of the list's calendar
    std::size_t span = 0;  // in late_look_spans
    std::uint64_t count = 0;
    friend bool operator==(const LateLookCount&, const LateLookCount&) = default;
};

class LateLooks {
public:
    virtual ~LateLooks() = default;
    // Any thread may call it; it doesn't wait.
    virtual void count_late_look(core::ResourceNumber resource, std::int32_t day,
                                 std::chrono::minutes since_expiry) = 0;
};

}  // namespace standby::engine
