// What there is to know of each language: its tables, and its numbers.
#pragma once

#include "intake/reading/meaning.hpp"
#include "interchange/wording/language.hpp"

#include <span>
#include <string_view>

namespace standby::intake {

// Numbers have bars between them, from zero up; the rest is put together by their rules
// (spelled_numbers.cpp).
struct LanguageWords {
    std::span<const std::span<const WordsRule>> tables;
    std::string_view small_numbers;
    std::string_view small_ordinals;
    std::string_view articles;  // which may count as one
};

LanguageWords english_words();
LanguageWords german_words();
LanguageWords french_words();
LanguageWords spanish_words();

}  // namespace standby::intake
