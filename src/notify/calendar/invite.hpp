// Calendar entries (RFC 5545, 5546): an invitation that every calendar understands, and links for
// those that live in a browser.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <string>

namespace standby::notify {

enum class InviteMethod : std::uint8_t { Request, Cancel };
struct Invite {
    InviteMethod method = InviteMethod::Request;
    std::string uid;             // the same for every version
    std::uint32_t sequence = 0;  // rises with every version
    Time stamp{};                // when this version was made
    Time starts_at{};
    Time ends_at{};  // later than the start
    std::string summary;
    std::string description;
    std::string location;
    std::string url;
    std::string organizer;  // a mail address
    std::string organizer_name;
    std::string attendee;  // a mail address; empty: none
    std::string attendee_name;
};

// Valid whatever the texts hold: line breaks stay within their property, what is no address or no
// web address is left out, and texts are cut at some thousand bytes. Lines end with CRLF.
std::string write_invite(const Invite& invite);

// Pages that add the entry to a calendar when they are opened.
std::string google_calendar_link(const Invite& invite);
std::string outlook_calendar_link(const Invite& invite);

}  // namespace standby::notify
