// Which messages an event calls for. They are written in the same commit as the event, so that
// nobody is told of something that did not happen, and nothing that happened stays untold.
#pragma once

#include "core/model/event.hpp"
#include "engine/ports/store.hpp"

#include <vector>

namespace standby::engine {

// Appends the messages of one event of the resource.
void append_messages(core::ResourceNumber resource, const core::Event& event,
                     std::vector<OutboxRow>& outbox);

std::string_view name_of(MessageKind kind);  // "offer_expired"
std::string_view name_of(OutboxState state);

}  // namespace standby::engine
