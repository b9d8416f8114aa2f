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
#include <optional>
#include <string>
#include <vector>

namespace standby::interchange {

// One decision since the entry joined. `chosen`: it was the one.
struct ExplainedDecision {
    std::uint64_t seq = 0;
    Time at{};
    core::Move move = core::Move::None;
    core::OfferNumber offer;
    core::OpeningNumber opening;
    std::optional<std::uint64_t> rank;  // just before the decision
    core::Check check = core::Check::None;
    bool chosen = false;
    std::uint32_t rules_version = 0;
    std::string detail;  // why, where the check alone does not say it; empty otherwise
};
ExplainedDecision explained(const engine::TimelineDecision& decision);

struct ExplainFacts {
    core::EntryId entry;
    core::EntryState state = core::EntryState::None;
    std::optional<std::uint64_t> rank;
    core::Check now = core::Check::None;
    std::string now_detail;  // why there is nothing to compare with; empty when there is
    std::vector<ExplainedDecision> decisions;
};

// Guests see exact ranks, and how many are ahead, only where the rules show them.
void write_explanation(JsonWriter& writer, const ExplainFacts& facts, Viewer viewer,
                       core::Visibility visibility);

}  // namespace standby::interchange
