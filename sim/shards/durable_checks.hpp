// What must hold of the disk alone, at any moment: whoever starts again has nothing else.
#pragma once

#include "engine/shard/shard.hpp"
#include "sim/check/report.hpp"
#include "sim/model/vocabulary.hpp"
#include "sim/shards/disk.hpp"

#include <span>

namespace standby::sim {

// The stored events count without gaps and their chain verifies; folding them gives the state that
// the rows give; the messages are those that the events call for; nothing happens by itself before
// the time in the schedule; no key has two answers.
void check_durable(Disk& disk, ResourceNumber resource, const ZoneBook& zones, Report& report);

// The stored events are these.
void check_history(const Disk& disk, ResourceNumber resource, std::span<const Event> history,
                   Report& report);

// The answer that was given under the key is stored, if it is one to be kept.
void check_kept(const Disk& disk, ResourceNumber resource, const engine::RequestKey& key,
                const engine::Answer& given, Report& report);

}  // namespace standby::sim
