// The writer of calendar_file.hpp: escaping, folding, and percent signs.
#include "http/pages/calendar_file.hpp"

#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace standby::http {
namespace {

constexpr std::size_t line_bytes_max = 75;
constexpr std::size_t text_bytes_max = 400;

// 2026-11-15T14:00:00Z
std::string extended(Time time) {
    return format_time(std::chrono::floor<std::chrono::seconds>(time));
}

// 20261115T140000Z
std::string basic(Time time) {
    std::string text = extended(time);
    std::erase_if(text, [](char letter) { return letter == '-' || letter == ':'; });
    return text;
}

// On one line, and not longer than needed.
std::string cleaned(std::string_view text) {
    std::string clean;
    for (const char letter : text) {
        const auto value = static_cast<unsigned char>(letter);
        clean += value < 0x20 || value == 0x7f ? ' ' : letter;
    }
    if (!is_utf8(clean)) {
        return {};
    }
    while (clean.size() > text_bytes_max) {
        clean.resize(text_bytes_max);
        while (!clean.empty() && !is_utf8(clean)) {
            clean.pop_back();
        }
    }
    return clean;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : cleaned(text)) {
        if (letter == '\\' || letter == ';' || letter == ',') {
            result += '\\';
        }
        result += letter;
    }
    return result;
}

// Goes on in the next line, behind a space, without cutting a character in two.
void add_line(std::string& file, std::string_view line) {
    std::size_t room = line_bytes_max;
    while (line.size() > room) {
        std::size_t cut = room;
        while ((static_cast<unsigned char>(line[cut]) & 0xc0U) == 0x80U) {
            --cut;
        }
        file.append(line.substr(0, cut)).append("\r\n ");
        line.remove_prefix(cut);
        room = line_bytes_max - 1;
    }
    file.append(line).append("\r\n");
}

std::string percent_encoded(std::string_view text) {
    std::string result;
    for (const char letter : cleaned(text)) {
        const bool is_plain =
            (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
            (letter >= '0' && letter <= '9') || std::string_view{"-._~"}.contains(letter);
        if (is_plain) {
            result += letter;
        } else {
            result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
        }
    }
    return result;
}

Time end_of(const CalendarEntry& entry) {
    return std::max(entry.starts_at, entry.ends_at);
}

}  // namespace

std::string calendar_file(const CalendarEntry& entry) {
    std::string file;
    for (const std::string_view line :
         {"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Standby//Standby//EN", "CALSCALE:GREGORIAN",
          "METHOD:PUBLISH", "BEGIN:VEVENT"}) {
        add_line(file, line);
    }
    add_line(file, "UID:" + escaped(entry.uid));
    add_line(file, "DTSTAMP:" + basic(entry.stamp));
    add_line(file, "DTSTART:" + basic(entry.starts_at));
    add_line(file, "DTEND:" + basic(end_of(entry)));
    add_line(file, "SUMMARY:" + escaped(entry.summary));
    if (!entry.location.empty()) {
        add_line(file, "LOCATION:" + escaped(entry.location));
    }
    add_line(file, "URL:" + cleaned(entry.url));
    for (const std::string_view line :
         {"STATUS:CONFIRMED", "TRANSP:OPAQUE", "END:VEVENT", "END:VCALENDAR"}) {
        add_line(file, line);
    }
    return file;
}

std::string google_calendar_link(const CalendarEntry& entry) {
    return fmt::format("https://calendar.google.com/calendar/render?action=TEMPLATE&text={}"
                       "&dates={}%2F{}&details={}&location={}",
                       percent_encoded(entry.summary), basic(entry.starts_at), basic(end_of(entry)),
                       percent_encoded(entry.url), percent_encoded(entry.location));
}

std::string outlook_calendar_link(const CalendarEntry& entry) {
    return fmt::format("https://outlook.live.com/calendar/0/deeplink/compose"
                       "?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent&subject={}"
                       "&startdt={}&enddt={}&body={}&location={}",
                       percent_encoded(entry.summary), percent_encoded(extended(entry.starts_at)),
                       percent_encoded(extended(end_of(entry))), percent_encoded(entry.url),
                       percent_encoded(entry.location));
}

}  // namespace standby::http
