#include "store/codec/change_codec.hpp"

#include "base/bytes.hpp"

#include <algorithm>
#include <string>

namespace standby::store {
namespace {

using engine::ResourceChange;

// Every value takes a byte at least, so that a damaged count allocates no more than there can be.
template <class Value, class Read>
std::vector<Value> read_all(ByteReader& reader, const Read& read) {
    const std::uint64_t count = reader.varint();
    if (count > reader.remaining()) {
        reader.fail();
        return {};
    }
    std::vector<Value> values;
    values.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t index = 0; index < count && reader.ok(); ++index) {
        values.push_back(read(reader));
    }
    return values;
}

template <class Values, class Write>
void write_all(ByteWriter& writer, const Values& values, const Write& write) {
    writer.varint(values.size());
    for (const auto& value : values) {
        write(value);
    }
}

template <class Number>
Number narrow(ByteReader& reader) {
    const std::uint64_t value = reader.varint();
    const auto number = static_cast<Number>(value);
    if (number != value) {
        reader.fail();
    }
    return number;
}

template <class Id>
Id read_id(ByteReader& reader) {
    return Id{narrow<typename Id::Integer>(reader)};
}

Time read_time(ByteReader& reader) {
    return Time{Duration{reader.zigzag()}};
}

void write_time(ByteWriter& writer, Time time) {
    writer.zigzag(time.time_since_epoch().count());
}

void write_time(ByteWriter& writer, const std::optional<Time>& time) {
    writer.u8(time ? 1 : 0);
    if (time) {
        write_time(writer, *time);
    }
}

std::optional<Time> read_optional_time(ByteReader& reader) {
    return reader.u8() == 0 ? std::nullopt : std::optional(read_time(reader));
}

std::vector<std::byte> read_bytes(ByteReader& reader) {
    const auto bytes = reader.bytes();
    return {bytes.begin(), bytes.end()};
}

Sha256Digest read_digest(ByteReader& reader) {
    Sha256Digest digest{};
    const auto bytes = reader.raw(digest.size());
    std::ranges::copy(bytes, digest.begin());
    return digest;
}

void write_rows(ByteWriter& writer, const std::vector<core::RowChange>& rows) {
    write_all(writer, rows, [&](const core::RowChange& row) {
        writer.varint(row.number);
        writer.u8(row.state);
        writer.u8(row.is_new ? 1 : 0);
        writer.bytes(row.data);
    });
}

std::vector<core::RowChange> read_rows(ByteReader& reader) {
    return read_all<core::RowChange>(reader, [](ByteReader& from) {
        core::RowChange row;
        row.number = narrow<std::uint32_t>(from);
        row.state = from.u8();
        row.is_new = from.u8() != 0;
        row.data = read_bytes(from);
        return row;
    });
}

void write_changed_rows(ByteWriter& writer, const core::StateChanges& rows) {
    writer.bytes(rows.resource);
    write_rows(writer, rows.entries);
    write_rows(writer, rows.offers);
    write_rows(writer, rows.openings);
    write_all(writer, rows.contacts, [&](const core::ContactChange& change) {
        writer.varint(change.entry);
        writer.u64(change.contact.value());
        writer.u8(change.added ? 1 : 0);
    });
    write_all(writer, rows.facts, [&](const core::Fact& fact) {
        writer.u8(static_cast<std::uint8_t>(fact.kind));
        writer.u64(fact.key);
        writer.u64(fact.value);
    });
}

core::StateChanges read_changed_rows(ByteReader& reader) {
    core::StateChanges rows;
    rows.resource = read_bytes(reader);
    rows.entries = read_rows(reader);
    rows.offers = read_rows(reader);
    rows.openings = read_rows(reader);
    rows.contacts = read_all<core::ContactChange>(reader, [](ByteReader& from) {
        core::ContactChange change;
        change.entry = narrow<core::Ticket>(from);
        change.contact = core::ContactKey{from.u64()};
        change.added = from.u8() != 0;
        return change;
    });
    rows.facts = read_all<core::Fact>(reader, [](ByteReader& from) {
        core::Fact fact;
        fact.kind = static_cast<core::FactKind>(from.u8());
        fact.key = from.u64();
        fact.value = from.u64();
        return fact;
    });
    return rows;
}

void write_events(ByteWriter& writer, const std::vector<engine::EventRow>& events) {
    write_all(writer, events, [&](const engine::EventRow& event) {
        writer.varint(event.number);
        write_time(writer, event.at);
        writer.bytes(event.data);
        writer.raw(event.link);
    });
}

std::vector<engine::EventRow> read_events(ByteReader& reader) {
    return read_all<engine::EventRow>(reader, [](ByteReader& from) {
        engine::EventRow event;
        event.number = from.varint();
        event.at = read_time(from);
        event.data = read_bytes(from);
        event.link = read_digest(from);
        return event;
    });
}

void write_outbox(ByteWriter& writer, const std::vector<engine::OutboxRow>& outbox) {
    write_all(writer, outbox, [&](const engine::OutboxRow& row) {
        writer.varint(row.event);
        writer.u8(static_cast<std::uint8_t>(row.kind));
        writer.varint(row.entry);
        writer.varint(row.offer.value());
        writer.varint(row.opening.value());
        write_time(writer, row.due_at);
        writer.u8(row.stays_here ? 1 : 0);
    });
}

std::vector<engine::OutboxRow> read_outbox(ByteReader& reader, core::ResourceNumber resource) {
    return read_all<engine::OutboxRow>(reader, [resource](ByteReader& from) {
        engine::OutboxRow row;
        row.resource = resource;
        row.event = from.varint();
        row.kind = static_cast<engine::MessageKind>(from.u8());
        row.entry = narrow<core::Ticket>(from);
        row.offer = read_id<core::OfferNumber>(from);
        row.opening = read_id<core::OpeningNumber>(from);
        row.due_at = read_time(from);
        row.stays_here = from.u8() != 0;
        return row;
    });
}

void write_answers(ByteWriter& writer, const std::vector<engine::AnswerRow>& answers) {
    write_all(writer, answers, [&](const engine::AnswerRow& row) {
        writer.varint(row.number);
        writer.u64(row.key.high);
        writer.u64(row.key.low);
        writer.u64(row.request_digest);
        write_time(writer, row.made_at);
        writer.u16(row.status);
        writer.string(row.body);
    });
}

std::vector<engine::AnswerRow> read_answers(ByteReader& reader) {
    return read_all<engine::AnswerRow>(reader, [](ByteReader& from) {
        engine::AnswerRow row;
        row.number = from.varint();
        row.key.high = from.u64();
        row.key.low = from.u64();
        row.request_digest = from.u64();
        row.made_at = read_time(from);
        row.status = from.u16();
        row.body = from.string();
        return row;
    });
}

void write_people(ByteWriter& writer, const std::vector<engine::PersonChange>& people) {
    write_all(writer, people, [&](const engine::PersonChange& change) {
        const engine::Person& person = change.person;
        writer.varint(change.entry);
        for (const std::string* text :
             {&person.name, &person.email, &person.phone, &person.user_id, &person.time_zone,
              &person.locale, &person.consent_text, &person.consent_source, &person.pending_email,
              &person.former_contact}) {
            writer.string(*text);
        }
        write_time(writer, person.consent_at);
    });
}

std::vector<engine::PersonChange> read_people(ByteReader& reader) {
    return read_all<engine::PersonChange>(reader, [](ByteReader& from) {
        engine::PersonChange change;
        engine::Person& person = change.person;
        change.entry = narrow<core::Ticket>(from);
        for (std::string* text :
             {&person.name, &person.email, &person.phone, &person.user_id, &person.time_zone,
              &person.locale, &person.consent_text, &person.consent_source, &person.pending_email,
              &person.former_contact}) {
            *text = from.string();
        }
        person.consent_at = read_optional_time(from);
        return change;
    });
}

void write_change(ByteWriter& writer, const ResourceChange& change) {
    writer.varint(change.resource.value());
    write_time(writer, change.at);
    writer.u8(static_cast<std::uint8_t>(change.status));
    write_time(writer, change.next_due);
    writer.varint(change.last_event);
    writer.raw(change.last_link);
    write_changed_rows(writer, change.rows);
    write_events(writer, change.events);
    write_outbox(writer, change.outbox);
    write_answers(writer, change.answers);
    write_people(writer, change.people);
    writer.u8(change.name ? 1 : 0);
    if (change.name) {
        writer.string(*change.name);
    }
}

ResourceChange read_change(ByteReader& reader) {
    ResourceChange change;
    change.resource = read_id<core::ResourceNumber>(reader);
    change.at = read_time(reader);
    change.status = static_cast<core::ResourceStatus>(reader.u8());
    change.next_due = read_optional_time(reader);
    change.last_event = reader.varint();
    change.last_link = read_digest(reader);
    change.rows = read_changed_rows(reader);
    change.events = read_events(reader);
    change.outbox = read_outbox(reader, change.resource);
    change.answers = read_answers(reader);
    change.people = read_people(reader);
    if (reader.u8() != 0) {
        change.name = std::string(reader.string());
    }
    return change;
}

}  // namespace

std::vector<std::byte> encode_changes(std::span<const ResourceChange> changes) {
    constexpr std::size_t usual_size = 640;
    std::vector<std::byte> bytes;
    bytes.reserve(changes.size() * usual_size);
    ByteWriter writer(bytes);
    writer.u8(change_format);
    write_all(writer, changes, [&](const ResourceChange& change) { write_change(writer, change); });
    return bytes;
}

std::optional<std::vector<ResourceChange>> decode_changes(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    if (reader.u8() != change_format) {
        return std::nullopt;
    }
    auto changes = read_all<ResourceChange>(reader, read_change);
    return reader.finished() ? std::optional(std::move(changes)) : std::nullopt;
}

}  // namespace standby::store
