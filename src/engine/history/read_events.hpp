// The whole history of a resource, a piece at a time.
#pragma once

#include "base/result.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>

namespace standby::engine {

// Hands every event of the resource after the given number to `use`, in order. One that cannot be
// understood is Damaged; one that only a newer version understands is left out.
template <class Use>
Result<void, StoreError> for_each_event(Store& store, core::ResourceNumber resource, Use&& use,
                                        std::uint64_t after = 0) {
    constexpr std::size_t read_at_once = 2'000;
    while (true) {
        const auto rows = TRY(store.events(resource, after, read_at_once));
        for (const EventRow& row : rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (event) {
                use(*event);
            } else if (!core::is_from_newer(event.error())) {
                return std::unexpected(StoreError::Damaged);
            }
        }
        if (rows.size() < read_at_once) {
            return {};
        }
    }
}

}  // namespace standby::engine
