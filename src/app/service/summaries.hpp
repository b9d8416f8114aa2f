// The monthly summaries: written on the first morning of a month, about the month before.
#pragma once

#include "core/rules/zone_book.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

namespace standby::app {

// Puts those that are due into the outbox, each once. Houses without a staff address, or that
// switched them off, get none. Returns how many were put there.
std::size_t queue_summaries(engine::Store& store, engine::Registry& registry,
                            const core::ZoneBook& zones, Time now);

}  // namespace standby::app
