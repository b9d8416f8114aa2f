// What other programs call the columns of what they export. Their headings are facts; which columns
// are taken, and which rows, is ours to say.
#pragma once

#include "intake/headings/mapping.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// Nothing when no program that we know writes such a set of headings. `keys` are heading_key() of
// each.
std::optional<Mapping> recognised_export(const std::vector<std::string>& keys);

// What a State says about whether someone still waits, by the program that wrote it.
enum class Standing : std::uint8_t { Waits, DoesNot, Unknown };
Standing standing_of(Source source, std::string_view state);

}  // namespace standby::intake
