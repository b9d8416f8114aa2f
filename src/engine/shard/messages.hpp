// Which messages an event calls for. They are written in the same commit as the event, so that
// nobody is told of something that did not happen, and nothing that happened stays untold.
#pragma once

#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/store.hpp"

#include <vector>

namespace standby::engine {

// How long before the start a reminder of the event can be sent; the relay finds out when it is.
inline constexpr Duration event_reminder_max = std::chrono::days{7};

// For so long after the start those who waited are told that it is over.
inline constexpr Duration end_is_news = std::chrono::days{1};

// Appends the messages of one event. The state is that after the event, or after later ones of the
// same decision.
void append_messages(const core::ResourceState& state, const core::Event& event,
                     std::vector<OutboxRow>& outbox);

}  // namespace standby::engine
