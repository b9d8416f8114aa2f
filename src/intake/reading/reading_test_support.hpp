// Sentences as guests write them, read on a Wednesday noon: the 4th of March 2026, in UTC. What was
// found is shown as a line, "2026-03-06 15:00 x4", with a dash for what was left blank.
#pragma once

#include "base/civil.hpp"
#include "intake/reading/party.hpp"
#include "intake/reading/when.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace standby::intake {

inline Moment wednesday_noon(Moment::Order order = Moment::Order::DayFirst) {
    return {.day = days_from_civil({2026, 3, 4}), .minute = 12 * 60, .order = order};
}

inline std::string date_line(const std::optional<FoundDays>& days) {
    const auto one = [](std::int64_t day) {
        const CivilDate date = civil_from_days(day);
        return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
    };
    if (!days) {
        return "-";
    }
    if (!days->earliest) {
        return ".." + one(*days->latest);
    }
    if (!days->latest) {
        return one(*days->earliest) + "..";
    }
    return *days->earliest == *days->latest ? one(*days->earliest)
                                            : one(*days->earliest) + ".." + one(*days->latest);
}

inline std::string time_line(const std::optional<FoundTimes>& times) {
    const auto one = [](int minutes) {
        return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
    };
    if (!times) {
        return "-";
    }
    if (!times->from) {
        return ".." + one(*times->to);
    }
    if (!times->to) {
        return one(*times->from) + "..";
    }
    return *times->from == *times->to ? one(*times->from)
                                      : one(*times->from) + ".." + one(*times->to);
}

inline std::string read_line(std::string_view text, interchange::Language language,
                             Moment now = wednesday_noon()) {
    const Line line(text, language);
    const When when = read_when(line, now);
    const auto party = read_party(line, when);
    return date_line(when.days) + " " + time_line(when.times) +
           (party ? fmt::format(" x{}", party->size) : "");
}

inline std::string english(std::string_view text) {
    return read_line(text, interchange::Language::English);
}
inline std::string german(std::string_view text) {
    return read_line(text, interchange::Language::German);
}
inline std::string french(std::string_view text) {
    return read_line(text, interchange::Language::French);
}
inline std::string spanish(std::string_view text) {
    return read_line(text, interchange::Language::Spanish);
}

}  // namespace standby::intake
