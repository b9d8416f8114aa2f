// Forms as providers post them (application/x-www-form-urlencoded).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::notify {

// Nothing when it is not one, or has more than a hundred fields.
std::optional<std::vector<std::pair<std::string, std::string>>> decode_form(std::string_view text);

// The first field of that name, or null.
const std::string* find_field(const std::vector<std::pair<std::string, std::string>>& fields,
                              std::string_view name);

}  // namespace standby::notify
