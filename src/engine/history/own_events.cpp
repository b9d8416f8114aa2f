#include "engine/history/own_events.hpp"

namespace standby::engine {

Result<std::uint64_t, StoreError> last_event_before(Store& store, core::ResourceNumber resource,
                                                    std::uint64_t last_event, Time at) {
    std::uint64_t before = 0;             // is before, or there is none
    std::uint64_t from = last_event + 1;  // is not
    while (from - before > 1) {
        const std::uint64_t middle = before + (from - before) / 2;
        const auto rows = TRY(store.events(resource, middle - 1, 1));
        const bool is_before = !rows.empty() && rows.front().at < at;
        (is_before ? before : from) = middle;
    }
    return before;
}

}  // namespace standby::engine
