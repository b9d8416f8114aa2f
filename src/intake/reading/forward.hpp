// Who wrote first: a mail that somebody passed on, as the mail programs of the day write it, in
// English, German, French and Spanish, and the commonest of others.
#pragma once

#include "intake/reading/span.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

struct Forwarded {
    std::string name;  // of who wrote it; may be empty
    std::string address;
    std::string subject;  // may be empty
    Span sender;          // the words that name them, in the body
    Span message;         // what whoever passed it on wrote above; may be empty
    Span text;            // what was passed on
};

// From the subject and the text of the outer mail. Nothing when it is nobody else's: an answer with
// the question below is whoever answers'.
std::optional<Forwarded> read_forward(std::string_view subject, std::string_view body);

// Whether a subject says "Fwd:", "WG:", "TR:" or "RV:".
[[nodiscard]] bool is_forward_subject(std::string_view subject);

// The text without its marks of quotation, each line for itself.
std::string without_quote_marks(std::string_view text);

}  // namespace standby::intake
