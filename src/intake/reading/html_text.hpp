// What somebody reads who opens a mail in HTML: its text, in lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::intake {

inline constexpr std::size_t html_bytes_max = 2 * 1024 * 1024;
inline constexpr std::size_t html_text_bytes_max = 256 * 1024;

// Never fails: what is no HTML comes out as it is. Scripts, styles and what is hidden by them are
// left out, quoted parts get a `>` in front of each line. Input must be UTF-8.
std::string html_to_text(std::string_view html);

}  // namespace standby::intake
