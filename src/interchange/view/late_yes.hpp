// A yes to an offer that has expired: whether it can still be said, and whether it was. Pages,
// messages and the API ask here, and here the rules themselves are asked, so that nobody is shown a
// button that would be refused.
#pragma once

#include "base/time.hpp"
#include "core/model/command.hpp"
#include "core/model/refusal.hpp"

#include <cstdint>
#include <optional>

namespace standby::core {
struct ResourceState;
}

namespace standby::interchange {

// What became of the place since.
enum class LatePlace : std::uint8_t {
    Offered,  // to somebody else
    Free,     // whoever says yes has it
    Paused,   // nobody is asked at the moment
};

struct LateYesFacts {
    bool stands = false;                         // it was said, and holds
    std::optional<core::RefusalCode> refused{};  // why it can't be said; nothing: it can
    LatePlace place = LatePlace::Offered;
    bool is_paid = false;  // it turns into an offer, because something is to be paid

    bool can_be_said() const { return !refused && !stands; }
    // Or taken back.
    bool is_open() const { return !refused || stands; }
};

LateYesFacts late_yes_facts(const core::ResourceState& state, const core::LateYes& about, Time now);

}  // namespace standby::interchange
