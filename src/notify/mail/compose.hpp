// A mail as it goes over the wire (RFC 5322, 2045–2047, 2369, 8058): plain text and HTML side by
// side, a calendar part where there is one. Whatever the fields hold, they stay fields: line breaks
// and control characters never reach a header.
#pragma once

#include "base/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

struct MailPerson {
    std::string address;
    std::string name;  // UTF-8, may be empty
};
struct CalendarPart {
    std::string text;    // what write_invite returned
    std::string method;  // "REQUEST", "CANCEL"
};
struct MailDraft {
    std::string id;  // "msg_…"; makes the Message-ID together with the sender's domain
    Time date{};
    MailPerson from;
    MailPerson to;
    std::string reply_to;  // empty: none
    std::string subject;
    std::string text;             // UTF-8, lines end with \n
    std::string html;             // empty: plain text only
    std::string unsubscribe_url;  // List-Unsubscribe with one click; empty: none
    std::string language;         // "de"; Content-Language
    std::optional<CalendarPart> calendar;
};

// Always valid, pure ASCII, lines end with CRLF and have at most 998 characters (headers folded at
// 78 where possible).
std::string compose_mail(const MailDraft& draft);

}  // namespace standby::notify
