// What people type into cells: names, phone numbers, party sizes, priorities. Each is a value, or a
// sentence that says why not. An empty cell is for the caller to see.
#pragma once

#include "base/result.hpp"
#include "intake/cells/doubt.hpp"
#include "intake/table/table.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::intake {

// What is in a cell, without blanks at its ends and without the ' that keeps programs from taking
// it for a formula.
std::string_view typed_in(const Cell& cell);

// In E.164. `region` is the country of numbers without its code. A zero that a program took from
// the front of a number comes back; digits that it rounded away don't.
Result<std::string, Doubt> read_phone(const Cell& cell, std::string_view region);
Result<std::string, Doubt> read_email(const Cell& cell);
// A text of one line. Refused where a program has lost a letter of it.
Result<std::string, Doubt> read_text(const Cell& cell);
// "4", "4 people", "2+1", "four".
Result<std::uint32_t, Doubt> read_party_size(const Cell& cell);
// "high", "urgent", "x" and "yes" are 1, "normal" and "no" are 0; a number is itself.
Result<std::uint8_t, Doubt> read_priority(const Cell& cell);
// "de", "German", "Deutsch": the tag of a language.
Result<std::string, Doubt> read_language(const Cell& cell);
// "yes", "x" and what says when; "no" and nothing are not.
bool says_yes(const Cell& cell);

}  // namespace standby::intake
