// The shape of a sentence: literal words with blanks between them, as in "{who} has {count}
// points". A blank says what may fill it, so that most slips of the pen are found before the story
// runs, and an unknown sentence can be answered with the ones that come closest.
#pragma once

#include "tests/scenarios/runner/words.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

// What filled the blanks, in their order. A literal may have alternatives, as in "is/are".
using Captures = std::vector<WordSpan>;

// The blanks:
//   {who} Ada, person 17          {whose} Ada's               {names} Ada, Bea and Cleo
//   {quoted} "Jazz Night"         {word} any one word          {state} waiting, walk-in, handed
//   back {count} 12                    {duration} 1h30m             {money} 45.00 EUR {moment}
//   14:00, Sunday 08:00  {date} 2026-11-14            {zone} Europe/Berlin {days} Tue-Thu {hours}
//   09:00-12:00          {rest} everything up to what follows
class Pattern {
public:
    explicit Pattern(std::string_view text);

    // The whole of the words, or nothing.
    std::optional<Captures> match(WordSpan words) const;

    struct Beginning {
        Captures captures;
        std::size_t length = 0;  // words used
    };
    // The longest beginning of the words that has this shape.
    std::optional<Beginning> match_beginning(WordSpan words) const;

    const std::string& text() const { return text_; }

    // How many of the pattern's literal words the sentence has, less a little for those it lacks.
    double likeness(WordSpan words) const;

private:
    std::string text_;
    std::vector<std::string> parts_;  // a literal, or a blank's name in braces
};

// The patterns most like the words, best first, one per line and indented; for messages.
std::string closest(const std::vector<const Pattern*>& patterns, WordSpan words);

}  // namespace standby::scenarios
