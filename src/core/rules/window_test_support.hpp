// For tests of claim windows only: instants from text, and the time zones of this machine.
#pragma once

#include "base/assert.hpp"
#include "base/time.hpp"
#include "base/zone.hpp"

#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace standby::core {

inline Time time_at(std::string_view text) {
    const auto time = parse_time(text);
    ASSERT(time.has_value());
    return *time;
}

inline Zone load_zone(const std::string& name) {
    std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto zone = Zone::parse(name, std::as_bytes(std::span(text)));
    ASSERT(zone.has_value());
    return *std::move(zone);
}

}  // namespace standby::core
