#include "app/bookings/booking_settings.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"

namespace standby::app {

std::string write_booking_settings(const engine::BookingSettings& settings) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("kind", name_of(settings.kind));
        writer.text("url", settings.url);
        writer.integer("event_type", settings.event_type);
        writer.end_object();
    });
}

std::optional<engine::BookingSettings> read_booking_settings(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    const auto kind = engine::booking_system_kind_named(intake::text_in(document->root(), "kind"));
    if (!kind) {
        return std::nullopt;
    }
    return engine::BookingSettings{.kind = *kind,
                                   .url = intake::text_in(document->root(), "url"),
                                   .event_type =
                                       intake::integer_in(document->root(), "event_type")};
}

}  // namespace standby::app
