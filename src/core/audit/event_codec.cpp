// Which fields each event has; how values become bytes is told in coding.hpp.
#include "core/audit/event_codec.hpp"

#include "core/audit/coding.hpp"

namespace standby::core {
namespace coding {

void fields(auto& coder, Like<Actor> auto& one) {
    each(coder, one.kind, one.id);
}
void fields(auto& coder, Like<ResourceCreated> auto& one) {
    each(coder, one.settings, one.rules);
}
void fields(auto& coder, Like<SettingsChanged> auto& one) {
    each(coder, one.settings);
}
void fields(auto& coder, Like<RulesChanged> auto& one) {
    each(coder, one.rules);
}
template <class Value>
concept Fieldless = std::is_empty_v<std::remove_const_t<Value>>;
void fields(auto&, Fieldless auto&) {}
void fields(auto& coder, Like<PlacesReleased> auto& one) {
    each(coder, one.event, one.quantity);
}
void fields(auto& coder, Like<PlacesIdled> auto& one) {
    each(coder, one.places, one.move);
}
void fields(auto& coder, Like<EntryJoined> auto& one) {
    each(coder, one.contacts, one.wants, one.party_size, one.tier, one.points, one.referrer,
         one.group, one.moving_up_from);
}
void fields(auto& coder, Like<EntryUpdated> auto& one) {
    each(coder, one.wants, one.party_size, one.tier, one.points, one.contacts_added,
         one.contacts_removed);
}
void fields(auto& coder, Like<PointsChanged> auto& one) {
    each(coder, one.referred, one.raw, one.delta);
}
void fields(auto& coder, Like<OfferMade> auto& one) {
    each(coder, one.move, one.places, one.send_at, one.expires_at, one.tries, one.plain_clock,
         one.instant, one.passed);
}
void fields(auto& coder, Like<OfferSent> auto& one) {
    each(coder, one.sent_at, one.expires_at);
}
void fields(auto& coder, Like<OfferExtended> auto& one) {
    each(coder, one.expires_at);
}
void fields(auto& coder, Like<OfferClaimed> auto& one) {
    each(coder, one.awaiting, one.expires_at);
}
void fields(auto& coder, Like<OfferEnded> auto& one) {
    each(coder, one.outcome, one.counts_as_miss, one.new_place);
}
void fields(auto& coder, Like<CompensationDue> auto& one) {
    each(coder, one.compensation);
}
void fields(auto& coder, Like<OpeningAdded> auto& one) {
    each(coder, one.slot, one.event, one.previous);
}
void fields(auto& coder, Like<OpeningMoved> auto& one) {
    each(coder, one.move);
}
// Everything but the body, whose type follows as a number.
void fields(auto& coder, Like<Event> auto& one) {
    each(coder, one.number, one.at, one.actor, one.reason, one.rules_version, one.entry, one.offer,
         one.opening, one.subject, one.from, one.to);
}

}  // namespace coding

namespace {

using coding::Reader;
using coding::Writer;

constexpr std::uint8_t version_without_note = 1;
constexpr std::uint8_t version_with_note = 2;  // it follows the body, and is not empty

// Where the event keeps its note; null for those that have none.
template <class SomeEvent>
auto* note_of(SomeEvent& event) {
    if (auto* made = std::get_if<OfferMade>(&event.body)) {
        return &made->note;
    }
    auto* released = std::get_if<PlacesReleased>(&event.body);
    return released == nullptr ? nullptr : &released->note;
}

constexpr std::uint8_t last_state(Subject subject) {
    switch (subject) {
    case Subject::Resource:
        return static_cast<std::uint8_t>(ResourceStatus::Closed);
    case Subject::Entry:
        return static_cast<std::uint8_t>(EntryState::Attended);
    case Subject::Opening:
        return static_cast<std::uint8_t>(OpeningState::WalkIn);
    }
    return 0;
}

template <std::size_t Index = 0>
void read_body(Reader& reader, std::size_t type, EventBody& body) {
    if constexpr (Index < std::variant_size_v<EventBody>) {
        if (type == Index) {
            reader.value(body.emplace<Index>());
        } else {
            read_body<Index + 1>(reader, type, body);
        }
    } else {
        reader.bytes().fail();
    }
}

void read_note(Reader& reader, Event& event) {
    std::string* note = note_of(event);
    if (note == nullptr) {
        reader.bytes().fail();
        return;
    }
    reader.value(*note);
    if (note->empty()) {
        reader.bytes().fail();
    }
}

}  // namespace

void encode_event(const Event& event, std::vector<std::byte>& output) {
    Writer writer{output};
    const std::string* note = note_of(event);
    const bool has_note = note != nullptr && !note->empty();
    writer.value(has_note ? version_with_note : version_without_note);
    writer.value(event);
    writer.value(static_cast<std::uint8_t>(event.body.index()));
    std::visit([&](const auto& body) { writer.value(body); }, event.body);
    if (has_note) {
        writer.value(*note);
    }
}

std::vector<std::byte> encode_event(const Event& event) {
    std::vector<std::byte> output;
    encode_event(event, output);
    return output;
}

Result<Event, std::string> decode_event(std::span<const std::byte> bytes) {
    Reader reader{bytes};
    std::uint8_t version = 0;
    reader.value(version);
    if (reader.bytes().ok() && version != version_without_note && version != version_with_note) {
        return std::unexpected("unknown encoding version " + std::to_string(version));
    }
    Event event;
    reader.value(event);
    const auto last = last_state(event.subject);
    if (event.from > last || event.to > last) {
        reader.bytes().fail();
    }
    std::uint8_t type = 0;
    reader.value(type);
    if (reader.bytes().ok()) {
        read_body(reader, type, event.body);
    }
    if (version == version_with_note) {
        read_note(reader, event);
    }
    if (!reader.bytes().finished()) {
        return std::unexpected(std::string{"not an event: cut short, or a value out of range"});
    }
    return event;
}

}  // namespace standby::core
