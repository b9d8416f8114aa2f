// A resource as JSON: everything for staff, the public facts for anybody.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/rules/rules.hpp"
#include "core/state/rows.hpp"
#include "core/state/views.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::interchange {

struct ResourceFacts {
    core::ResourceNumber number;
    std::string name;
    core::ResourceStatus status = core::ResourceStatus::None;
    core::Settings settings;
    core::Rules rules;
    std::uint32_t rules_version = 0;
    bool drawn = false;
    std::string draw_seed;  // of a sealed lottery; never shown, but for what it commits to
    core::Counts counts;
    std::uint64_t last_seq = 0;
};
ResourceFacts resource_facts(const core::ResourceState& state, std::string_view name);
ResourceFacts resource_facts(core::ResourceNumber number, std::string_view name,
                             const core::ResourceRow& row);

void write_resource(JsonWriter& writer, const ResourceFacts& facts);
void write_public_resource(JsonWriter& writer, const ResourceFacts& facts);

enum class DrawSeed : std::uint8_t { Hidden, Shown };
// All rules, in the order of core::for_each_rule, as resource_body reads them back. A hidden seed
// is null.
void write_rules(JsonWriter& writer, const core::Rules& rules, DrawSeed seed);
// The rule of that name alone, written as the member `member`.
void write_rule(JsonWriter& writer, std::string_view member, std::string_view rule,
                const core::Rules& rules, DrawSeed seed);
void write_settings_members(JsonWriter& writer, const core::Settings& settings);

// What a lottery's draw is bound to, in hexadecimal digits; empty where there is none. It is
// published before anybody joins, so that everybody can check the draw afterwards. Where staff
// chose the seed it is the seed's SHA-256.
std::string draw_commitment(core::ResourceNumber list, const core::Rules& rules,
                            std::string_view sealed);

}  // namespace standby::interchange
