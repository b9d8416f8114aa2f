// Two kinds of events set rules.
#include "engine/history/rule_versions.hpp"

#include <variant>

namespace standby::engine {

void RuleVersions::begin(const core::ResourceState& state) {
    if (state.status == core::ResourceStatus::None) {
        return;
    }
    kind_ = state.settings.kind;
    is_drawn_ = state.drawn;
    versions_.push_back(
        {.version = state.rules_version, .at = state.last_at, .actor = {}, .rules = state.rules});
}

void RuleVersions::add(const core::Event& event) {
    if (const auto* created = std::get_if<core::ResourceCreated>(&event.body)) {
        kind_ = created->settings.kind;
        add_version(event, created->rules);
    } else if (const auto* changed = std::get_if<core::RulesChanged>(&event.body)) {
        add_version(event, changed->rules);
    } else if (std::holds_alternative<core::LotteryDrawn>(event.body)) {
        is_drawn_ = true;
    }
}

void RuleVersions::add_version(const core::Event& event, const core::Rules& rules) {
    if (versions_.size() > count_max) {
        versions_.pop_front();
    }
    versions_.push_back(
        {.version = event.rules_version, .at = event.at, .actor = event.actor, .rules = rules});
}

}  // namespace standby::engine
