// The monthly summaries: written on the first morning of a month, about the month before; later in
// that week by a server that was down.
#pragma once

#include "core/rules/zone_book.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

namespace standby::app {

// Puts those that are due into the outbox, each once: it remembers which it had for as long as
// messages are kept. They go to the address of the house and to its owners; houses with neither,
// that switched them off, or that are newer than the month have none. Returns how many there were.
std::size_t queue_summaries(engine::Store& store, engine::Registry& registry,
                            const core::ZoneBook& zones, Time now, Duration messages_kept);

}  // namespace standby::app
