// The parts of a mail's text: what its writer says, what they quote, how they greet and sign.
#pragma once

#include "intake/reading/span.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

struct Letter {
    // What is not the writer's own request, in ascending order: quoted mails, the greeting with
    // the house's name in it, everything from the signature on.
    std::vector<Span> aside;
    // What stands under the farewell: "Ada Lovelace".
    std::optional<Span> signed_name;
};

// What has more marks of quotation than its first line is quoted: a mail that was passed on may
// have some throughout.
Letter read_letter(std::string_view text);

// A name that somebody could have: one to four words that begin with a large letter, without
// digits, links or words of business.
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace standby::intake
