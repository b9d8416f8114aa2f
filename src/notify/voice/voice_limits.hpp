// The limits of a wording, and of what is put into it.
#pragma once

#include <cstddef>

namespace standby::notify {

inline constexpr std::size_t voice_text_characters_max = 4'000;
inline constexpr std::size_t voice_subject_characters_max = 200;
inline constexpr std::size_t voice_button_characters_max = 60;
inline constexpr std::size_t value_characters_max = 100;    // names, services, places
inline constexpr std::size_t typed_bytes_max = 8'000;       // what staff write to guests
inline constexpr std::size_t note_characters_max = 500;     // about a cancelled event
inline constexpr std::size_t address_characters_max = 300;  // the postal one of a house

}  // namespace standby::notify
