// A guest's name where others read it in our words: a stranger may have typed anything there, and a
// message comes from the business's own domain.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::interchange {

inline constexpr std::size_t shown_name_characters_max = 40;
inline constexpr std::size_t shown_word_characters_max = 20;

// The name as messages show it: one line, long words and long names cut with "…", a blank after
// each dot within ("J.R.R." could be taken for a host). Empty, so that a message greets without
// one, when it is no name: it has an address, a link or a phone number in it.
std::string shown_name(std::string_view name);

}  // namespace standby::interchange
