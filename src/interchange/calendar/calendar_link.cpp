// Links that carry a whole calendar entry in their query.
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "interchange/calendar/calendar_entry.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace standby::interchange {
namespace {

// Browsers and mail readers cut links of more than about two thousand characters.
constexpr std::size_t line_bytes_max = 150;
constexpr std::size_t details_bytes_max = 300;

void append_value(std::string& link, std::string_view name, std::string_view value) {
    link += link.contains('?') ? '&' : '?';
    link += name;
    link += '=';
    link += percent_encode(value);
}

void append_text(std::string& link, std::string_view name, const std::string& text) {
    if (!text.empty()) {
        append_value(link, name, text);
    }
}

// The end where it is later than the start, as it should be.
Time end_of(const CalendarEntry& entry) {
    return std::max(entry.starts_at, entry.ends_at);
}

// RFC 3339 in whole seconds: 2026-11-15T14:00:00Z.
std::string extended(Time time) {
    return format_time(std::chrono::floor<std::chrono::seconds>(time));
}

// 20261115T140000Z
std::string basic(Time time) {
    std::string text = extended(time);
    std::erase_if(text, [](char one) { return one == '-' || one == ':'; });
    return text;
}

// These calendars have no field for a web address.
std::string details(const CalendarEntry& entry) {
    std::string text = clean_lines(entry.description, details_bytes_max);
    if (is_web_link(entry.url)) {
        text += text.empty() ? "" : "\n\n";
        text += entry.url;
    }
    return text;
}

}  // namespace

std::string google_calendar_link(const CalendarEntry& entry) {
    std::string link = "https://calendar.google.com/calendar/render?action=TEMPLATE";
    append_text(link, "text", clean_line(entry.summary, line_bytes_max));
    append_value(link, "dates", basic(entry.starts_at) + "/" + basic(end_of(entry)));
    append_text(link, "details", details(entry));
    append_text(link, "location", clean_line(entry.location, line_bytes_max));
    return link;
}

std::string outlook_calendar_link(const CalendarEntry& entry) {
    std::string link = "https://outlook.live.com/calendar/0/deeplink/compose"
                       "?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent";
    append_text(link, "subject", clean_line(entry.summary, line_bytes_max));
    append_value(link, "startdt", extended(entry.starts_at));
    append_value(link, "enddt", extended(end_of(entry)));
    append_text(link, "body", details(entry));
    append_text(link, "location", clean_line(entry.location, line_bytes_max));
    return link;
}

}  // namespace standby::interchange
