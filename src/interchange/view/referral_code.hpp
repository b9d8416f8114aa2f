// Referral codes: what a guest hands to friends. The number of the entry, and two letters that
// check it, so that a typing error never credits somebody else.
#pragma once

#include "core/model/ids.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

// The entry's id without its prefix, then two letters: "40000023E".
std::string referral_code(core::EntryId entry);

// Upper or lower case, and the look-alikes that ids accept. Any single wrong letter, and any two
// neighbours of the number exchanged, are noticed.
std::optional<core::EntryId> parse_referral_code(std::string_view text);

}  // namespace standby::interchange
