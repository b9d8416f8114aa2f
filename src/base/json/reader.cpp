// A recursive descent over the text. The depth is limited, so the stack is too; the path to the
// value being read is kept in an array of that size and written out only for an error.
#include "base/json/reader.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace standby {
namespace {

// How much of a name a message repeats.
constexpr std::size_t quoted_bytes_max = 60;

bool is_space(char letter) {
    return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
}

}  // namespace

class JsonReader {
public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    Result<JsonDocument, JsonError> read() {
        if (text_.starts_with("\xEF\xBB\xBF")) {
            fail("a byte order mark is not allowed");
            return refusal();
        }
        skip_space();
        if (at_ == text_.size()) {
            fail("the text is empty");
            return refusal();
        }
        if (!value(document_.root_)) {
            return refusal();
        }
        skip_space();
        if (at_ < text_.size()) {
            fail("unexpected text after the end");
            return refusal();
        }
        return std::move(document_);
    }

private:
    struct Step {
        std::string_view name;
        std::size_t index = 0;
        bool is_index = false;
    };

    bool value(JsonValue& out) {
        if (++values_ > json_values_max) {
            return fail("too many values, at most " + std::to_string(json_values_max));
        }
        if (at_ == text_.size()) {
            return fail("unexpected end of the text");
        }
        switch (text_[at_]) {
        case '{':
            return object(out);
        case '[':
            return array(out);
        case '"':
            out.type = JsonType::Text;
            return string(out.text);
        case 't':
            out.boolean = true;
            out.type = JsonType::Boolean;
            return literal("true");
        case 'f':
            out.type = JsonType::Boolean;
            return literal("false");
        case 'n':
            return literal("null");
        default:
            return number(out);
        }
    }

