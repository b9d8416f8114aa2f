// The figures of a resource as JSON, and the day of a calendar as text.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "engine/history/stats.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace standby::interchange {

// "2026-11-15".
std::string format_day(std::chrono::local_days day);

// What the figures are about, as it was asked for. Without days: all there ever was.
struct AskedAbout {
    std::optional<std::chrono::local_days> from;
    std::optional<std::chrono::local_days> to;
    std::string service;  // empty: all
    std::string staff;
};

std::string stats_text(core::ResourceNumber resource, const engine::Stats& stats,
                       const AskedAbout& about);

// The main figures of lists beside each other, and of all of them.
struct ListFigures {
    core::ResourceNumber resource;
    std::string name;
    core::Kind kind = core::Kind::Slots;
    engine::Stats stats;
};
std::string account_stats_text(std::span<const ListFigures> lists, std::size_t left_out,
                               const engine::Stats& total, const AskedAbout& about);

}  // namespace standby::interchange
