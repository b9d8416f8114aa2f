#include "http/api/calendar_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/secret_fields.hpp"

#include <algorithm>

namespace standby::http {
namespace {

using engine::CalendarKind;
using engine::CalendarSettings;

constexpr Choice<CalendarKind> kind_choices[] = {
    {"caldav", CalendarKind::CalDav},
    {"ics", CalendarKind::Ics},
    {"google", CalendarKind::Google},
};
constexpr TextLimit name_limit{.length_max = core::limits::name_length_max,
                               .unit = TextLimit::Unit::Bytes};
constexpr std::size_t user_bytes_max = 254;

void read_place(FieldReader& reader, CalendarBody& body) {
    CalendarSettings& settings = body.settings;
    reader.require("kind");
    settings.kind = reader.choice("kind", kind_choices).value_or(CalendarKind::CalDav);
    const TextLimit url{.length_max = calendar_url_bytes_max, .unit = TextLimit::Unit::Bytes};
    settings.url = reader.text("url", url).value_or("");
    settings.username = reader.text("username", {.length_max = user_bytes_max}).value_or("");
    settings.calendar = reader.text("calendar", {.length_max = user_bytes_max}).value_or("");
    body.secrets = {.password = read_secret(reader, "password", engine::calendar_secret_bytes_max),
                    .key_file = read_secret(reader, "key_file", engine::calendar_secret_bytes_max)};
    if (settings.kind == CalendarKind::Google) {
        reader.require("calendar");
        reader.require("key_file");
        if (!body.secrets.key_file.empty() && !is_google_key(body.secrets.key_file)) {
            reader.error("key_file", "must be the JSON key of a service account");
        }
    } else {
        reader.require("url");
        const bool is_web =
            settings.url.starts_with("https://") || settings.url.starts_with("http://") ||
            (settings.kind == CalendarKind::Ics && settings.url.starts_with("webcal://"));
        if (!settings.url.empty() && !is_web) {
            reader.error("url", "must be an address that starts with https:// or http://");
        }
    }
}

// Parts of a title with nothing between them would leave open where the one ends.
bool is_pattern(std::string_view pattern) {
    constexpr std::string_view parts[] = {"service", "staff", "place", "size", "price", "name"};
    bool was_part = false;
    while (!pattern.empty()) {
        if (pattern.front() == '{' || pattern.front() == '*') {
            std::size_t end = 0;
            if (pattern.front() == '{') {
                end = pattern.find('}');
                if (end == std::string_view::npos ||
                    std::ranges::find(parts, pattern.substr(1, end - 1)) == std::end(parts)) {
                    return false;
                }
            }
            if (was_part) {
                return false;
            }
            was_part = true;
            pattern.remove_prefix(end + 1);
        } else {
            was_part = false;
            pattern.remove_prefix(1);
        }
    }
    return true;
}

void read_what(FieldReader& reader, CalendarSettings& settings) {
    const TextLimit limit{.length_max = engine::calendar_pattern_length_max};
    settings.categories = reader.texts("categories", engine::calendar_categories_max, limit)
                              .value_or(std::vector<std::string>{});
    settings.titles = reader.texts("titles", engine::calendar_patterns_max, limit)
                          .value_or(std::vector<std::string>{});
    if (!std::ranges::all_of(settings.titles, is_pattern)) {
        reader.error("titles",
                     "may have {service}, {staff}, {place}, {size}, {price}, {name} and * "
                     "in them, with something between each two");
    }
    settings.all_day = reader.boolean("all_day").value_or(false);
    settings.at_once = static_cast<std::uint32_t>(
        reader.integer("at_once", 1, engine::calendar_at_once_max).value_or(1));
    settings.service = reader.text("service", name_limit).value_or("");
    settings.staff = reader.text("staff", name_limit).value_or("");
    settings.place = reader.text("place", name_limit).value_or("");
    reader.object("size", [&](FieldReader& size) {
        const auto min = size.integer("min", 1, core::limits::party_size_max);
        const auto max = size.integer("max", 1, core::limits::party_size_max);
        settings.size_min = static_cast<std::uint32_t>(min.value_or(1));
        settings.size_max = static_cast<std::uint32_t>(max.value_or(settings.size_min));
        if (settings.size_min > settings.size_max) {
            size.error("min", "must not be above max");
        }
    });
    settings.price = reader.money("price", 0);
    settings.length =
        reader.duration("length", std::chrono::minutes{1}, core::limits::slot_duration_max)
            .value_or(settings.length);
    settings.notice = reader.duration("notice", Duration{0}, engine::calendar_notice_max)
                          .value_or(settings.notice);
    settings.writes = reader.boolean("writes").value_or(true);
}

}  // namespace

Result<CalendarBody, Problem> parse_calendar(std::string_view body) {
    return read_body<CalendarBody>(body, [](FieldReader& reader, CalendarBody& calendar) {
        read_place(reader, calendar);
        read_what(reader, calendar.settings);
    });
}

}  // namespace standby::http
