// The limits of a wording.
#pragma once

#include <cstddef>

namespace standby::notify {

inline constexpr std::size_t voice_text_characters_max = 4'000;
inline constexpr std::size_t voice_subject_characters_max = 200;
inline constexpr std::size_t voice_button_characters_max = 60;

}  // namespace standby::notify
