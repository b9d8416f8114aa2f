#include "core/audit/explain.hpp"

#include "core/state/views.hpp"

namespace standby::core {

Explanation explain(const ResourceState& state, Ticket entry, OpeningNumber opening,
                    const Context& context) {
    const auto view = view_entry(state, entry);
    if (!view) {
        return {.known = false};
    }
    Explanation explanation{.state = view->state, .rank = view->rank};
    if (view->state != EntryState::Waiting) {
        explanation.failed = Check::NotWaiting;
        return explanation;
    }
    Vacancy vacancy = vacancy_of_places(state);
    if (!counts_places(state)) {
        const auto found = state.openings.find(opening);
        if (found == state.openings.end()) {
            explanation.known = false;
            return explanation;
        }
        vacancy = vacancy_of(state, found->second);
    }
    explanation.failed = Evaluation{state, vacancy, context}.check(entry);
    return explanation;
}

}  // namespace standby::core
