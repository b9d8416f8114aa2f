// Dates and times as XML files write them: `2021-01-01T10:10:10.5`, `PT10H10M10S`.
#pragma once

#include "intake/table/table.hpp"

#include <optional>
#include <string_view>

namespace standby::intake {

// Nothing when it is no date. A time zone at the end is left out: a table shows what the clock on
// its own wall shows.
std::optional<Cell> iso_date_cell(std::string_view text);
// A time of day or a span of time. Nothing when it is neither.
std::optional<Cell> iso_time_cell(std::string_view text);

}  // namespace standby::intake
