#include "intake/calendar/calendar_job.hpp"

#include "base/bytes.hpp"

#include <span>
#include <utility>

namespace standby::intake {
namespace {

// What the calendar says beyond these was cut off by whoever read it, or is made up.
constexpr std::size_t text_bytes_max = 1UZ << 20U;
constexpr std::int64_t moment_max = 400'000'000'000'000;  // the year 14645, in milliseconds

ReadZones read_zones = nullptr;
core::ZoneBook& zones() {
    static core::ZoneBook book;
    return book;
}

std::string_view as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::span<const std::byte> as_input(std::string_view text) {
    return std::as_bytes(std::span(text));
}

void write_time(ByteWriter& writer, Time time) {
    writer.zigzag(time.time_since_epoch().count());
}
bool read_time(ByteReader& reader, Time& time) {
    const std::int64_t moment = reader.zigzag();
    time = Time{Duration{moment}};
    return reader.ok() && moment > -moment_max && moment < moment_max;
}

void write_texts(ByteWriter& writer, const auto& texts) {
    writer.varint(texts.size());
    for (const std::string& text : texts) {
        writer.string(text);
    }
}
std::optional<std::vector<std::string>> read_texts(ByteReader& reader, std::size_t count_max) {
    const std::uint64_t count = reader.varint();
    if (count > count_max) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (std::uint64_t index = 0; index < count && reader.ok(); ++index) {
        const std::string_view text = reader.string();
        if (text.size() > text_bytes_max) {
            return std::nullopt;
        }
        texts.emplace_back(text);
    }
    return reader.ok() ? std::optional(std::move(texts)) : std::nullopt;
}

void write_occurrence(ByteWriter& writer, const Occurrence& one) {
    write_texts(writer, std::vector<std::string>{one.uid, one.instance, one.title, one.description,
                                                 one.location});
    write_time(writer, one.starts_at);
    writer.zigzag(one.length.count());
    writer.u8(one.is_all_day ? 1 : 0);
    write_texts(writer, one.categories);
}
bool read_occurrence(ByteReader& reader, Occurrence& one) {
    constexpr std::size_t texts_count = 5;
    constexpr std::size_t categories_max = 10'000;
    auto texts = read_texts(reader, texts_count);
    if (!texts || texts->size() != texts_count || !read_time(reader, one.starts_at)) {
        return false;
    }
    one.uid = std::move((*texts)[0]);
    one.instance = std::move((*texts)[1]);
    one.title = std::move((*texts)[2]);
    one.description = std::move((*texts)[3]);
    one.location = std::move((*texts)[4]);
    const std::int64_t length = reader.zigzag();
    one.length = Duration{length};
    one.is_all_day = reader.u8() != 0;
    auto categories = read_texts(reader, categories_max);
    if (!categories || length < 0 || length > moment_max) {
        return false;
    }
    one.categories = *std::move(categories);
    return true;
}

bool read_content(ByteReader& reader, CalendarContent& content) {
    const std::uint64_t count = reader.varint();
    if (count > calendar_occurrences_max) {
        return false;
    }
    for (std::uint64_t index = 0; index < count && reader.ok(); ++index) {
        if (!read_occurrence(reader, content.occurrences.emplace_back())) {
            return false;
        }
    }
    const auto uids = read_texts(reader, calendar_events_max);
    const auto unreadable = read_texts(reader, calendar_events_max);
    if (!uids || !unreadable) {
        return false;
    }
    content.uids.insert(uids->begin(), uids->end());
    content.unreadable.insert(unreadable->begin(), unreadable->end());
    content.events = reader.varint();
    if (reader.u8() != 0) {
        Time reaches_to{};
        if (!read_time(reader, reaches_to)) {
            return false;
        }
        content.reaches_to = reaches_to;
    }
    return reader.ok();
}

// What the sandbox says, in the terms of calendars.
CalendarTextError error_of(ReaderProblem problem) {
    switch (problem) {
    case ReaderProblem::OutOfMemory:
    case ReaderProblem::TooLarge:
    case ReaderProblem::TooSlow:
        return CalendarTextError::TooLarge;
    case ReaderProblem::Crashed:
    case ReaderProblem::Forbidden:
        return CalendarTextError::NotACalendar;
    case ReaderProblem::Unavailable:
    case ReaderProblem::Busy:
        break;
    }
    return CalendarTextError::NotRead;
}

std::string encode_options(const CalendarReading& reading) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    write_time(writer, reading.from);
    write_time(writer, reading.until);
    writer.string(reading.own_zone->name());
    return std::string(as_text(bytes));
}

std::string encode_texts(const std::vector<std::string_view>& texts) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.varint(texts.size());
    for (const std::string_view text : texts) {
        writer.string(text);
    }
    return std::string(as_text(bytes));
}

}  // namespace

