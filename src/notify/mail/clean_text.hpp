// Texts that go into mails and calendar entries, made harmless: valid UTF-8, no control characters,
// of a length we can bear. Whoever writes them may be a stranger.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::notify {

// One line: control characters and line breaks of any kind count as spaces, runs of spaces become
// one, and there are none at the ends. What is not UTF-8 becomes U+FFFD. At most `bytes_max` bytes,
// cut between characters.
std::string clean_line(std::string_view text, std::size_t bytes_max);

// Several lines, each ended by \n whatever ended it before. Other control characters but the tab
// are left out, what is not UTF-8 becomes U+FFFD, and the length is limited in the same way.
std::string clean_lines(std::string_view text, std::size_t bytes_max);

// Whether this is an http or https address that may stand in a header as it is.
[[nodiscard]] bool is_plain_web_url(std::string_view text);

}  // namespace standby::notify
