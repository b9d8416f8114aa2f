// The checks on a batch alone.
#include "store/codec/batch_check.hpp"

#include <fmt/core.h>

#include <unordered_set>

namespace standby::store {

std::optional<std::string> problem_with(const engine::Batch& batch) {
    std::unordered_set<std::uint32_t> seen;
    for (const engine::ResourceChange& change : batch.resources) {
        const std::uint32_t number = change.resource.value();
        if (!seen.insert(number).second) {
            return fmt::format("resource {} comes twice in one batch", number);
        }
        if (change.events.size() > change.last_event) {
            return fmt::format("resource {} has more events than its last number", number);
        }
        std::uint64_t expected = event_before(change);
        for (const engine::EventRow& event : change.events) {
            if (event.number != ++expected) {
                return fmt::format("resource {}: event {} comes where {} belongs", number,
                                   event.number, expected);
            }
        }
    }
    return std::nullopt;
}

std::uint64_t event_before(const engine::ResourceChange& change) {
    return change.last_event - change.events.size();
}

}  // namespace standby::store
