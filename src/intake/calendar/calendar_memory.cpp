#include "intake/calendar/calendar_memory.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/sha256.hpp"
#include "base/text_coding.hpp"
#include "intake/calendar/series.hpp"
#include "intake/calendar/stored_json.hpp"

#include <algorithm>
#include <span>

namespace standby::intake {
namespace {

constexpr std::size_t id_bytes = 15;

void write_slot(JsonWriter& writer, const core::Slot& slot) {
    writer.begin_object();
    writer.integer("s", stored(slot.starts_at));
    writer.integer("l", slot.duration.count());
    const auto text = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) {
            writer.text(name, value);
        }
    };
    text("service", slot.service);
    text("staff", slot.staff);
    text("place", slot.place);
    writer.natural("min", slot.size_min);
    writer.natural("max", slot.size_max);
    if (slot.price) {
        writer.integer("price", slot.price->amount);
        writer.text("currency", std::string_view(slot.price->currency.data(), 3));
    }
    writer.end_object();
}

core::Slot slot_in(const JsonValue& value) {
    core::Slot slot;
    slot.starts_at = time_in(value, "s").value_or(Time{});
    slot.duration = Duration{integer_in(value, "l")};
    slot.service = text_in(value, "service");
    slot.staff = text_in(value, "staff");
    slot.place = text_in(value, "place");
    slot.size_min = static_cast<std::uint32_t>(integer_in(value, "min", 1));
    slot.size_max = static_cast<std::uint32_t>(integer_in(value, "max", 1));
    const std::string currency = text_in(value, "currency");
    if (currency.size() == 3) {
        slot.price = core::Money{.amount = integer_in(value, "price"),
                                 .currency = {currency[0], currency[1], currency[2]}};
    }
    return slot;
}

}  // namespace

std::string calendar_time_id(const Occurrence& occurrence) {
    const std::string text =
        occurrence.uid + '\n' + occurrence.instance + '\n' + instance_text(occurrence.starts_at);
    Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    const Sha256Digest digest = hash.finish();
    return encode_base32(std::span(digest).first(id_bytes));
}

std::string write_calendar_object(const CalendarObject& object) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("v", object.version);
        if (object.missing_since) {
            writer.integer("m", stored(*object.missing_since));
        }
        writer.begin_array("t");
        for (const CalendarTime& time : object.times) {
            writer.begin_object();
            writer.text("i", time.id);
            writer.integer("s", stored(time.starts_at));
            writer.integer("l", time.length.count());
            if (time.appointment) {
                writer.name("a");
                write_slot(writer, *time.appointment);
            }
            writer.end_object();
        }
        writer.end_array();
        writer.end_object();
    });
}

std::optional<CalendarObject> read_calendar_object(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    CalendarObject object{.version = text_in(document->root(), "v"),
                          .times = {},
                          .missing_since = time_in(document->root(), "m")};
    if (const JsonValue* times = document->root().find("t")) {
        for (const JsonValue& item : times->items) {
            CalendarTime time{.id = text_in(item, "i"),
                              .starts_at = time_in(item, "s").value_or(Time{}),
                              .length = Duration{integer_in(item, "l")},
                              .appointment = std::nullopt};
            if (const JsonValue* slot = item.find("a")) {
                time.appointment = slot_in(*slot);
            }
            object.times.push_back(std::move(time));
        }
    }
    return object;
}

std::string write_stored_slot(const core::Slot& slot) {
    return json_text([&](JsonWriter& writer) { write_slot(writer, slot); });
}

std::optional<core::Slot> read_stored_slot(std::string_view text) {
    const auto document = read_json(text);
    if (!document || document->root().type != JsonType::Object) {
        return std::nullopt;
    }
    return slot_in(document->root());
}

}  // namespace standby::intake
