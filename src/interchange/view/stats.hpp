// The figures of a resource as JSON, and the day of a calendar as text.
#pragma once

#include "core/model/ids.hpp"
#include "engine/history/stats.hpp"
#include "engine/history/stats_channels.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace standby::interchange {

// "2026-11-15".
std::string format_day(std::chrono::local_days day);

std::string stats_text(core::ResourceNumber resource, const engine::Stats& stats,
                       const engine::ChannelFigures& channels, std::optional<Time> kept_since);

}  // namespace standby::interchange
