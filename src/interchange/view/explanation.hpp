// Why an entry was, or was not, offered a place, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "core/decide/eligibility.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/rules/rules.hpp"
#include "engine/history/timeline.hpp"
#include "interchange/view/viewer.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace standby::interchange {

struct ExplainFacts {
    core::EntryId entry;
    core::EntryState state = core::EntryState::None;
    std::optional<std::uint64_t> rank;
    core::Check now = core::Check::None;
    std::string now_detail;  // why there is nothing to compare with; empty when there is
    std::deque<engine::TimelineDecision> decisions;  // since it joined
    bool is_partial = false;  // only those about this very entry, and not the oldest
    // Set when the entry joined before the history begins: since then the decisions are known.
    std::optional<Time> kept_since = std::nullopt;
};

// Guests see exact ranks, and how many are ahead, only where the rules show them, and the ids of
// offers and openings only where the place was offered to them.
void write_explanation(JsonWriter& writer, const ExplainFacts& facts, Viewer viewer,
                       core::Visibility visibility);

}  // namespace standby::interchange
