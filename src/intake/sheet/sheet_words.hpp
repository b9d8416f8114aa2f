// What Standby writes into sheets for the staff who read them, in the house's language.
#pragma once

#include "core/model/states.hpp"
#include "intake/sheet/merge.hpp"
#include "interchange/wording/language.hpp"

#include <string>
#include <string_view>

namespace standby::intake::sheet {

using interchange::Language;

// "Waiting", "Offered", "Booked".
std::string_view status_word(core::EntryState state, Language language = Language::English);
// One sentence, with the reader's own words where it has some.
std::string note_text(const Note& note, Language language = Language::English);
std::string heading_twice_text(std::string_view heading, Language language = Language::English);

}  // namespace standby::intake::sheet
