// Numbers in letters: what people write for days, hours, minutes, years and guests.
#pragma once

#include "intake/reading/language_words.hpp"

#include <string>
#include <vector>

namespace standby::intake {

struct SpelledNumber {
    Meaning meaning;  // Number, Ordinal or YearNumber
    int value;
    std::string words;  // without case and accents, with single blanks
};

// From 0 to 79, and the years from 2000 to 2099.
std::vector<SpelledNumber> spelled_numbers(interchange::Language language,
                                           const LanguageWords& words);

}  // namespace standby::intake
