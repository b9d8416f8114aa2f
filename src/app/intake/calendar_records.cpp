#include "app/intake/calendar_records.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"

namespace standby::app {
namespace {

using intake::integer_in;
using intake::stored;
using intake::time_in;
using intake::truth_in;

void write_time(JsonWriter& writer, std::string_view name, const std::optional<Time>& time) {
    if (time) {
        writer.integer(name, stored(*time));
    }
}

}  // namespace

std::string write_progress(const CalendarProgress& progress) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("token", progress.source.token);
        writer.text("etag", progress.source.etag);
        write_time(writer, "whole_at", progress.source.whole_at);
        write_time(writer, "tried_at", progress.tried_at);
        write_time(writer, "looked_at", progress.looked_at);
        write_time(writer, "changed_at", progress.changed_at);
        writer.text("problem", progress.problem);
        writer.natural("failures", progress.failures);
        writer.natural("appointments", progress.appointments);
        writer.natural("unreadable", progress.unreadable);
        writer.text("question", progress.question);
        writer.boolean("hushed", progress.is_hushed);
        writer.natural("card", progress.card);
        writer.boolean("second_look", progress.wants_second_look);
        writer.boolean("adopts", progress.adopts);
        writer.end_object();
    });
}

CalendarProgress read_progress(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return {};
    }
    const JsonValue& root = document->root();
    CalendarProgress progress;
    progress.source = {.token = intake::text_in(root, "token"),
                       .etag = intake::text_in(root, "etag"),
                       .whole_at = time_in(root, "whole_at")};
    progress.tried_at = time_in(root, "tried_at");
    progress.looked_at = time_in(root, "looked_at");
    progress.changed_at = time_in(root, "changed_at");
    progress.problem = intake::text_in(root, "problem");
    progress.failures = static_cast<std::uint32_t>(integer_in(root, "failures"));
    progress.appointments = static_cast<std::uint64_t>(integer_in(root, "appointments"));
    progress.unreadable = static_cast<std::uint64_t>(integer_in(root, "unreadable"));
    progress.question = intake::text_in(root, "question");
    progress.is_hushed = truth_in(root, "hushed", false);
    progress.card = static_cast<std::uint64_t>(integer_in(root, "card"));
    progress.wants_second_look = truth_in(root, "second_look", false);
    progress.adopts = truth_in(root, "adopts", false);
    return progress;
}

std::string write_record(const FreedRecord& record) {
    return json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.natural("stage", static_cast<std::uint64_t>(record.stage));
        writer.natural("times", record.times);
        writer.natural("opening", record.opening);
        writer.natural("tries", record.tries);
        writer.natural("entry", record.entry);
        writer.natural("card", record.card);
        write_time(writer, "retry_at", record.retry_at);
        writer.text("slot", intake::write_stored_slot(record.slot));
        writer.end_object();
    });
}

std::optional<FreedRecord> read_record(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    const JsonValue& root = document->root();
    const auto slot = intake::read_stored_slot(intake::text_in(root, "slot"));
    const std::int64_t stage = integer_in(root, "stage");
    if (!slot || stage < 0 || stage > static_cast<std::int64_t>(FreedRecord::Stage::Clashing)) {
        return std::nullopt;
    }
    return FreedRecord{.stage = static_cast<FreedRecord::Stage>(stage),
                       .times = static_cast<std::uint32_t>(integer_in(root, "times", 1)),
                       .opening = static_cast<std::uint32_t>(integer_in(root, "opening")),
                       .tries = static_cast<std::uint32_t>(integer_in(root, "tries")),
                       .entry = static_cast<std::uint32_t>(integer_in(root, "entry")),
                       .card = static_cast<std::uint64_t>(integer_in(root, "card")),
                       .retry_at = time_in(root, "retry_at"),
                       .slot = *slot};
}

}  // namespace standby::app
