// How mail programs call the parts of a mail that is passed on.
#pragma once

#include <optional>
#include <string_view>

namespace standby::intake {

enum class HeaderPart : unsigned char { From, To, Cc, ReplyTo, Subject, Date };

// "Von" is From. In lower case without accents (name_key keeps no blanks: "replyto").
std::optional<HeaderPart> header_part(std::string_view key);
// The labels that stand within one line, where a program put all of them there: "To:".
std::optional<HeaderPart> header_part_at(std::string_view text, std::size_t& length);

// Whether a line without its dashes says that a forwarded mail begins. In the same form.
[[nodiscard]] bool is_forward_separator(std::string_view key);
// "FW", "WG", "TR", "RV": in the same form.
[[nodiscard]] bool is_forward_prefix(std::string_view key);
// Words behind a date and a name: "wrote", "schrieb", "a écrit", "escribió". In lower case.
[[nodiscard]] bool has_wrote(std::string_view line);

}  // namespace standby::intake
