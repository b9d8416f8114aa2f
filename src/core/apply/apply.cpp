#include "core/apply/apply.hpp"

#include "base/assert.hpp"
#include "core/run.hpp"

#include <variant>

namespace standby::core {

void apply(ResourceState& state, const Event& event) {
    ASSERT(event.number == state.last_event + 1);
    ASSERT(event.at >= state.last_at);
    state.last_event = event.number;
    state.last_at = event.at;
    state.changes.any = true;
    std::visit([&](const auto& body) { apply_body(state, event, body); }, event.body);
    if (counts_places(state)) {
        state.places.settle(state.settings);
    }
}

}  // namespace standby::core
