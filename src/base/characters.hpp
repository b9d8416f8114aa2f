// Characters of texts in valid UTF-8: how many there are, where one ends, and which are not wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby {

// How many bytes the first character has; 0 when the text is empty or does not begin with a valid
// one.
std::size_t character_length(std::string_view text);

// The code point must be one that UTF-8 can express.
void append_character(std::string& output, char32_t code_point);

// Characters (code points), not bytes. The text must be valid.
std::size_t count_characters(std::string_view text);

// The longest beginning of at most `bytes_max` bytes that does not cut a character in two.
std::string_view cut_at_character(std::string_view text, std::size_t bytes_max);

// A control character or a line break of any kind: what no name, label or note may contain, since
// it would end up in a mail header, a log line or a page.
bool has_control_characters(std::string_view text);

}  // namespace standby
