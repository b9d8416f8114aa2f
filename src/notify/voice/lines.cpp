// Only what staff typed has line breaks of its own; all others are of the wording.
#include "notify/voice/lines.hpp"

#include "base/text.hpp"
#include "notify/voice/html_text.hpp"

namespace standby::notify {
namespace {

class LineSink {
public:
    explicit LineSink(LineFormat format) : format_(format) {}

    void literal(std::string_view text) {
        while (true) {
            const std::size_t end = text.find('\n');
            const std::string_view line = text.substr(0, end);
            if (format_ == LineFormat::Html) {
                append_escaped_with_links(output_, line);
            } else {
                output_ += line;
            }
            if (end == std::string_view::npos) {
                return;
            }
            end_line();
            text.remove_prefix(end + 1);
        }
    }

    void value(std::size_t name, std::string_view text) {
        has_mark_ = true;
        if (format_ == LineFormat::Text) {
            output_ += text;
        } else if (!text.empty() && entry_of(static_cast<Variable>(name)).is_link) {
            append_link(output_, text);
        } else {
            append_escaped(output_, text);
        }
    }

    void mark() { has_mark_ = true; }

    std::string_view output() const { return output_; }

private:
    void end_line() {
        if (has_mark_ && output_.find_first_not_of(" \r", line_begin_) == std::string::npos) {
            output_.resize(line_begin_);
        } else {
            output_.push_back('\n');
        }
        line_begin_ = output_.size();
        has_mark_ = false;
    }

    LineFormat format_;
    std::string output_;
    std::size_t line_begin_ = 0;
    bool has_mark_ = false;
};

}  // namespace

std::vector<std::string> render_paragraphs(const Template& wording, const Values& values,
                                           LineFormat format) {
    LineSink sink(format);
    wording.render(values, sink);
    return paragraphs_of(sink.output());
}

}  // namespace standby::notify
