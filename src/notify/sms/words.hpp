// What somebody means who answers a text message. Only a message that consists of one of the known
// words counts: whoever writes more wants to talk to a person.
#pragma once

#include <cstdint>
#include <string_view>

namespace standby::notify {

enum class TextAnswer : std::uint8_t {
    Claim,    // "1"
    Decline,  // "9"
    Stop,     // the words that carriers honour, in English, French, Spanish, Portuguese and German
    Start,    // wants messages again
    Yes,      // that, as carriers have it, and a yes to what was asked
    Help,
    Other,
};

// Capital and small letters, spaces around, punctuation at the end and full-width or key-cap digits
// make no difference. A line that is just STOP wins over everything else in the message.
TextAnswer read_text(std::string_view body);

}  // namespace standby::notify
