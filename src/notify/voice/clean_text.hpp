// What guests and other systems typed, made fit to stand inside a message: whatever comes in, valid
// UTF-8 in one line of a sane length comes out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::notify {

inline constexpr std::size_t value_characters_max = 100;    // names, services, places
inline constexpr std::size_t address_characters_max = 300;  // the postal one of a house
inline constexpr std::size_t link_bytes_max = 2'000;

// Line breaks, control characters and runs of spaces become one space, none at the ends. Characters
// that turn the direction of the text around are dropped, bytes that are not UTF-8 become U+FFFD.
// At most so many characters, whatever the length of the text.
std::string clean_text(std::string_view text, std::size_t characters_max);

// An http or https link without anything that could end it early; an empty text for all else.
std::string clean_link(std::string_view text);

}  // namespace standby::notify
