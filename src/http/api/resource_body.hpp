// The bodies that create and change a resource, and the one that tries a change.
#pragma once

#include "base/result.hpp"
#include "core/model/command.hpp"
#include "engine/history/preview.hpp"
#include "http/api/problem.hpp"
#include "http/pages/language.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t resource_name_length_max = 200;

// POST /v1/resources.
struct CreateBody {
    std::string name;
    core::CreateResource command;
    bool names_time_zone = false;  // otherwise that of the house counts
};
Result<CreateBody, Problem> parse_create(std::string_view body);

// PATCH /v1/resources/{id}. Rules that are not named stay as they are; `starts_at` null takes the
// start away.
struct PatchBody {
    std::optional<std::string> name;
    core::PatchResource command;
};
Result<PatchBody, Problem> parse_patch(std::string_view body);

// POST /v1/resources/{id}:duplicate: what the copy has otherwise than the original.
struct DuplicateBody {
    std::optional<std::string> name;
    std::optional<std::optional<Time>> starts_at;
    std::optional<std::string> time_zone;
    std::optional<Time> draw_at;
};
Result<DuplicateBody, Problem> parse_duplicate(std::string_view body);

// POST /v1/resources/{id}:preview, which asks what a change would do.
struct PreviewBody {
    engine::PreviewedChange change;
    Language language = Language::English;
};
Result<PreviewBody, Problem> parse_preview(std::string_view body);

// POST /v1/resources/{id}/rules:try, which asks what a month would have been under other rules.
struct TrialBody {
    core::RulesPatch rules;
    std::optional<std::chrono::year_month> month;  // otherwise the last whole one
};
Result<TrialBody, Problem> parse_trial(std::string_view body);

}  // namespace standby::http
