// A forwarded mail has a line that says so, or a subject that says so, and then a block of header
// lines. Where neither says so the block belongs to an answer.
#include "intake/reading/forward.hpp"

#include "base/name_key.hpp"
#include "base/text.hpp"
#include "intake/reading/forward_words.hpp"
#include "interchange/contact/contact.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace standby::intake {
namespace {

constexpr std::size_t lines_max = 4000;

struct TextLine {
    std::size_t offset = 0;  // of the content
    std::string_view content;
    std::size_t end = 0;  // behind the line's end
};

// Without quotation marks, blanks and stars around, which some programs put about labels.
std::string_view bare(std::string_view line) {
    while (!line.empty()) {
        const char first = line.front();
        if (first == '>' || first == ' ' || first == '\t' || first == '\r' || first == '*') {
            line.remove_prefix(1);
        } else if (line.starts_with("\xEF\xBB\xBF") || line.starts_with("\xE2\x80\xAF")) {
            line.remove_prefix(3);
        } else if (line.starts_with("\xC2\xA0")) {
            line.remove_prefix(2);
        } else {
            break;
        }
    }
    return trim(line);
}

std::vector<TextLine> lines_of(std::string_view text) {
    std::vector<TextLine> lines;
    std::size_t at = 0;
    while (at < text.size() && lines.size() < lines_max) {
        const auto stop = text.find('\n', at);
        const std::size_t end = stop == std::string_view::npos ? text.size() : stop;
        const std::string_view content = bare(text.substr(at, end - at));
        const auto offset =
            content.empty() ? at : static_cast<std::size_t>(content.data() - text.data());
        lines.push_back({offset, content, end + (end < text.size() ? 1 : 0)});
        at = end + 1;
    }
    return lines;
}

struct Address {
    std::string name;
    std::string address;
};

bool is_address_character(char one) {
    return is_letter_or_digit(one) || static_cast<unsigned char>(one) >= 0x80 ||
           std::string_view(".!#$%&'*+/=?^_{|}~-").find(one) != std::string_view::npos;
}

// "John Doe <john@example.com>", "John Doe [mailto:john@example.com]", "john@example.com".
std::optional<Address> parse_sender(std::string_view value) {
    const auto sign = value.find('@');
    if (sign == std::string_view::npos || sign == 0) {
        return std::nullopt;
    }
    std::size_t begin = sign;
    while (begin > 0 && is_address_character(value[begin - 1])) {
        --begin;
    }
    std::size_t end = sign + 1;
    while (end < value.size() &&
           (is_letter_or_digit(value[end]) || value[end] == '.' || value[end] == '-' ||
            static_cast<unsigned char>(value[end]) >= 0x80)) {
        ++end;
    }
    while (end > sign && value[end - 1] == '.') {
        --end;
    }
    std::string_view written = value.substr(begin, end - begin);
    if (written.starts_with("'")) {
        written.remove_prefix(1);
    }
    auto address = interchange::normalise_email(written);
    if (!address) {
        return std::nullopt;
    }
    std::string_view name = value.substr(0, begin);
    name = name.substr(0, std::min(name.find('<'), name.find('[')));
    constexpr std::string_view around = " \t\r\n\"'*(;,";
    name = trim(name, around);
    // French and German quotation marks, and the narrow blanks beside them.
    constexpr std::array<std::string_view, 8> marks = {
        "«", "»", "„", "“", "”", "\xC2\xA0", "\xE2\x80\xAF", "’"};
    for (bool is_trimmed = true; is_trimmed;) {
        is_trimmed = false;
        for (const std::string_view mark : marks) {
            if (name.starts_with(mark)) {
                name = trim(name.substr(mark.size()), around);
                is_trimmed = true;
            } else if (name.ends_with(mark)) {
                name = trim(name.substr(0, name.size() - mark.size()), around);
                is_trimmed = true;
            }
        }
    }
    if (name.find('@') != std::string_view::npos) {
        name = {};
    }
    return Address{std::string(name), *std::move(address)};
}

struct Block {
    Address sender;
    std::string subject;
    std::size_t sender_offset = 0;
    std::size_t sender_length = 0;
    std::size_t next_line = 0;  // behind it
    int labels = 0;
};

class ForwardReader {
public:
    ForwardReader(std::string_view subject, std::string_view body)
        : body_(body),
          subject_(trim(subject.substr(subject.find(':') + 1))),
          lines_(lines_of(body)),
          is_forward_(is_forward_subject(subject)),
          is_answer_(!is_forward_ && is_answer_subject(subject)) {}

