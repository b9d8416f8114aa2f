#include "app/bookings/booking_record.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/calendar_memory.hpp"
#include "intake/calendar/stored_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace standby::app {
namespace {

using intake::integer_in;
using intake::time_in;
using intake::truth_in;

void write_moment(JsonWriter& writer, std::string_view name, const std::optional<Time>& time) {
    if (time) {
        writer.integer(name, time->time_since_epoch().count());
    }
}
void write_flag(JsonWriter& writer, std::string_view name, bool value) {
    if (value) {
        writer.boolean(name, true);
    }
}
void write_words(JsonWriter& writer, std::string_view name, const std::string& text) {
    if (!text.empty()) {
        writer.text(name, text);
    }
}

std::uint32_t count_in(const JsonValue& object, std::string_view name) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(
        integer_in(object, name), 0, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

std::string booking_key(std::uint32_t offer) {
    return fmt::format("{}{:010}", booking_mark, offer);
}

std::string write_record(const BookingRecord& record) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.natural("stage", static_cast<std::uint64_t>(record.stage));
        writer.natural("offer", record.offer);
        writer.natural("entry", record.entry);
        writer.natural("quantity", record.quantity);
        write_moment(writer, "starts_at", record.starts_at);
        if (record.slot) {
            writer.text("slot", intake::write_stored_slot(*record.slot));
        }
        write_words(writer, "hold", record.known.hold);
        write_words(writer, "booking", record.known.booking);
        write_flag(writer, "sent", record.is_sent);
        write_flag(writer, "unclear", record.is_unclear);
        write_flag(writer, "held", record.is_held);
        write_flag(writer, "booked", record.is_booked);
        write_flag(writer, "taken", record.was_taken);
        write_flag(writer, "holds_no_more", record.holds_no_more);
        write_flag(writer, "missing", record.is_missing);
        write_moment(writer, "asked_until", record.asked_until);
        write_moment(writer, "held_until", record.held_until);
        write_moment(writer, "doubt_until", record.doubt_until);
        writer.natural("tries", record.tries);
        write_moment(writer, "retry_at", record.retry_at);
        write_words(writer, "problem", record.problem);
        writer.natural("steps", record.steps);
        if (!record.untold.empty()) {
            writer.array("untold", record.untold, [](JsonWriter& inner, const BookingStep& step) {
                inner.begin_object();
                inner.natural("kind", static_cast<std::uint64_t>(step.kind));
                inner.natural("number", step.number);
                write_words(inner, "note", step.note);
                inner.end_object();
            });
        }
        writer.end_object();
    });
}

std::optional<BookingRecord> read_booking_record(std::string_view text) {
    const auto document = read_json(text);
    if (!document || document->root().type != JsonType::Object) {
        return std::nullopt;
    }
    const JsonValue& root = document->root();
    const auto stage = integer_in(root, "stage");
    if (stage < 0 || stage > static_cast<std::int64_t>(BookingRecord::Stage::Done)) {
        return std::nullopt;
    }
    BookingRecord record;
    record.stage = static_cast<BookingRecord::Stage>(stage);
    record.offer = count_in(root, "offer");
    record.entry = count_in(root, "entry");
    record.quantity = std::max(1U, count_in(root, "quantity"));
    record.starts_at = time_in(root, "starts_at");
    if (const std::string slot = intake::text_in(root, "slot"); !slot.empty()) {
        record.slot = intake::read_stored_slot(slot);
    }
    record.known = {.hold = intake::text_in(root, "hold"),
                    .booking = intake::text_in(root, "booking")};
    record.is_sent = truth_in(root, "sent", false);
    record.is_unclear = truth_in(root, "unclear", false);
    record.is_held = truth_in(root, "held", false);
    record.is_booked = truth_in(root, "booked", false);
    record.was_taken = truth_in(root, "taken", false);
    record.holds_no_more = truth_in(root, "holds_no_more", false);
    record.is_missing = truth_in(root, "missing", false);
    record.asked_until = time_in(root, "asked_until");
    record.held_until = time_in(root, "held_until");
    record.doubt_until = time_in(root, "doubt_until");
    record.tries = count_in(root, "tries");
    record.retry_at = time_in(root, "retry_at");
    record.problem = intake::text_in(root, "problem");
    record.steps = count_in(root, "steps");
    if (const JsonValue* untold = root.find("untold")) {
        for (const JsonValue& one : untold->items) {
            record.untold.push_back(
                {.kind = static_cast<core::OutsideStepKind>(integer_in(one, "kind")),
                 .number = count_in(one, "number"),
                 .note = intake::text_in(one, "note")});
        }
    }
    return record;
}

std::string write_progress(const BookingProgress& progress) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.array("tallies", progress.tallies, [](JsonWriter& inner, const BookingTally& one) {
            inner.begin_object();
            inner.integer("hour", one.hour);
            inner.natural("booked", one.booked);
            inner.natural("taken", one.taken);
            inner.natural("given_up", one.given_up);
            inner.end_object();
        });
        write_moment(writer, "answered_at", progress.answered_at);
        write_moment(writer, "failed_at", progress.failed_at);
        write_words(writer, "problem", progress.problem);
        write_moment(writer, "holds_not_until", progress.holds_not_until);
        writer.end_object();
    });
}

BookingProgress read_booking_progress(std::string_view text) {
    BookingProgress progress;
    const auto document = read_json(text);
    if (!document) {
        return progress;
    }
    const JsonValue& root = document->root();
    if (const JsonValue* tallies = root.find("tallies")) {
        for (const JsonValue& one : tallies->items) {
            progress.tallies.push_back({.hour = integer_in(one, "hour"),
                                        .booked = count_in(one, "booked"),
                                        .taken = count_in(one, "taken"),
                                        .given_up = count_in(one, "given_up")});
        }
    }
    progress.answered_at = time_in(root, "answered_at");
    progress.failed_at = time_in(root, "failed_at");
    progress.problem = intake::text_in(root, "problem");
    progress.holds_not_until = time_in(root, "holds_not_until");
    return progress;
}

namespace {

std::int64_t hour_of(Time now) {
    return std::chrono::floor<std::chrono::hours>(now.time_since_epoch()).count();
}

}  // namespace

BookingTally& tally_of(BookingProgress& progress, Time now) {
    const std::int64_t hour = hour_of(now);
    std::erase_if(progress.tallies, [&](const BookingTally& one) {
        return one.hour <= hour - booking_tally_hours || one.hour > hour;
    });
    if (progress.tallies.empty() || progress.tallies.back().hour != hour) {
        progress.tallies.push_back({.hour = hour});
    }
    return progress.tallies.back();
}

BookingTally tally_in_all(const BookingProgress& progress, Time now) {
    const std::int64_t hour = hour_of(now);
    BookingTally all{.hour = hour};
    for (const BookingTally& one : progress.tallies) {
        if (one.hour > hour - booking_tally_hours && one.hour <= hour) {
            all.booked += one.booked;
            all.taken += one.taken;
            all.given_up += one.given_up;
        }
    }
    return all;
}

}  // namespace standby::app
