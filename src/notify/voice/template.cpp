// One pass over the text; sections are flattened into jumps, so rendering is a single loop.
#include "notify/voice/template.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace standby::notify {
namespace {

constexpr std::size_t name_bytes_max = 40;  // of a wrong name, when it is repeated

// Why a mark that begins like this is refused, or nothing for one that we have.
std::optional<std::string_view> foreign_mark(char first) {
    switch (first) {
    case '{':
    case '&':
        return "values are always escaped; write {{name}} with two braces";
    case '>':
        return "a template cannot include another one";
    case '!':
        return "there are no comments in a template";
    case '=':
        return "the braces cannot be changed";
    default:
        return std::nullopt;
    }
}

}  // namespace

class TemplateParser {
public:
    TemplateParser(std::string_view text, std::span<const std::string_view> names) : names_(names) {
        result_.text_ = text;
        text_ = result_.text_;
    }

    Result<Template, std::vector<std::string>> run() {
        while (position_ < text_.size()) {
            const std::size_t mark = text_.find("{{", position_);
            report_stray_ends(mark);
            if (mark == std::string_view::npos) {
                add_literal(literal_begin_, text_.size());
                literal_begin_ = text_.size();
                break;
            }
            take_mark(mark);
        }
        add_literal(literal_begin_, text_.size());
        for (const Open& open : open_) {
            report(open.mark, fmt::format("{{{{{}{}}}}} is never closed; write {{{{/{}}}}}",
                                          open.sign, names_[open.name], names_[open.name]));
        }
        if (!problems_.empty()) {
            return std::unexpected(std::move(problems_));
        }
        return std::move(result_);
    }

private:
    using StepKind = Template::StepKind;
    struct Open {
        std::size_t step;
        std::size_t name;
        std::size_t mark;  // where it stands
        char sign;
    };

    void report(std::size_t at, std::string_view what) {
        if (problems_.size() >= template_problems_max) {
            return;
        }
        const std::string_view before = text_.substr(0, at);
        const auto line = 1 + std::ranges::count(before, '\n');
        const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is none
        const std::size_t column = 1 + count_characters(before.substr(line_begin));
        problems_.push_back(fmt::format("line {}, column {}: {}", line, column, what));
    }

    void report_stray_ends(std::size_t end) {
        const std::size_t stray = text_.find("}}", position_);
        if (stray < std::min(end, text_.size())) {
            report(stray, "there is no {{ before this }}");
        }
    }

    void add_literal(std::size_t begin, std::size_t end) {
        if (begin < end) {
            result_.steps_.push_back({.kind = StepKind::Literal,
                                      .begin = static_cast<std::uint32_t>(begin),
                                      .size = static_cast<std::uint32_t>(end - begin)});
        }
    }

    void take_mark(std::size_t mark) {
        const std::size_t inside = mark + 2;
        if (inside < text_.size()) {
            if (const auto why = foreign_mark(text_[inside])) {
                report(mark, *why);
                skip_to(std::min(text_.size(), text_.find("}}", inside)));
                while (position_ < text_.size() && text_[position_] == '}') {
                    ++position_;
                }
                literal_begin_ = position_;
                return;
            }
        }
        const std::size_t end = text_.find_first_of("{}\n", inside);
        if (end == std::string_view::npos || !text_.substr(end).starts_with("}}")) {
            report(mark, "this {{ has no }}");
            skip_to(inside);
            return;
        }
        take_name(mark, text_.substr(inside, end - inside), end + 2);
    }

    void skip_to(std::size_t position) {
        position_ = position;
        literal_begin_ = position;
    }

    void take_name(std::size_t mark, std::string_view content, std::size_t behind) {
        content = trim(content, " ");
        char sign = '\0';
        if (!content.empty() && (content[0] == '#' || content[0] == '^' || content[0] == '/')) {
            sign = content[0];
            content = trim(content.substr(1), " ");
        }
        const std::optional<std::size_t> name = find_name(mark, content);
        add_literal(literal_begin_, mark);
        skip_to(behind);
        if (!name) {
            // A section of an unknown name is not followed any further.
            return;
        }
        if (sign == '/') {
            close(mark, *name);
            return;
        }
        if (sign == '\0') {
            add_step(StepKind::Value, *name);
            return;
        }
        open(mark, *name, sign);
    }

    void add_step(StepKind kind, std::size_t name) {
        result_.steps_.push_back({.kind = kind, .name = static_cast<std::uint8_t>(name)});
    }

    void open(std::size_t mark, std::size_t name, char sign) {
        if (open_.size() == template_depth_max) {
            report(mark, fmt::format("sections can be nested {} deep", template_depth_max));
        }
        open_.push_back({.step = result_.steps_.size(), .name = name, .mark = mark, .sign = sign});
        add_step(sign == '#' ? StepKind::IfSet : StepKind::IfEmpty, name);
    }

    void close(std::size_t mark, std::size_t name) {
        const auto is_this = [name](const Open& one) { return one.name == name; };
        if (std::ranges::none_of(open_, is_this)) {
            report(mark, fmt::format("there is no {{{{#{}}}}} before this {{{{/{}}}}}",
                                     names_[name], names_[name]));
            return;
        }
        if (open_.back().name != name) {
            report(mark, fmt::format("{{{{{}{}}}}} must be closed before this {{{{/{}}}}}",
                                     open_.back().sign, names_[open_.back().name], names_[name]));
            while (open_.back().name != name) {
                open_.pop_back();
            }
        }
        result_.steps_[open_.back().step].begin = static_cast<std::uint32_t>(result_.steps_.size());
        open_.pop_back();
        add_step(StepKind::End, name);
    }

    std::optional<std::size_t> find_name(std::size_t mark, std::string_view name) {
        if (name.empty()) {
            report(mark, "this mark names nothing");
            return std::nullopt;
        }
        const auto found = std::ranges::find(names_, name);
        if (found != names_.end()) {
            return static_cast<std::size_t>(found - names_.begin());
        }
        std::string what =
            fmt::format("there is no {{{{{}}}}}", cut_at_character(name, name_bytes_max));
        if (const std::string_view close = nearest(name, names_); !close.empty()) {
            what += fmt::format("; did you mean {{{{{}}}}}?", close);
        }
        report(mark, what);
        return std::nullopt;
    }

    std::span<const std::string_view> names_;
    Template result_;
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t literal_begin_ = 0;
    std::vector<Open> open_;
    std::vector<std::string> problems_;
};

Result<Template, std::vector<std::string>>
Template::parse(std::string_view text, std::span<const std::string_view> names) {
    ASSERT(names.size() <= std::numeric_limits<std::uint8_t>::max());
    ASSERT(text.size() <= std::numeric_limits<std::uint32_t>::max());
    return TemplateParser(text, names).run();
}

std::string Template::render_plain(std::span<const std::string> values) const {
    struct {
        std::string output;
        void literal(std::string_view text) { output += text; }
        void value(std::size_t, std::string_view text) { output += text; }
        void mark() {}
    } sink;
    sink.output.reserve(text_.size() * 2);
    render(values, sink);
    return std::move(sink.output);
}

bool Template::shows(std::size_t name) const {
    return std::ranges::any_of(steps_, [name](const Step& step) {
        return step.kind == StepKind::Value && step.name == name;
    });
}

bool Template::names(std::size_t name) const {
    return std::ranges::any_of(steps_, [name](const Step& step) {
        return step.kind != StepKind::Literal && step.name == name;
    });
}

}  // namespace standby::notify
