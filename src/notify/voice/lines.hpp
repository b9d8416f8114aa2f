// Renders a wording of several lines. A line with marks on which nothing is left is left out whole,
// so that an empty value or the mark of a section leaves no hole behind.
#pragma once

#include "notify/voice/variables.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

enum class LineFormat : std::uint8_t { Text, Html };

// The paragraphs of a wording, without empty ones; lines within them end with \n. In HTML all is
// escaped, and the addresses that the wording itself contains or names are links.
std::vector<std::string> render_paragraphs(const Template& wording, const Values& values,
                                           LineFormat format);

}  // namespace standby::notify
