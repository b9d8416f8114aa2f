// Which messages an event calls for. They are written in the same commit as the event, so that
// nobody is told of something that did not happen, and nothing that happened stays untold.
#pragma once

#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"
#include "engine/ports/store.hpp"

#include <optional>
#include <vector>

namespace standby::engine {

// How long before the start a reminder of the event can be sent; the relay finds out when it is.
inline constexpr Duration event_reminder_max = std::chrono::days{7};

// For so long after the start those who waited are told that it is over.
inline constexpr Duration end_is_news = std::chrono::days{1};

// What decides whether those who waited hear of an end: the start and the rule of that moment. The
// state may be further already, by later events of the same decision.
struct EndTerms {
    explicit EndTerms(const core::ResourceState& state);
    void follow(const core::Event& event);

    std::optional<Time> starts_at;
    bool tell_ends;
};

// Appends the messages of one event. The state is that after the event, or after later ones of the
// same decision; the terms are those before it, and are carried on.
void append_messages(const core::ResourceState& state, EndTerms& terms, const core::Event& event,
                     std::vector<OutboxRow>& outbox);

}  // namespace standby::engine
