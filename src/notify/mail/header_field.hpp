// Fields of a mail's header (RFC 5322, 2047). Each call appends one whole field, folded, in ASCII,
// whatever its value holds.
#pragma once

#include <string>
#include <string_view>

namespace standby::notify {

// A value of our own making: ASCII, short, without line breaks.
void append_field(std::string& header, std::string_view name, std::string_view value);

// A value in any language, such as a subject.
void append_text_field(std::string& header, std::string_view name, std::string_view text);

// A sendable address and the name of whom it belongs to, which may be empty.
void append_person_field(std::string& header, std::string_view name, std::string_view address,
                         std::string_view person);

}  // namespace standby::notify
