// The body of a request that sets up a sheet, or tries one.
#pragma once

#include "base/result.hpp"
#include "engine/ports/sheets.hpp"
#include "http/api/problem.hpp"

#include <string_view>

namespace standby::http {

struct SheetBody {
    engine::SheetSettings settings;
    engine::SheetSecrets secrets;
};
Result<SheetBody, Problem> parse_sheet(std::string_view body);

}  // namespace standby::http
