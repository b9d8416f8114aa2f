// The words of one line. Quoted text is one word; commas and colons at the end of a word stand
// alone, so that sentences may be punctuated as prose and still be compared word by word.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

struct Word {
    std::string text;
    bool quoted = false;

    // A comma or a colon between other words: it carries no meaning.
    bool is_separator() const { return !quoted && (text == "," || text == ":"); }
    // This very word, outside quotes.
    bool is(std::string_view plain) const { return !quoted && text == plain; }
};

using Words = std::vector<Word>;
using WordSpan = std::span<const Word>;

Words split_words(std::string_view line);

// The words as one text again, with single spaces; for messages.
std::string joined(WordSpan words);

// Without the separators at both ends.
WordSpan trimmed(WordSpan words);

}  // namespace standby::scenarios
