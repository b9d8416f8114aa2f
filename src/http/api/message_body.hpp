// The body about messages.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "http/api/problem.hpp"

#include <string_view>

namespace standby::http {

// POST /v1/messages:replay.
// Of which resource; 0: of every one. Whose it is, is for the route to check.
Result<core::ResourceNumber, Problem> parse_replay(std::string_view body);

}  // namespace standby::http
