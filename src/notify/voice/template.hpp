// The language of wordings, a strict part of mustache: {{name}} is a value, {{#name}}…{{/name}} is
// shown when the value is not empty, {{^name}}…{{/name}} when it is. There is nothing else, so a
// wording can neither loop nor reach anything it was not given. Values are never read as templates.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

inline constexpr std::size_t template_depth_max = 8;      // sections within sections
inline constexpr std::size_t template_problems_max = 10;  // reported at once

class Template {
public:
    // Marks may name what is in `names`; an empty name there stands for one that cannot be used
    // here. The text must be valid UTF-8. Otherwise all that is wrong, each with line and column,
    // counted in characters from 1.
    static Result<Template, std::vector<std::string>>
    parse(std::string_view text, std::span<const std::string_view> names);

    // Hands what is to be shown to the sink, in order: `sink.literal(text)` for the template's own
    // words, `sink.value(name, text)` for values, with the index of the name, and `sink.mark()`
    // where a section begins or ends. There must be as many values as there were names.
    template <class Sink>
    void render(std::span<const std::string> values, Sink&& sink) const;

    // The values one after the other, as they are.
    [[nodiscard]] std::string render_plain(std::span<const std::string> values) const;

    // Whether the name occurs as a value, not only as a section.
    [[nodiscard]] bool shows(std::size_t name) const;
    // Whether the name occurs at all.
    [[nodiscard]] bool names(std::size_t name) const;

private:
    friend class TemplateParser;

    enum class StepKind : std::uint8_t { Literal, Value, IfSet, IfEmpty, End };
    struct Step {
        StepKind kind = StepKind::Literal;
        std::uint8_t name = 0;
        std::uint32_t begin = 0;  // Literal: where in text_; sections: the first step behind it
        std::uint32_t size = 0;   // Literal only
    };

    std::string text_;
    std::vector<Step> steps_;
};

template <class Sink>
void Template::render(std::span<const std::string> values, Sink&& sink) const {
    for (std::size_t index = 0; index < steps_.size(); ++index) {
        const Step& step = steps_[index];
        switch (step.kind) {
        case StepKind::Literal:
            sink.literal(std::string_view(text_).substr(step.begin, step.size));
            break;
        case StepKind::Value:
            sink.value(std::size_t{step.name}, std::string_view(values[step.name]));
            break;
        case StepKind::IfSet:
        case StepKind::IfEmpty:
            sink.mark();
            if (values[step.name].empty() == (step.kind == StepKind::IfSet)) {
                index = step.begin - 1;
            }
            break;
        case StepKind::End:
            sink.mark();
            break;
        }
    }
}

}  // namespace standby::notify
