// What Standby writes into sheets for the staff who read them.
#pragma once

#include "core/model/states.hpp"
#include "intake/sheet/merge.hpp"

#include <string>
#include <string_view>

namespace standby::intake::sheet {

// "Waiting", "Offered", "Booked".
std::string_view status_word(core::EntryState state);
// One sentence, with the reader's own words where it has some.
std::string note_text(const Note& note);

}  // namespace standby::intake::sheet
