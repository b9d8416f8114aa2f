// The body that asks what a change would do.
#pragma once

#include "base/result.hpp"
#include "engine/history/preview.hpp"
#include "http/api/problem.hpp"
#include "http/pages/language.hpp"

#include <string_view>

namespace standby::http {

// POST /v1/resources/{id}:preview. Capacity and rules are read as PATCH /v1/resources/{id} reads
// them.
struct PreviewBody {
    engine::PreviewedChange change;
    Language language = Language::English;
};
Result<PreviewBody, Problem> parse_preview(std::string_view body);

}  // namespace standby::http
