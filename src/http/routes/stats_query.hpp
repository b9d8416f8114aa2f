// What figures are asked about: ?from=, ?to=, ?days=, ?service= and ?staff=.
#pragma once

#include "base/result.hpp"
#include "engine/history/stats.hpp"
#include "http/api/problem.hpp"
#include "http/server/message.hpp"
#include "interchange/view/stats.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace standby::http {

struct StatsQuery {
    std::optional<std::chrono::local_days> from;
    std::optional<std::chrono::local_days> to;
    std::uint32_t days = 0;     // without these: how far the days go back
    bool is_last_days = false;  // and the figures with them
    std::string service;
    std::string staff;

    // As of today in the list's own calendar.
    engine::StatsQuestion question(std::chrono::local_days today) const;
    interchange::AskedAbout about(std::chrono::local_days today) const;
};

Result<StatsQuery, Problem> read_stats_query(const Request& request, std::uint32_t days_otherwise);

// A name that no opening ever had is a 422 that says which they had.
Result<void, Problem> check_names(const StatsQuery& query, const std::vector<std::string>& services,
                                  const std::vector<std::string>& staff);

// "2026-10"; nothing: it was not given.
Result<std::optional<std::uint64_t>, Problem> month_parameter(const Request& request);

}  // namespace standby::http
