// Calendars in a line or two, and the zones they are read by.
#pragma once

#include "core/rules/zone_book.hpp"
#include "intake/calendar/calendar_text.hpp"

#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline const core::ZoneBook& test_zones() {
    static const core::ZoneBook book = [] {
        core::ZoneBook zones;
        for (const std::string name : {"Europe/Berlin", "America/New_York", "Asia/Kolkata"}) {
            std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(file), {});
            if (auto zone = Zone::parse(name, std::as_bytes(std::span(bytes)))) {
                zones.add(*std::move(zone));
            }
        }
        return zones;
    }();
    return book;
}

inline Time at(std::string_view text) {
    return *parse_time(text);
}

inline CalendarReading reading_of(std::string_view from, std::string_view until,
                                  std::string_view zone = "Europe/Berlin") {
    return {.from = at(from),
            .until = at(until),
            .own_zone = test_zones().find(zone),
            .find_zone = [](std::string_view name) { return test_zones().find(name); }};
}

// Lines of an event, without BEGIN and END; `;;` between events.
inline std::string calendar_with(std::string_view events, std::string_view before = "") {
    std::string text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n";
    text += before;
    while (!events.empty()) {
        const std::size_t end = std::min(events.find(";;\n"), events.size());
        text += "BEGIN:VEVENT\r\n" + std::string(events.substr(0, end)) + "END:VEVENT\r\n";
        events.remove_prefix(std::min(end + 3, events.size()));
    }
    return text + "END:VCALENDAR\r\n";
}

// "2026-11-19T13:00:00Z+60 Colour", one for each.
inline std::vector<std::string> lines_of(const CalendarContent& content) {
    std::vector<std::string> lines;
    for (const Occurrence& one : content.occurrences) {
        lines.push_back(format_time(one.starts_at) + "+" +
                        std::to_string(one.length / std::chrono::minutes{1}) + " " + one.title);
    }
    return lines;
}

}  // namespace standby::intake
