// Formatting of events; the names come from the cast.
#include "tests/scenarios/runner/transcript.hpp"

#include <fmt/format.h>

namespace standby::scenarios {
namespace {

// Details that are instants are shown on the story's clock.
std::string detail(const std::string& value, const Calendar& calendar) {
    const auto time = parse_time(value);
    return time ? calendar.written(*time) : value;
}

}  // namespace

std::string written(const EventRecord& event, const Cast& cast, const Calendar& calendar) {
    std::string text = fmt::format("      > {}  {}", calendar.written(event.at), event.type);
    if (!event.entry.empty()) {
        text += ' ' + cast.name_of(event.entry);
    }
    text += event.from == event.to ? fmt::format(": {}", event.to)
                                   : fmt::format(": {} → {}", event.from, event.to);
    if (event.reason != "none") {
        text += ", " + event.reason;
    }
    for (const auto& [name, value] : event.details) {
        text += fmt::format(", {} {}", name, detail(value, calendar));
    }
    return text + '\n';
}

std::string written(std::span<const EventRecord> events, const Cast& cast,
                    const Calendar& calendar) {
    constexpr std::size_t shown_max = 24;
    std::string text;
    for (std::size_t at = 0; at < events.size(); ++at) {
        if (events.size() > shown_max && at == shown_max / 2) {
            text += fmt::format("      > … {} more …\n", events.size() - shown_max);
            at = events.size() - shown_max / 2;
        }
        text += written(events[at], cast, calendar);
    }
    return text;
}

}  // namespace standby::scenarios
