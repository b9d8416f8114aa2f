// What waits for a person on the board: each as a sentence in English, and as the facts that it is
// made of, for pages that say it in other languages.
#pragma once

#include "base/json/writer.hpp"
#include "base/zone.hpp"
#include "interchange/view/board.hpp"

namespace standby::interchange {

// The elements of an array that is open: what concerns everybody first, then by age.
void write_needs(JsonWriter& writer, const Board& board, const Zone& zone);

}  // namespace standby::interchange
