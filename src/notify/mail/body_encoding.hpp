// Bodies of mail parts as lines of ASCII that every server passes on unchanged (RFC 2045).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::notify {

enum class BodyEncoding : std::uint8_t { QuotedPrintable, Base64 };
std::string_view name_of(BodyEncoding encoding);  // "quoted-printable", "base64"

// The one that makes the text shorter: quoted-printable unless much of it is not ASCII.
BodyEncoding suitable_encoding(std::string_view text);

// Lines of at most 76 characters, with CRLF between them and none behind the last unless the text
// ends with one. The text's own lines end with \n, and decoded with CRLF.
std::string encode_body(std::string_view text, BodyEncoding encoding);

}  // namespace standby::notify
