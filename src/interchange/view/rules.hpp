// Rules compared, and the versions of them that there were.
#pragma once

#include "base/json/writer.hpp"
#include "engine/history/rule_versions.hpp"
#include "interchange/view/resource.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

// An array of the rules that differ, each with its value before and after, in the order of
// core::for_each_rule. A hidden seed that differs is null on both sides.
void write_rule_differences(JsonWriter& writer, std::string_view member, const core::Rules& before,
                            const core::Rules& after, DrawSeed seed);

// An array of texts.
void write_sentences(JsonWriter& writer, std::string_view member,
                     std::span<const std::string> sentences);

// One version. `before` is the version before it, or null for the first.
void write_rules_version(JsonWriter& writer, const engine::RulesVersion& version,
                         const core::Rules* before, DrawSeed seed,
                         std::span<const std::string> sentences);

}  // namespace standby::interchange
