// One pass over the text. ASCII goes the short way; other characters are looked up as code points.
#include "intake/reading/word.hpp"

#include "base/characters.hpp"
#include "base/name_key.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <optional>

namespace standby::intake {
namespace {

enum class Class : std::uint8_t { Letter, Digit, Blank, Line, Apostrophe, Hyphen, Mark };

struct Character {
    Class kind = Class::Mark;
    std::size_t length = 1;
    bool is_large = false;
    std::string_view plain = {};  // what a mark is called; empty: as it stands
};

Character wide_character(char32_t point, std::size_t length) {
    const auto is_within = [point](char32_t first, char32_t last) {
        return point >= first && point <= last;
    };
    if (point == 0xA0 || point == 0x202F || is_within(0x2000, 0x200D) || point == 0xFEFF ||
        point == 0x3000 || point == 0xAD) {
        return {.kind = Class::Blank, .length = length};
    }
    if (point == 0x2019 || point == 0x2018 || point == 0xB4 || point == 0x2BC) {
        return {.kind = Class::Apostrophe, .length = length, .plain = "'"};
    }
    if (is_within(0x2010, 0x2015) || point == 0x2212) {
        return {.kind = Class::Hyphen, .length = length, .plain = "-"};
    }
    if (point == 0xAA || point == 0xBA || point == 0xB0) {
        return {.kind = Class::Mark, .length = length, .plain = "º"};
    }
    if (is_within(0x80, 0xBF) || point == 0xD7 || point == 0xF7 || is_within(0x2000, 0x2BFF) ||
        is_within(0x3000, 0x3020) || is_within(0xFE00, 0xFE0F) || is_within(0xFFF0, 0xFFFF) ||
        point >= 0x1F000) {
        return {.kind = Class::Mark, .length = length};
    }
    // Of the alphabets that have two sizes only Latin-1's large letters matter to anybody here.
    return {.kind = Class::Letter, .length = length, .is_large = is_within(0xC0, 0xDE)};
}

Character character_at(std::string_view text, std::size_t at) {
    const char one = text[at];
    if (is_letter(one)) {
        return {.kind = Class::Letter, .is_large = is_upper(one)};
    }
    if (is_digit(one)) {
        return {.kind = Class::Digit};
    }
    switch (one) {
    case ' ':
    case '\t':
    case '\r':
        return {.kind = Class::Blank};
    case '\n':
        return {.kind = Class::Line};
    case '\'':
    case '`':
        return {.kind = Class::Apostrophe, .plain = "'"};
    case '-':
        return {.kind = Class::Hyphen};
    default:
        break;
    }
    if (static_cast<unsigned char>(one) < 0x80) {
        return {};
    }
    std::string_view rest = text.substr(at);
    const auto point = take_code_point(rest);
    return point ? wide_character(*point, text.size() - at - rest.size()) : Character{};
}

class Splitter {
public:
    Splitter(std::string_view text, std::span<const Span> opaque) : text_(text), opaque_(opaque) {}

    std::vector<Word> run() {
        words_.reserve(text_.size() / 5 + 4);
        while (at_ < text_.size()) {
            step();
        }
        return std::move(words_);
    }

private:
    void step() {
        while (!opaque_.empty() && opaque_.front().end() <= at_) {
            opaque_ = opaque_.subspan(1);
        }
        if (!opaque_.empty() && opaque_.front().offset <= at_ && opaque_.front().length > 0) {
            add(Word::Kind::Opaque, at_, opaque_.front().end() - at_, {});
            at_ = opaque_.front().end();
            return;
        }
        const Character here = character_at(text_, at_);
        switch (here.kind) {
        case Class::Letter:
            return take_letters(here.is_large);
        case Class::Digit:
            return take_digits();
        case Class::Line:
            ++lines_;
            is_line_begin_ = true;
            [[fallthrough]];
        case Class::Blank:
            was_blank_ = true;
            at_ += here.length;
            return;
        default:
            take_mark(here);
        }
    }

    [[nodiscard]] bool stops(std::size_t at) const {
        return !opaque_.empty() && at >= opaque_.front().offset;
    }

    void take_letters(bool is_large) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !stops(at_)) {
            const Character next = character_at(text_, at_);
            if (next.kind != Class::Letter) {
                break;
            }
            at_ += next.length;
        }
        add(Word::Kind::Letters, begin, at_ - begin, name_key(text_.substr(begin, at_ - begin)));
        words_.back().is_capital = is_large;
    }

    void take_digits() {
        const std::size_t begin = at_;
        int number = 0;
        constexpr std::size_t digits_max = 8;
        while (at_ < text_.size() && is_digit(text_[at_]) && !stops(at_)) {
            number = at_ - begin < digits_max ? number * 10 + (text_[at_] - '0') : -1;
            ++at_;
        }
        const std::size_t count = at_ - begin;
        add(Word::Kind::Digits, begin, count, std::string(text_.substr(begin, count)));
        words_.back().number = number;
        words_.back().digits = static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
    }

    // Between two letters it only parts them. So does a quotation mark where an apostrophe was
    // meant, as some keyboards write o"clock.
    [[nodiscard]] bool parts_letters(const Character& mark) const {
        const std::size_t next = at_ + mark.length;
        if (was_blank_ || words_.empty() || !words_.back().is_letters() || next >= text_.size() ||
            stops(next)) {
            return false;
        }
        // "guests' table", "Buß- und Bettag"
        const bool ends_word = mark.kind == Class::Apostrophe ||
                               (mark.kind == Class::Hyphen && text_.substr(next, 5) == " und ");
        const bool may = ends_word || mark.kind == Class::Hyphen || text_[at_] == '"';
        return may && (ends_word || character_at(text_, next).kind == Class::Letter);
    }

    void take_mark(const Character& mark) {
        const std::size_t begin = at_;
        // As mail programs put them in front of each line.
        if (is_line_begin_ && text_[at_] == '>') {
            was_blank_ = true;
            ++at_;
            return;
        }
        if (parts_letters(mark)) {
            at_ += mark.length;
            return;
        }
        at_ += mark.length;
        add(Word::Kind::Mark, begin, mark.length,
            std::string(mark.plain.empty() ? text_.substr(begin, mark.length) : mark.plain));
    }

    void add(Word::Kind kind, std::size_t offset, std::size_t length, std::string key) {
        if (lines_ > 1 && !words_.empty()) {
            words_.push_back({.kind = Word::Kind::Break, .key = "\n", .span = {offset, 0}});
        }
        words_.push_back({.kind = kind,
                          .is_glued = !was_blank_ && !words_.empty(),
                          .key = std::move(key),
                          .span = {offset, length}});
        lines_ = 0;
        was_blank_ = false;
        is_line_begin_ = false;
    }

    std::string_view text_;
    std::span<const Span> opaque_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
    int lines_ = 0;
    bool was_blank_ = false;
    bool is_line_begin_ = true;  // but for blanks and marks of quotation
};

}  // namespace

std::vector<Word> split_words(std::string_view text, std::span<const Span> opaque) {
    return Splitter(cut_at_character(text, read_bytes_max), opaque).run();
}

}  // namespace standby::intake
