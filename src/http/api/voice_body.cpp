// Wordings come as texts of several lines; what they may name is checked elsewhere.
#include "http/api/voice_body.hpp"

#include "http/api/body.hpp"

namespace standby::http {

Result<engine::VoiceDraft, Problem> parse_voice(std::string_view body) {
    return read_body<engine::VoiceDraft>(body, [](FieldReader& reader, engine::VoiceDraft& made) {
        made.subject =
            reader.text("subject", {.length_max = voice_subject_length_max}).value_or("");
        reader.require("text");
        made.text = reader.lines("text", voice_text_length_max).value_or("");
        made.button = reader.text("button", {.length_max = voice_button_length_max}).value_or("");
    });
}

Problem problem_of(std::span<const engine::VoiceProblem> problems) {
    std::vector<FieldError> errors;
    for (const engine::VoiceProblem& one : problems) {
        errors.push_back({one.field, one.message});
    }
    return invalid(std::move(errors));
}

}  // namespace standby::http
