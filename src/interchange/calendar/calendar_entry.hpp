// Calendar entries (RFC 5545, 5546): a file or an invitation that every calendar understands, and
// links for those that live in a browser.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

// Publish: a file that somebody fetched; the others come by mail.
enum class CalendarMethod : std::uint8_t { Publish, Request, Cancel };
struct CalendarEntry {
    CalendarMethod method = CalendarMethod::Request;
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

// A place that a guest holds.
struct HeldPlace {
    core::EntryId entry;
    std::uint64_t event = 0;  // the last of the resource's events that counts here; they only rise
    Time starts_at{};
    std::optional<Duration> duration;
    std::string service;
    std::string list;
    std::string place;
};
// Its entry in a calendar. The UID is the same wherever the entry comes from, so that the
// cancellation by mail also finds what the guest's page gave. It ends with the domain that our
// mails come from: numbers alone would meet those of other houses.
CalendarEntry calendar_entry(const HeldPlace& held, CalendarMethod method,
                             std::string_view mail_from, Time now);

// Valid whatever the texts hold: line breaks stay within their property, what is no address or no
// web address is left out, and texts are cut at some thousand bytes. Lines end with CRLF.
std::string write_calendar(const CalendarEntry& entry);

// Pages that add the entry to a calendar when they are opened.
std::string google_calendar_link(const CalendarEntry& entry);
std::string outlook_calendar_link(const CalendarEntry& entry);

}  // namespace standby::interchange
