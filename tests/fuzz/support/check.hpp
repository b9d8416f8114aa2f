// What a fuzz target says when a property does not hold: a sentence, and then the end, which
// libFuzzer and the replay both take for a crash and keep the input of.
#pragma once

#include <string_view>

namespace standby::fuzz {

// Prints the sentence and aborts unless the condition holds.
void expect(bool condition, std::string_view sentence);
// The same with something to look at behind it.
void expect(bool condition, std::string_view sentence, std::string_view detail);

}  // namespace standby::fuzz
