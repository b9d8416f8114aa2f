// The body of a wording.
#pragma once

#include "base/result.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/messenger.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t voice_subject_length_max = 200;
inline constexpr std::size_t voice_text_length_max = 4'000;
inline constexpr std::size_t voice_button_length_max = 60;

// PUT /v1/voice/{id} and its preview. Whether the words make sense is checked by the messenger.
// The draft has no key yet.
Result<engine::VoiceDraft, Problem> parse_voice(std::string_view body);

// 422 with each of them, of which there is at least one.
Problem problem_of(std::span<const engine::VoiceProblem> problems);

}  // namespace standby::http
