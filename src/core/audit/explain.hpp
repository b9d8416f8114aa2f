// Why an entry is, or is not, the one a place would be offered to. It asks the same evaluation that
// decides, on the state as it was before the decision.
#pragma once

#include "core/decide/eligibility.hpp"

#include <cstdint>
#include <optional>

namespace standby::core {

struct Explanation {
    EntryState state = EntryState::None;
    std::optional<std::uint64_t> rank;  // while waiting
    Check failed = Check::None;         // None: eligible, and offered as soon as it is first
    bool known = true;                  // false: no such entry or opening
};

// For slots the opening is named; for counted places it is none.
Explanation explain(const ResourceState& state, Ticket entry, OpeningNumber opening,
                    const Context& context);

}  // namespace standby::core
