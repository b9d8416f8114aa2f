// Text as HTML: escaped, in paragraphs, with the links that the wording itself contains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

// A link that shows its own address. It must be one that is_web_link takes.
void append_link(std::string& output, std::string_view link);

// Escapes, and makes links of the http and https addresses in the text. Only for words of a
// wording, never for values: a guest called https://example.org stays a name.
void append_escaped_with_links(std::string& output, std::string_view text);

// A blank line begins a new paragraph; empty ones are left out. Spaces at the ends of lines go.
std::vector<std::string> paragraphs_of(std::string_view text);

}  // namespace standby::notify
