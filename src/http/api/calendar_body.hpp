// Bodies that say which calendar a list follows, and how.
#pragma once

#include "base/result.hpp"
#include "engine/ports/calendars.hpp"
#include "http/api/problem.hpp"

#include <string_view>

namespace standby::http {

inline constexpr std::size_t calendar_url_bytes_max = 2'000;

// POST /v1/resources/{id}/calendars and calendars:test.
struct CalendarBody {
    engine::CalendarSettings settings;
    engine::CalendarSecrets secrets;
};
Result<CalendarBody, Problem> parse_calendar(std::string_view body);

}  // namespace standby::http
