// What strangers typed, made fit to stand in a message, a header or a calendar: valid UTF-8, no
// control characters, of a length we can bear.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace standby {

// One line: control characters, line breaks of any kind and spaces that do not break count as
// spaces, runs of spaces become one, and there are none at the ends. Characters that turn the
// direction of the text around are dropped, what is not UTF-8 becomes U+FFFD. At most so many bytes
// and characters, cut between characters.
std::string clean_line(std::string_view text, std::size_t bytes_max,
                       std::size_t characters_max = std::numeric_limits<std::size_t>::max());
// The same by its characters, without looking at more of the text than they need.
std::string clean_text(std::string_view text, std::size_t characters_max);

// Several lines, each ended by \n whatever ended it before. Other control characters but the tab
// are left out, what is not UTF-8 becomes U+FFFD, and the length is limited in the same way.
std::string clean_lines(std::string_view text, std::size_t bytes_max);

// An http or https address without anything that could end it early, wherever it stands.
[[nodiscard]] bool is_web_link(std::string_view text, std::size_t bytes_max = 2'000);

}  // namespace standby
