// A text as the grammar sees it: its words, and at each of them everything that begins there and
// means something.
#pragma once

#include "intake/reading/meaning.hpp"
#include "intake/reading/word.hpp"
#include "interchange/wording/language.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace standby::intake {

struct Term {
    Meaning meaning;
    int value = 0;
    std::uint32_t end = 0;  // the first word behind it
};

class Line {
public:
    Line(std::string_view text, interchange::Language language, std::span<const Span> opaque = {});

    [[nodiscard]] std::size_t size() const { return words_.size(); }
    [[nodiscard]] const Word& at(std::size_t index) const { return words_[index]; }
    [[nodiscard]] interchange::Language language() const { return language_; }

    // The longest that begins here with this meaning; null: nothing does.
    [[nodiscard]] const Term* find(std::size_t index, Meaning meaning) const;
    [[nodiscard]] const Term* find(std::size_t index, std::initializer_list<Meaning> any) const;
    // Behind it, if there is such a one here; else here.
    [[nodiscard]] std::size_t skip(std::size_t index, std::initializer_list<Meaning> any) const;
    // The word is one mark.
    [[nodiscard]] bool is(std::size_t index, std::string_view mark) const {
        return index < words_.size() && words_[index].is(mark);
    }
    [[nodiscard]] bool is_glued(std::size_t index) const {
        return index < words_.size() && words_[index].is_glued;
    }
    [[nodiscard]] bool is_digits(std::size_t index) const {
        return index < words_.size() && words_[index].is_digits();
    }
    // What ends right in front of this word with such a meaning: the longest.
    struct Ended {
        Term term;
        std::size_t first = 0;
    };
    [[nodiscard]] std::optional<Ended> before(std::size_t index,
                                              std::initializer_list<Meaning> any) const;
    [[nodiscard]] bool is_behind(std::size_t index, std::initializer_list<Meaning> any) const {
        return before(index, any).has_value();
    }
    // The place of some words.
    [[nodiscard]] Span span(std::size_t first, std::size_t end) const;

private:
    interchange::Language language_;
    std::vector<Word> words_;
    std::vector<std::uint32_t> begins_;  // of each word's terms; one more at the end
    std::vector<Term> terms_;
};

}  // namespace standby::intake
