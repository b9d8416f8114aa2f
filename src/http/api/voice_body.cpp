// Wordings come as texts of several lines; what they may name is checked elsewhere.
#include "http/api/voice_body.hpp"

#include "http/api/body.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr std::size_t locale_length_max = 12;

}  // namespace

std::string format_voice_id(const engine::VoiceKey& key) {
    std::string id{engine::name_of(key.kind)};
    id += '.';
    id += engine::name_of(key.channel);
    return id + '.' + key.locale;
}

std::optional<engine::VoiceKey> parse_voice_id(std::string_view text) {
    const std::size_t first = text.find('.');
    const std::size_t last = text.rfind('.');
    if (first == std::string_view::npos || first == last) {
        return std::nullopt;
    }
    const auto kind = engine::parse_message_kind(text.substr(0, first));
    const auto channel = engine::parse_channel(text.substr(first + 1, last - first - 1));
    const std::string_view locale = text.substr(last + 1);
    if (!kind || !channel || locale.empty() || locale.size() > locale_length_max) {
        return std::nullopt;
    }
    return engine::VoiceKey{.kind = *kind, .channel = *channel, .locale = std::string(locale)};
}

Result<VoiceBody, Problem> parse_voice(std::string_view body) {
    return read_body<VoiceBody>(body, EmptyBody::Refused, [](FieldReader& reader, VoiceBody& made) {
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
