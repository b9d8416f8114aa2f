#include "http/api/wants_body.hpp"

#include "base/civil.hpp"
#include "base/name_key.hpp"
#include "base/text.hpp"
#include "core/model/limits.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace standby::http {
namespace {

constexpr std::int64_t minutes_per_day = 24 * 60;
constexpr std::size_t time_zone_length_max = 64;
constexpr TextLimit shared_name{.length_max = core::limits::name_length_max,
                                .unit = TextLimit::Unit::Bytes};

// Days counted from Monday, as the core counts them.
constexpr Choice<std::uint16_t> day_choices[] = {
    {"mon", 0}, {"tue", 1}, {"wed", 2}, {"thu", 3}, {"fri", 4}, {"sat", 5}, {"sun", 6},
};

bool looks_like_a_date(std::string_view text) {
    static constexpr std::string_view pattern = "dddd-dd-dd";
    return text.size() == pattern.size() &&
           std::ranges::equal(text, pattern, [](char letter, char expected) {
               return expected == 'd' ? is_digit(letter) : letter == expected;
           });
}

// Local midnight at the start of the date; nothing for a date that does not exist.
std::optional<LocalTime> date_from(std::string_view text) {
    const auto number = [text](std::size_t at, std::size_t size) {
        unsigned value = 0;
        for (const char digit : text.substr(at, size)) {
            value = value * 10 + static_cast<unsigned>(digit - '0');
        }
        return value;
    };
    const CivilDate date{.year = number(0, 4), .month = number(5, 2), .day = number(8, 2)};
    if (date.year < 1970 || date.month < 1 || date.month > 12 || date.day < 1 ||
        date.day > days_in_month(date.year, date.month)) {
        return std::nullopt;
    }
    return LocalTime{std::chrono::days{days_from_civil(date)}};
}

enum class EndOfDay : std::uint8_t { No, Yes };

std::optional<Time> read_moment(FieldReader& reader, std::string_view name, const Zone& zone,
                                EndOfDay end_of_day) {
    static constexpr std::string_view expected =
        "must be a date such as 2026-11-15, or a time such as 2026-11-15T14:00:00Z";
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->type == JsonType::Text && looks_like_a_date(value->text)) {
        if (const auto midnight = date_from(value->text)) {
            return end_of_day == EndOfDay::Yes
                       ? zone.to_utc(*midnight + std::chrono::days{1}) - Duration{1}
                       : zone.to_utc(*midnight);
        }
    } else if (value->type == JsonType::Text) {
        if (const auto time = parse_time(value->text)) {
            return *time;
        }
    }
    reader.error(name, std::string{expected});
    return std::nullopt;
}

Duration read_notice(FieldReader& reader) {
    return reader.duration("min_notice", Duration{0}, core::limits::rule_duration_max)
        .value_or(Duration{0});
}

void read_window(FieldReader& reader, std::vector<core::WeeklyWindow>& windows) {
    reader.require("days");
    reader.require("from");
    reader.require("to");
    const auto days = reader.choices("days", std::size(day_choices), day_choices);
    const auto from = reader.time_of_day("from");
    const auto to = reader.time_of_day("to");
    if (days && days->empty()) {
        reader.error("days", "must name at least one day");
    }
    if (!days || !from || !to) {
        return;
    }
    const std::int64_t length = *to > *from ? *to - *from : *to + minutes_per_day - *from;
    for (const std::uint16_t day : *days) {
        windows.push_back({.from_minute = static_cast<std::uint16_t>(day * minutes_per_day + *from),
                           .length_minutes = static_cast<std::uint16_t>(length)});
    }
}

}  // namespace

std::optional<std::vector<core::WeeklyWindow>> read_weekly(FieldReader& reader,
                                                           std::string_view name) {
    std::vector<core::WeeklyWindow> windows;
    const bool is_given =
        reader.objects(name, core::limits::weekly_windows_max,
                       [&](FieldReader& window) { read_window(window, windows); });
    if (!is_given) {
        return std::nullopt;
    }
    windows = core::canonical_weekly(std::move(windows));
    if (windows.size() > core::limits::weekly_windows_max) {
        reader.error(name, "must come to at most " +
                               std::to_string(core::limits::weekly_windows_max) +
                               " separate windows in the week");
        return std::nullopt;
    }
    return windows;
}

std::optional<std::optional<core::InstantYes>> read_instant_yes(FieldReader& reader,
                                                                std::string_view name) {
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->type == JsonType::Boolean) {
        return value->boolean ? std::optional(core::InstantYes{}) : std::nullopt;
    }
    if (value->type != JsonType::Object) {
        reader.error(name, "must be true, false, or an object with the terms");
        return std::nullopt;
    }
    core::InstantYes terms;
    reader.object(name, [&](FieldReader& inner) {
        terms.min_notice = read_notice(inner);
        terms.max_price = inner.money("max_price", 0);
        terms.weekly = read_weekly(inner, "weekly").value_or(std::vector<core::WeeklyWindow>{});
    });
    return std::optional(std::move(terms));
}

std::optional<std::string> read_time_zone(FieldReader& reader, std::string_view name) {
    auto zone = reader.text(name, {.length_max = time_zone_length_max});
    if (zone && !std::ranges::all_of(*zone, [](char letter) {
            return is_letter_or_digit(letter) ||
                   std::string_view{"_+-/"}.find(letter) != std::string_view::npos;
        })) {
        reader.error(name, "must be the name of a time zone, such as Europe/Berlin");
        return std::nullopt;
    }
    return zone;
}

NamesGiven read_names(FieldReader& reader, std::string_view single, std::string_view several,
                      std::size_t further_max) {
    NamesGiven names{.first = reader.text(single, shared_name).value_or("")};
    names.further =
        reader.texts(several, further_max, shared_name).value_or(std::vector<std::string>{});
    std::set<std::string> keys{name_key(names.first)};
    if (names.first.empty() && !names.further.empty()) {
        names.first = names.further.front();
        keys.insert(name_key(names.first));
    }
    std::erase_if(names.further,
                  [&](const std::string& name) { return !keys.insert(name_key(name)).second; });
    return names;
}

core::Wants read_wants(FieldReader& reader, const Zone& zone) {
    core::Wants wants;
    NamesGiven services = read_names(reader, "service", "services", core::limits::or_names_max);
    NamesGiven staff = read_names(reader, "staff", "staff_any", core::limits::or_names_max);
    NamesGiven places = read_names(reader, "place", "places", core::limits::or_names_max);
    wants.service = std::move(services.first);
    wants.staff = std::move(staff.first);
    wants.place = std::move(places.first);
    wants.or_services = std::move(services.further);
    wants.or_staff = std::move(staff.further);
    wants.or_places = std::move(places.further);
    wants.earliest = read_moment(reader, "earliest", zone, EndOfDay::No);
    wants.latest = read_moment(reader, "latest", zone, EndOfDay::Yes);
    if (wants.earliest && wants.latest && *wants.earliest > *wants.latest) {
        reader.error("latest", "must not be before earliest");
    }
    wants.weekly = read_weekly(reader, "weekly").value_or(std::vector<core::WeeklyWindow>{});
    wants.min_notice = read_notice(reader);
    wants.max_price = reader.money("max_price", 0);
    wants.move_up = reader.boolean("move_up").value_or(false);
    return wants;
}

}  // namespace standby::http