std::string encode_calendars(const std::vector<ReadCalendar>& calendars) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    for (const ReadCalendar& one : calendars) {
        writer.u8(one ? 0 : static_cast<std::uint8_t>(one.error()) + 1);
        if (!one) {
            continue;
        }
        writer.varint(one->occurrences.size());
        for (const Occurrence& occurrence : one->occurrences) {
            write_occurrence(writer, occurrence);
        }
        write_texts(writer, one->uids);
        write_texts(writer, one->unreadable);
        writer.varint(one->events);
        writer.u8(one->reaches_to ? 1 : 0);
        if (one->reaches_to) {
            write_time(writer, *one->reaches_to);
        }
    }
    return std::string(as_text(bytes));
}

std::optional<std::vector<ReadCalendar>> decode_calendars(std::string_view bytes,
                                                          std::size_t texts) {
    ByteReader reader(as_input(bytes));
    std::vector<ReadCalendar> calendars;
    for (std::size_t index = 0; index < texts; ++index) {
        const std::uint8_t error = reader.u8();
        if (!reader.ok() || error > static_cast<std::uint8_t>(CalendarTextError::NotRead) + 1) {
            return std::nullopt;
        }
        CalendarContent content;
        if (error != 0) {
            calendars.emplace_back(std::unexpected(static_cast<CalendarTextError>(error - 1)));
        } else if (read_content(reader, content)) {
            calendars.emplace_back(std::move(content));
        } else {
            return std::nullopt;
        }
    }
    return reader.finished() ? std::optional(std::move(calendars)) : std::nullopt;
}

std::vector<ReadCalendar> read_calendars(const std::vector<std::string_view>& texts,
                                         const CalendarReading& reading) {
    std::vector<ReadCalendar> calendars;
    if (reading.sandbox == nullptr || texts.empty()) {
        for (const std::string_view text : texts) {
            calendars.push_back(read_calendar(text, reading));
        }
        return calendars;
    }
    const auto answer =
        reading.sandbox->run(calendar_job, encode_options(reading), encode_texts(texts));
    auto read = answer && !answer->is_refusal ? decode_calendars(answer->bytes, texts.size())
                                              : std::nullopt;
    if (read) {
        return *std::move(read);
    }
    const CalendarTextError error =
        answer ? CalendarTextError::NotRead : error_of(answer.error().problem);
    calendars.assign(texts.size(), std::unexpected(error));
    return calendars;
}

void set_calendar_zones(ReadZones read) {
    read_zones = read;
}

void prepare_calendar_job() {
    if (read_zones != nullptr) {
        zones() = read_zones();
    }
}

ReaderAnswer run_calendar_job(std::string options, std::string bytes) {
    ByteReader wanted(as_input(options));
    CalendarReading reading;
    const bool are_times_sound =
        read_time(wanted, reading.from) && read_time(wanted, reading.until);
    reading.own_zone = zones().find(wanted.string());
    reading.find_zone = [](std::string_view name) { return zones().find(name); };
    ByteReader reader(as_input(bytes));
    const std::uint64_t count = reader.varint();
    if (!are_times_sound || !wanted.finished() || reading.own_zone == nullptr ||
        count > bytes.size()) {
        return {.is_refusal = true, .bytes = {}};
    }
    std::vector<ReadCalendar> calendars;
    for (std::uint64_t index = 0; index < count && reader.ok(); ++index) {
        calendars.push_back(read_calendar(reader.string(), reading));
    }
    return {.is_refusal = !reader.finished(), .bytes = encode_calendars(calendars)};
}

}  // namespace standby::intake
