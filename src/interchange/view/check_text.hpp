// What each check of the core means, in words for guests and staff.
#pragma once

#include "core/decide/eligibility.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

// The end of a sentence that begins with "This entry": "asks for another service".
std::string_view check_text(core::Check check);

// A whole sentence: why not, or for an eligible entry how many are ahead ("Eligible, behind 3
// others."). `ahead` counts entries in front of it in line; nothing when that is not to be told.
std::string explain_check(core::Check check, std::optional<std::uint64_t> ahead);

}  // namespace standby::interchange
