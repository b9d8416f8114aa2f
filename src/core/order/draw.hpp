// What a sealed lottery is drawn from, so that anybody can draw again: the seed that the server
// drew, the business's own words, and one number per person. All of it is text that any SHA-256
// program takes; docs/guide/lotteries.md has the same in Python, and the page /verify/{list} in the
// visitor's own browser.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::core {

// Who takes part, without saying who it is: the first eight bytes of
// SHA-256("standby participant\n<list>\n<contact>"). The contact is a hash under a secret that
// never leaves the server, so that nobody else can tell whose number it is, nor find the same
// person on another list. Whoever leaves and joins again has the same number. Never 0.
std::uint64_t participant_of(ResourceNumber list, ContactKey contact);

// The first four bytes of SHA-256("standby lot\n<seed>\n<participant>\n<words>"): the lowest is
// first.
std::uint32_t lot_of(std::string_view seed, std::string_view words, std::uint64_t participant);

// What binds the server before anybody has joined: SHA-256("standby draw\n<list>\n<seed>\n<words>")
// in hexadecimal digits.
std::string draw_commitment(ResourceNumber list, std::string_view seed, std::string_view words);

// Participants and lots as they are published: hexadecimal digits, 16 and 8 of them.
std::string participant_text(std::uint64_t participant);
std::string lot_text(std::uint32_t lot);

}  // namespace standby::core