    bool literal(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) {
            return fail("expected a value");
        }
        at_ += word.size();
        return true;
    }

    bool number(JsonValue& out) {
        const std::size_t begin = at_;
        skip_one('-');
        const std::size_t digits = skip_digits();
        if (digits == 0) {
            at_ = begin;
            return fail("expected a value");
        }
        if (digits > 1 && text_[at_ - digits] == '0') {
            return fail("a number must not begin with 0");
        }
        const std::size_t end = at_;
        if (skip_one('.') && skip_digits() == 0) {
            return fail("expected a digit after the decimal point");
        }
        if (skip_one('e') || skip_one('E')) {
            if (!skip_one('+')) {
                skip_one('-');
            }
            if (skip_digits() == 0) {
                return fail("expected a digit in the exponent");
            }
        }
        if (at_ != end) {
            out.type = JsonType::Fraction;
            out.text = text_.substr(begin, at_ - begin);
            return true;
        }
        const auto [stop, error] =
            std::from_chars(text_.data() + begin, text_.data() + end, out.integer);
        out.type = error == std::errc{} ? JsonType::Integer : JsonType::BigInteger;
        return true;
    }

    bool array(JsonValue& out) {
        out.type = JsonType::Array;
        if (!enter()) {
            return false;
        }
        skip_space();
        if (!skip_one(']')) {
            do {
                steps_[depth_ - 1] = {.index = out.items.size(), .is_index = true};
                skip_space();
                if (!value(out.items.emplace_back())) {
                    return false;
                }
                skip_space();
            } while (skip_one(','));
            if (!skip_one(']')) {
                return fail("expected ',' or ']'");
            }
        }
        --depth_;
        return true;
    }

    bool object(JsonValue& out) {
        out.type = JsonType::Object;
        if (!enter()) {
            return false;
        }
        skip_space();
        if (!skip_one('}')) {
            do {
                skip_space();
                if (!member(out)) {
                    return false;
                }
                skip_space();
            } while (skip_one(','));
            if (!skip_one('}')) {
                return fail("expected ',' or '}'");
            }
        }
        --depth_;
        return has_distinct_names(out.members);
    }

    bool member(JsonValue& out) {
        steps_[depth_ - 1] = {};
        if (at_ == text_.size() || text_[at_] != '"') {
            return fail("expected a name in double quotes");
        }
        JsonMember& added = out.members.emplace_back();
        if (!string(added.name)) {
            return false;
        }
        skip_space();
        if (!skip_one(':')) {
            return fail("expected ':' after a name");
        }
        steps_[depth_ - 1] = {.name = added.name};
        skip_space();
        return value(added.value);
    }

    // Few names are compared one by one; many, which only a hostile text has, by sorting.
    bool has_distinct_names(const std::vector<JsonMember>& members) {
        constexpr std::size_t few = 24;
        if (members.size() <= few) {
            for (std::size_t later = 1; later < members.size(); ++later) {
                for (std::size_t earlier = 0; earlier < later; ++earlier) {
                    if (members[earlier].name == members[later].name) {
                        return fail_twice(members[later].name);
                    }
                }
            }
            return true;
        }
        std::vector<std::string_view> names;
        names.reserve(members.size());
        for (const JsonMember& member : members) {
            names.push_back(member.name);
        }
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        return twice == names.end() || fail_twice(*twice);
    }

    bool fail_twice(std::string_view name) {
        return fail("the name '" + std::string{cut_at_character(name, quoted_bytes_max)} +
                    "' appears twice in an object that ends");
    }

    // A text without escapes stays a view; the first escape starts a copy.
    bool string(std::string_view& out) {
        const std::size_t begin = ++at_;
        while (at_ < text_.size()) {
            const char letter = text_[at_];
            if (letter == '"') {
                out = text_.substr(begin, at_ - begin);
                ++at_;
                return true;
            }
            if (letter == '\\') {
                return escaped_string(begin, out);
            }
            if (!plain_character()) {
                return false;
            }
        }
        return fail("a text is not closed");
    }

    bool escaped_string(std::size_t begin, std::string_view& out) {
        std::string& copy = document_.unescaped_.emplace_back(text_.substr(begin, at_ - begin));
        while (at_ < text_.size()) {
            const char letter = text_[at_];
            if (letter == '"') {
                out = copy;
                ++at_;
                return true;
            }
            if (letter == '\\') {
                if (!escape(copy)) {
                    return false;
                }
                continue;
            }
            const std::size_t start = at_;
            if (!plain_character()) {
                return false;
            }
            copy.append(text_, start, at_ - start);
        }
        return fail("a text is not closed");
    }

    bool plain_character() {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte < 0x20) {
            return fail("a control character in a text must be escaped");
        }
        const std::size_t length = byte < 0x80 ? 1 : character_length(text_.substr(at_));
        if (length == 0) {
            return fail("a text is not valid UTF-8");
        }
        at_ += length;
        return true;
    }

    bool escape(std::string& copy) {
        static constexpr std::string_view letters = "\"\\/bfnrt";
        static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        ++at_;
        if (at_ == text_.size()) {
            return fail("a text is not closed");
        }
        if (text_[at_] == 'u') {
            return unicode_escape(copy);
        }
        const std::size_t found = letters.find(text_[at_]);
        if (found == std::string_view::npos) {
            return fail("unknown escape in a text");
        }
        copy.push_back(meanings[found]);
        ++at_;
        return true;
    }

    bool unicode_escape(std::string& copy) {
        const auto first = hex_escape();
        if (!first) {
            return false;
        }
        char32_t code_point = *first;
        if (code_point >= 0xDC00 && code_point <= 0xDFFF) {
            return fail("half of a surrogate pair in a text");
        }
        if (code_point >= 0xD800 && code_point <= 0xDBFF) {
            if (text_.substr(at_, 2) != "\\u") {
                return fail("half of a surrogate pair in a text");
            }
            ++at_;
            const auto second = hex_escape();
            if (!second) {
                return false;
            }
            if (*second < 0xDC00 || *second > 0xDFFF) {
                return fail("half of a surrogate pair in a text");
            }
            code_point = 0x10000 + ((code_point - 0xD800) << 10) + (*second - 0xDC00);
        }
        append_character(copy, code_point);
        return true;
    }

    // From the letter u on.
    std::optional<char32_t> hex_escape() {
        char32_t code = 0;
        for (std::size_t index = 1; index <= 4; ++index) {
            const auto digit =
                at_ + index < text_.size() ? hex_digit(text_[at_ + index]) : std::nullopt;
            if (!digit) {
                fail("expected four hexadecimal digits after \\u");
                return std::nullopt;
            }
            code = code * 16 + *digit;
        }
        at_ += 5;
        return code;
    }

    bool enter() {
        if (depth_ == json_depth_max) {
            return fail("nested too deeply, at most " + std::to_string(json_depth_max) + " levels");
        }
        steps_[depth_++] = {};
        ++at_;
        return true;
    }

    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) {
            ++at_;
        }
    }
    bool skip_one(char letter) {
        if (at_ < text_.size() && text_[at_] == letter) {
            ++at_;
            return true;
        }
        return false;
    }
    std::size_t skip_digits() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            ++at_;
        }
        return at_ - begin;
    }

    bool fail(std::string message) {
        error_ = {.message = std::move(message), .offset = at_, .path = path()};
        return false;
    }
    std::unexpected<JsonError> refusal() { return std::unexpected(std::move(error_)); }

    std::string path() const {
        std::string path;
        for (std::size_t level = 0; level < depth_; ++level) {
            const Step& step = steps_[level];
            if (step.is_index) {
                path += '[' + std::to_string(step.index) + ']';
            } else if (!step.name.empty()) {
                path += path.empty() ? "" : ".";
                path += cut_at_character(step.name, quoted_bytes_max);
            }
        }
        return path;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::size_t values_ = 0;
    std::array<Step, json_depth_max> steps_;
    JsonDocument document_;
    JsonError error_;
};

const JsonValue* JsonValue::find(std::string_view name) const {
    for (const JsonMember& member : members) {
        if (member.name == name) {
            return &member.value;
        }
    }
    return nullptr;
}

std::string JsonError::text() const {
    std::string text = message + " at byte " + std::to_string(offset);
    if (!path.empty()) {
        text += ", in " + path;
    }
    return text;
}

Result<JsonDocument, JsonError> read_json(std::string_view text) {
    return JsonReader{text}.read();
}

}  // namespace standby
