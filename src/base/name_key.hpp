// Names of services, people and places as they are compared: whoever types " COLOUR", "Colour" or
// "cölour" means the same. Not for showing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby {

// Names with the same key are the same name. Case, accents, white space, hyphens and the width of
// letters make no difference, in all scripts that write them; but between two digits a gap stays
// one, so that "Room 1-1" is not "Room 11". Only an empty text has an empty key.
std::string name_key(std::string_view name);

// How many letters of one key have to be typed otherwise to get the other (added, left out,
// changed, or two exchanged); at most `limit + 1`, which stands for "more than that".
std::size_t key_distance(std::string_view one, std::string_view other, std::size_t limit);

}  // namespace standby