    std::optional<Forwarded> run() const {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (is_separator(i)) {
                if (auto found = behind_separator(i)) {
                    return found;
                }
            }
            if (is_dashed(i) && i + 1 < lines_.size()) {
                const std::size_t next = i + (lines_[i + 1].content.empty() ? 2 : 1);
                const auto block = header_block(next);
                if (block && block->labels >= 3) {
                    return make(*block, i);
                }
            }
            if (is_forward_ || is_ruled(i)) {
                if (auto found = without_separator(i)) {
                    return found;
                }
            }
        }
        return std::nullopt;
    }

private:
    static bool is_answer_subject(std::string_view subject) {
        const auto colon = subject.find(':');
        if (colon == std::string_view::npos) {
            return false;
        }
        const std::string key = name_key(trim(subject.substr(0, colon)));
        constexpr std::array<std::string_view, 6> answers = {"re", "aw",  "antw",
                                                             "sv", "ref", "rif"};
        return std::ranges::find(answers, key) != answers.end();
    }

    // "---------- Forwarded message ---------", "Begin forwarded message:", and the same with
    // header lines behind it.
    [[nodiscard]] bool is_separator(std::size_t index) const {
        std::string_view line = lines_[index].content;
        constexpr std::size_t separator_bytes_max = 400;
        if (line.empty() || line.size() > separator_bytes_max) {
            return false;
        }
        const bool is_dashed = line.starts_with("--");
        line = trim(line, "-_ :\t");
        const auto dashes = line.find("--");
        if (is_dashed && dashes != std::string_view::npos) {
            line = trim(line.substr(0, dashes), "- :\t");
        }
        return is_forward_separator(name_key(line));
    }

    // Dashes, some words, dashes: a program or a language that nobody here has met.
    [[nodiscard]] bool is_dashed(std::size_t index) const {
        const std::string_view line = lines_[index].content;
        constexpr std::size_t words_max = 60;
        return !is_answer_ && line.starts_with("-----") && line.ends_with("-----") &&
               trim(line, "- ").size() >= 4 && line.size() <= words_max;
    }

    // Outlook on the web rules a line above the header.
    [[nodiscard]] bool is_ruled(std::size_t index) const {
        return !is_answer_ && index > 0 && lines_[index - 1].content.starts_with("________");
    }

    [[nodiscard]] std::optional<Forwarded> behind_separator(std::size_t index) const {
        const std::string_view line = lines_[index].content;
        const auto dashes = line.rfind("--");
        if (dashes != std::string_view::npos && line.find('@') != std::string_view::npos) {
            return on_one_line(index, dashes + 2);
        }
        std::size_t next = index + 1;
        for (int blanks = 0; next < lines_.size() && lines_[next].content.empty() && blanks < 3;
             ++blanks) {
            ++next;
        }
        const auto block = header_block(next);
        if (!block || block->labels < 2) {
            return std::nullopt;
        }
        return make(*block, index);
    }

    [[nodiscard]] std::optional<Forwarded> without_separator(std::size_t index) const {
        std::size_t length = 0;
        if (header_part_at(lines_[index].content, length) == HeaderPart::From) {
            const auto block = header_block(index);
            if (block && block->labels >= 3) {
                return make(*block, is_ruled(index) ? index - 1 : index);
            }
        }
        return is_forward_ ? said_by(index) : std::nullopt;
    }

    // "Am 28/10/2021, 12:46 schrieb "John Doe" <john.doe@example.com>:"
    [[nodiscard]] std::optional<Forwarded> said_by(std::size_t index) const {
        const std::string_view line = lines_[index].content;
        const auto sign = line.find('@');
        if (sign == std::string_view::npos || !trim(line).ends_with(':') || !has_wrote(line)) {
            return std::nullopt;
        }
        // What stands in front of the name is a date and words; the name is in quotes or last.
        auto begin = std::min({line.find('"'), line.find("«"), line.find("„"), line.find("“")});
        if (begin == std::string_view::npos || begin > sign) {
            const auto bracket = line.rfind('<', sign);
            const auto comma = line.rfind(',', bracket == std::string_view::npos ? sign : bracket);
            begin = comma == std::string_view::npos ? bracket : comma + 1;
        }
        if (begin == std::string_view::npos) {
            return std::nullopt;
        }
        auto sender = parse_sender(line.substr(begin));
        if (!sender) {
            return std::nullopt;
        }
        if (std::ranges::any_of(sender->name, is_digit)) {
            sender->name.clear();
        }
        Block block{.sender = *std::move(sender),
                    .subject = std::string(subject_),
                    .sender_offset = lines_[index].offset + begin,
                    .sender_length = line.size() - begin,
                    .next_line = index + 1,
                    .labels = 1};
        return make(block, index);
    }

