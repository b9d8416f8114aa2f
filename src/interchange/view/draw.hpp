// What anybody may know of a lottery's draw: before it what binds the server, after it all that it
// takes to draw again.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "core/rules/rules.hpp"
#include "core/state/rows.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace standby::interchange {

struct DrawFacts {
    core::ResourceNumber list;
    std::optional<Time> draw_at;
    bool drawn = false;
    bool is_sealed = true;  // false: staff chose the seed, and tickets have lots, not people
    std::string words;
    std::string commitment;
    std::string seed;  // empty before the draw
};
// Nothing where the order is no lottery.
std::optional<DrawFacts> draw_facts(const core::ResourceState& state);

// Everything but the lots, as members.
void write_draw_members(JsonWriter& writer, const DrawFacts& facts);
// One lot as an element of a list; nothing is written of an entry that took no part.
void write_lot(JsonWriter& writer, const DrawFacts& facts, const core::EntryRow& entry);

}  // namespace standby::interchange
