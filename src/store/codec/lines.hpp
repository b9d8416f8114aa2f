// Several short texts in one column, one on each line. None has a line break in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

std::string joined(const std::vector<std::string>& lines);
std::vector<std::string> lines_of(std::string_view text);

}  // namespace standby::store