    // All of the header in one line, without blanks: "From: John <john@a.b>To: Jane <jane@a.b>".
    [[nodiscard]] std::optional<Forwarded> on_one_line(std::size_t index, std::size_t from) const {
        const std::string_view line = lines_[index].content;
        Block block{.sender = {}, .subject = {}, .next_line = index + 1};
        std::size_t at = from;
        std::optional<HeaderPart> open;
        std::size_t value = at;
        const auto close = [&](std::size_t end) {
            const std::string_view text = trim(line.substr(value, end - value));
            if (open == HeaderPart::From) {
                if (auto sender = parse_sender(text)) {
                    block.sender = *std::move(sender);
                    block.sender_offset = lines_[index].offset + value;
                    block.sender_length = end - value;
                }
            } else if (open == HeaderPart::Subject) {
                block.subject = std::string(text);
            }
        };
        for (; at < line.size(); ++at) {
            const bool may_begin = at == from || line[at - 1] == ' ' || line[at - 1] == '>' ||
                                   is_upper(line[at]) ||
                                   static_cast<unsigned char>(line[at]) >= 0x80;
            std::size_t length = 0;
            if (!may_begin || open == HeaderPart::Subject) {
                continue;
            }
            if (const auto part = header_part_at(line.substr(at), length)) {
                close(at);
                ++block.labels;
                open = part;
                value = at + length;
                at = value - 1;
            }
        }
        close(line.size());
        if (block.sender.address.empty() || block.labels < 2) {
            return std::nullopt;
        }
        return make(block, index);
    }

    [[nodiscard]] std::optional<Block> header_block(std::size_t first) const {
        Block block;
        std::size_t at = first;
        constexpr std::size_t lines_of_header_max = 16;
        for (; at < lines_.size() && at < first + lines_of_header_max; ++at) {
            std::size_t length = 0;
            const std::string_view line = lines_[at].content;
            const auto part = header_part_at(line, length);
            if (!part) {
                // Addresses go on in the next line.
                const bool goes_on = at > first && !line.empty() && block.labels > 0 &&
                                     line.find('@') != std::string_view::npos &&
                                     (lines_[at - 1].content.ends_with(',') ||
                                      lines_[at - 1].content.ends_with(';') ||
                                      lines_[at - 1].content.ends_with(':'));
                if (goes_on) {
                    continue;
                }
                break;
            }
            ++block.labels;
            std::string_view value = bare(line.substr(length));
            if (part == HeaderPart::From && block.sender.address.empty()) {
                auto sender = parse_sender(value);
                if (!sender) {
                    return std::nullopt;
                }
                block.sender = *std::move(sender);
                block.sender_offset = static_cast<std::size_t>(value.data() - body_.data());
                block.sender_length = value.size();
            } else if (part == HeaderPart::Subject && block.subject.empty()) {
                block.subject = std::string(value);
            }
        }
        block.next_line = at;
        return block.sender.address.empty() ? std::nullopt : std::optional(block);
    }

    [[nodiscard]] Forwarded make(const Block& block, std::size_t first_line) const {
        std::size_t at = block.next_line;
        while (at < lines_.size() && lines_[at].content.empty()) {
            ++at;
        }
        // With its marks of quotation, so that what is quoted within can be told apart.
        const std::size_t text = at >= lines_.size() ? body_.size()
                                 : at == 0           ? 0
                                                     : lines_[at - 1].end;
        const std::size_t begin = first_line == 0 ? 0 : lines_[first_line - 1].end;
        return {.name = block.sender.name,
                .address = block.sender.address,
                .subject = block.subject,
                .sender = {block.sender_offset, block.sender_length},
                .message = {0, trim(body_.substr(0, begin)).empty() ? 0 : begin},
                .text = {text, body_.size() - text}};
    }

    std::string_view body_;
    std::string_view subject_;  // of the outer mail, without "FW:"
    std::vector<TextLine> lines_;
    bool is_forward_;
    bool is_answer_;
};

}  // namespace

bool is_forward_subject(std::string_view subject) {
    const auto colon = subject.find(':');
    constexpr std::size_t prefix_bytes_max = 20;
    return colon != std::string_view::npos && colon <= prefix_bytes_max &&
           is_forward_prefix(name_key(trim(subject.substr(0, colon))));
}

std::optional<Forwarded> read_forward(std::string_view subject, std::string_view body) {
    return ForwardReader(subject, body).run();
}

std::string without_quote_marks(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (const TextLine& line : lines_of(text)) {
        plain += line.content;
        plain += '\n';
    }
    return plain;
}

}  // namespace standby::intake
