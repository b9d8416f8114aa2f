// Dead messages are sent again, under the same ids.
#pragma once

#include "base/result.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <span>

namespace standby::engine {

// Puts them back as if they had never been tried. Whoever asks for this believes that their
// addresses work, so those that were closed because something bounced are opened; what a guest has
// closed stays closed.
Result<void, StoreError> send_again(Store& store, Registry& registry,
                                    std::span<const std::uint64_t> messages, Time now);

// All dead ones that the filter lets through, whatever its state says; tells how many.
Result<std::uint64_t, StoreError> send_dead_again(Store& store, Registry& registry,
                                                  MessageFilter filter, Time now);

}  // namespace standby::engine
