// The values inside sentences, turned into the texts that a driver takes.
#pragma once

#include "base/result.hpp"
#include "tests/scenarios/runner/words.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::scenarios {

// The number of a {count} blank.
std::uint64_t read_count(WordSpan words);

// "45.00 EUR" → "4500 EUR"; "45 EUR" too.
std::string money_text(WordSpan words);

// "Tue-Thu" and "09:00-12:00" → "Tue 09:00-12:00;Wed 09:00-12:00;Thu 09:00-12:00". Hours that
// end before they begin run past midnight.
std::string weekly_text(std::string_view days, std::string_view hours);

// Adds to a list that is separated by semicolons.
void append(std::string& list, std::string_view more);

// The name as the engine spells it: "walk-in" → "walk_in", "handed back" → "handed_back".
std::string spelled(WordSpan words);

// The blanks of rules that are either on or off: "true", "false", or a message.
Result<std::string, std::string> yes_or_no(WordSpan words);

}  // namespace standby::scenarios
