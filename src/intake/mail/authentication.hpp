// What a mail server says of who sent a mail (RFC 8601). Anybody can write such a header, so only
// what the owner's own server wrote counts, and only as the topmost one: that server puts its own
// above all that came with the mail.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace standby::intake {

enum class Authenticity : std::uint8_t {
    Unknown,  // nobody whom we believe has said anything
    Proven,   // the address is of whom it says
    Forged,
};
std::string_view name_of(Authenticity authenticity);  // "proven"

// `results` are the mail's Authentication-Results, topmost first; `server` is the authserv-id of
// the owner's mail server (empty: none is believed); `sender` is the address in From.
Authenticity authenticity_of(std::span<const std::string> results, std::string_view server,
                             std::string_view sender);

}  // namespace standby::intake
