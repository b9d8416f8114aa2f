// A place as an entry of a calendar: a file that every calendar reads (RFC 5545), and links for
// those that live in a browser.
#pragma once

#include "base/time.hpp"

#include <string>

namespace standby::http {

struct CalendarEntry {
    std::string uid;  // the same each time, so that a second file replaces the first
    Time stamp{};
    Time starts_at{};
    Time ends_at{};
    std::string summary;
    std::string location;
    std::string url;  // of the guest's page
};

// Valid whatever the texts hold: they stay within their properties. Lines end with CRLF and have
// at most 75 bytes.
std::string calendar_file(const CalendarEntry& entry);

// Pages that add the entry to a calendar when they are opened.
std::string google_calendar_link(const CalendarEntry& entry);
std::string outlook_calendar_link(const CalendarEntry& entry);

}  // namespace standby::http
