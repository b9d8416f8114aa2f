// What the replay of a month says would have filled more.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::engine {

// Counted from 0: years * 12 + months.
using MonthNumber = std::uint64_t;

// A change of rules that would have filled more.
enum class RuleChange : std::uint8_t { LateYes, AutoWindow, LateYesAndAutoWindow, ShorterCutoff };
std::string_view name_of(RuleChange change);  // "late_yes"
struct MonthSuggestion {
    core::ResourceNumber resource;
    std::string list;  // its name
    RuleChange change = RuleChange::LateYes;
    double filled_now = 0;   // from 0 to 1, as the rules in force give
    double filled_then = 0;  // as the changed ones would
    friend bool operator==(const MonthSuggestion&, const MonthSuggestion&) = default;
};

}  // namespace standby::engine
