#include "intake/calendar/calendar_settings.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"

#include <algorithm>

namespace standby::intake {
namespace {

std::uint32_t count_in(const JsonValue& object, std::string_view name, std::uint32_t max) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(integer_in(object, name, 1), 1, max));
}

}  // namespace

std::string write_calendar_settings(const CalendarSettings& settings) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("kind", name_of(settings.kind));
        writer.text("url", settings.url);
        writer.text("username", settings.username);
        writer.text("calendar", settings.calendar);
        writer.texts("categories", settings.categories);
        writer.texts("titles", settings.titles);
        writer.boolean("all_day", settings.all_day);
        writer.natural("at_once", settings.at_once);
        writer.text("service", settings.service);
        writer.text("staff", settings.staff);
        writer.text("place", settings.place);
        writer.natural("size_min", settings.size_min);
        writer.natural("size_max", settings.size_max);
        if (settings.price) {
            writer.integer("price", settings.price->amount);
            writer.text("currency", std::string_view(settings.price->currency.data(), 3));
        }
        writer.integer("length_ms", settings.length.count());
        writer.integer("notice_ms", settings.notice.count());
        writer.boolean("writes", settings.writes);
        writer.end_object();
    });
}

std::optional<CalendarSettings> read_calendar_settings(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    const JsonValue& root = document->root();
    const auto kind = engine::calendar_kind_named(text_in(root, "kind"));
    if (!kind) {
        return std::nullopt;
    }
    CalendarSettings settings{.kind = *kind,
                              .url = text_in(root, "url"),
                              .username = text_in(root, "username"),
                              .calendar = text_in(root, "calendar"),
                              .categories = texts_in(root, "categories"),
                              .titles = texts_in(root, "titles"),
                              .all_day = truth_in(root, "all_day", false),
                              .at_once = count_in(root, "at_once", engine::calendar_at_once_max),
                              .service = text_in(root, "service"),
                              .staff = text_in(root, "staff"),
                              .place = text_in(root, "place"),
                              .size_min = count_in(root, "size_min", 1'000),
                              .size_max = count_in(root, "size_max", 1'000),
                              .price = std::nullopt,
                              .length = Duration{integer_in(root, "length_ms", 3'600'000)},
                              .notice = Duration{integer_in(root, "notice_ms", 3'600'000)},
                              .writes = truth_in(root, "writes", true)};
    const std::string currency = text_in(root, "currency");
    if (root.find("price") != nullptr && currency.size() == 3) {
        settings.price = core::Money{.amount = integer_in(root, "price"),
                                     .currency = {currency[0], currency[1], currency[2]}};
    }
    return settings;
}

std::string write_calendar_secrets(const CalendarSecrets& secrets) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("password", secrets.password);
        writer.text("key_file", secrets.key_file);
        writer.end_object();
    });
}

std::optional<CalendarSecrets> read_calendar_secrets(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    return CalendarSecrets{.password = text_in(document->root(), "password"),
                           .key_file = text_in(document->root(), "key_file")};
}

}  // namespace standby::intake
