// Which fields each event has; how fields become bytes is told in numbered.hpp. An event is a
// version, the number of its kind, the record that all events have, and that of its kind.
#include "core/audit/event_codec.hpp"

#include "core/audit/numbered.hpp"

namespace standby::core {
namespace coding {

void fields(auto& coder, Like<ResourceCreated> auto&... one) {
    coder.positioned(1, one.settings...);
    coder.positioned(2, one.rules...);
    coder.field(3, one.draw_seed...);
}
void fields(auto& coder, Like<SettingsChanged> auto&... one) {
    coder.positioned(1, one.settings...);
}
void fields(auto& coder, Like<RulesChanged> auto&... one) {
    coder.positioned(1, one.rules...);
    coder.field(2, one.draw_seed...);
}
void fields(auto& coder, Like<StatusChanged> auto&... one) {
    coder.field(1, one.note...);
}
template <class Value>
concept Fieldless = std::is_empty_v<std::remove_const_t<Value>>;
void fields(auto&, Fieldless auto&, Fieldless auto&) {}
void fields(auto& coder, Like<PlacesReleased> auto&... one) {
    coder.positioned(1, one.event...);
    coder.positioned(2, one.quantity...);
    coder.field(3, one.note...);
}
void fields(auto& coder, Like<PlacesIdled> auto&... one) {
    coder.positioned(1, one.places...);
    coder.positioned(2, one.move...);
}
void fields(auto& coder, Like<EntryJoined> auto&... one) {
    coder.positioned(1, one.contacts...);
    coder.positioned(2, one.wants...);
    coder.positioned(3, one.party_size...);
    coder.positioned(4, one.tier...);
    coder.positioned(5, one.points...);
    coder.positioned(6, one.referrer...);
    coder.positioned(7, one.group...);
    coder.positioned(8, one.moving_up_from...);
    coder.field(9, one.beside...);
    coder.field(10, one.friend_keys...);
    coder.field(11, one.referrer_keys...);
    coder.field(12, one.waits_since...);
}
void fields(auto& coder, Like<EntryUpdated> auto&... one) {
    coder.positioned(1, one.wants...);
    coder.positioned(2, one.party_size...);
    coder.positioned(3, one.tier...);
    coder.positioned(4, one.points...);
    coder.positioned(5, one.contacts_added...);
    coder.positioned(6, one.contacts_removed...);
    coder.field(7, one.link_epoch...);
    coder.field(8, one.asks_proof...);
}
void fields(auto& coder, Like<EntryVerified> auto&... one) {
    coder.field(1, one.link_epoch...);
}
void fields(auto& coder, Like<PointsChanged> auto&... one) {
    coder.positioned(1, one.referred...);
    coder.positioned(2, one.raw...);
    coder.positioned(3, one.delta...);
    coder.field(4, one.friend_keys...);
    coder.field(5, one.referrer_keys...);
}
void fields(auto& coder, Like<OfferMade> auto&... one) {
    coder.positioned(1, one.move...);
    coder.positioned(2, one.places...);
    coder.positioned(3, one.send_at...);
    coder.positioned(4, one.expires_at...);
    coder.positioned(5, one.tries...);
    coder.positioned(6, one.plain_clock...);
    coder.positioned(7, one.instant...);
    coder.positioned(8, one.passed...);
    coder.field(9, one.note...);
    coder.field(10, one.window...);
    coder.field(11, one.people_who_fit...);
    coder.field(12, one.late_yes...);
    coder.field(13, one.answers_by...);
    coder.field(14, one.yes_by...);
}
void fields(auto& coder, Like<OfferSent> auto&... one) {
    coder.positioned(1, one.sent_at...);
    coder.positioned(2, one.expires_at...);
}
void fields(auto& coder, Like<OfferExtended> auto&... one) {
    coder.positioned(1, one.expires_at...);
}
void fields(auto& coder, Like<OfferClaimed> auto&... one) {
    coder.positioned(1, one.awaiting...);
    coder.positioned(2, one.expires_at...);
    coder.field(3, one.price...);
}
void fields(auto& coder, Like<OfferAccepted> auto&... one) {
    coder.field(1, one.paid...);
    coder.field(2, one.yes_by...);
}
void fields(auto& coder, Like<OfferEnded> auto&... one) {
    coder.positioned(1, one.outcome...);
    coder.positioned(2, one.counts_as_miss...);
    coder.positioned(3, one.new_place...);
    coder.field(4, one.steps_aside...);
}
void fields(auto& coder, Like<CompensationDue> auto&... one) {
    coder.positioned(1, one.compensation...);
}
void fields(auto& coder, Like<OpeningAdded> auto&... one) {
    coder.positioned(1, one.slot...);
    coder.positioned(2, one.event...);
    coder.positioned(3, one.previous...);
}
void fields(auto& coder, Like<OpeningMoved> auto&... one) {
    coder.positioned(1, one.move...);
    coder.field(2, one.asks_newcomers...);
}
void fields(auto& coder, Like<EntryBarred> auto&... one) {
    coder.field(1, one.friend_keys...);
}
void fields(auto& coder, Like<OfferUnreached> auto&... one) {
    coder.field(1, one.cause...);
    coder.field(2, one.patience_until...);
    coder.field(3, one.expires_at...);
}
void fields(auto& coder, Like<StandingYes> auto&... one) {
    coder.field(1, one.wanted...);
}
void fields(auto& coder, Like<EntryPinged> auto&... one) {
    coder.field(1, one.count...);
}
void fields(auto& coder, Like<EntryPresence> auto&... one) {
    coder.field(1, one.here...);
}
void fields(auto& coder, Like<OutsideStep> auto&... one) {
    coder.field(1, one.system...);
    coder.field(2, one.kind...);
    coder.field(3, one.reference...);
    coder.field(4, one.amount...);
    coder.field(5, one.note...);
}
void fields(auto& coder, Like<PlacesRevoked> auto&... one) {
    coder.field(1, one.event...);
    coder.field(2, one.quantity...);
    coder.field(3, one.missing...);
    coder.field(4, one.note...);
}
// Everything but the body.
void fields(auto& coder, Like<Event> auto&... one) {
    coder.positioned(1, one.number...);
    coder.positioned(2, one.at...);
    coder.positioned(3, one.actor.kind...);
    coder.positioned(4, one.actor.id...);
    coder.positioned(5, one.reason...);
    coder.positioned(6, one.rules_version...);
    coder.positioned(7, one.entry...);
    coder.positioned(8, one.offer...);
    coder.positioned(9, one.opening...);
    coder.positioned(10, one.subject...);
    coder.positioned(11, one.from...);
    coder.positioned(12, one.to...);
}

}  // namespace coding

namespace {

using coding::Findings;
using coding::NumberedReader;
using coding::NumberedWriter;
using coding::plain_of;
using coding::PositionalReader;

constexpr std::uint8_t version_without_note = 1;  // by position
constexpr std::uint8_t version_with_note = 2;     // by position; the note follows the body
constexpr std::uint8_t version_numbered = 3;
constexpr std::uint8_t version_erased = 4;  // one of version 3 follows, without personal data

constexpr std::size_t kinds = std::variant_size_v<EventBody>;

// The state must be one of its subject's.
bool is_state(Subject subject, std::uint8_t state) {
    switch (subject) {
    case Subject::Resource:
        return state < enumerator_count<ResourceStatus>;
    case Subject::Entry:
        return state < enumerator_count<EntryState>;
    case Subject::Opening:
        return state < enumerator_count<OpeningState>;
    }
    return false;
}

// Makes the body of this kind and hands it to `use`.
template <std::size_t Index = 0, class Use>
void with_body(std::size_t kind, EventBody& body, Use&& use) {
    if constexpr (Index < kinds) {
        if (kind == Index) {
            use(body.emplace<Index>());
        } else {
            with_body<Index + 1>(kind, body, use);
        }
    }
}

std::unexpected<std::string> from_newer(const std::string& what) {
    return std::unexpected(std::string{coding::from_newer} + what);
}
std::unexpected<std::string> no_event() {
    return std::unexpected(std::string{"not an event: cut short, or a value out of range"});
}

// In which events of version 2 had a note; null for the others.
std::string* note_of(Event& event) {
    if (auto* made = std::get_if<OfferMade>(&event.body)) {
        return &made->note;
    }
    auto* released = std::get_if<PlacesReleased>(&event.body);
    return released == nullptr ? nullptr : &released->note;
}

Result<Event, std::string> decode_positional(std::uint8_t version,
                                             std::span<const std::byte> bytes) {
    Findings findings;
    PositionalReader reader{bytes, findings};
    coding::Unpacker& values = reader.values();
    Event event;
    fields(reader, event, plain_of<Event>());
    std::uint8_t kind = 0;
    values.value(kind);
    if (!values.bytes().ok() || kind >= kinds || !is_state(event.subject, event.from) ||
        !is_state(event.subject, event.to)) {
        return no_event();
    }
    with_body(kind, event.body,
              [&]<class Body>(Body& body) { fields(reader, body, plain_of<Body>()); });
    if (version == version_with_note) {
        std::string* note = note_of(event);
        if (note == nullptr) {
            return no_event();
        }
        values.value(*note);
        if (note->empty()) {
            return no_event();
        }
    }
    if (!values.bytes().finished()) {
        return no_event();
    }
    return event;
}

std::string field_words(std::string_view where, std::uint32_t number) {
    return "field " + std::to_string(number) + " of " + std::string{where};
}

Result<Event, std::string> decode_numbered(std::span<const std::byte> bytes, std::string* newer) {
    if (bytes.empty()) {
        return no_event();
    }
    std::size_t kind = std::to_integer<std::size_t>(bytes.front());
    if (tomorrow::is_here && kind == tomorrow::kind) {
        kind = tomorrow::kind_here;
    }
    if (kind >= kinds) {
        return from_newer("event kind " + std::to_string(kind));
    }
    Findings findings;
    Event event;
    NumberedReader header{bytes.subspan(1), findings, NumberedReader::Ends::WithZero};
    fields(header, event, plain_of<Event>());
    header.finish();
    if (!header.ok()) {
        return findings.newer.empty() ? no_event() : from_newer(findings.newer);
    }
    NumberedReader reader{header.rest(), findings, NumberedReader::Ends::WithZero};
    with_body(kind, event.body,
              [&]<class Body>(Body& body) { fields(reader, body, plain_of<Body>()); });
    reader.finish();
    if (!reader.ok() || !reader.rest().empty()) {
        return findings.newer.empty() ? no_event() : from_newer(findings.newer);
    }
    for (const std::uint8_t state : {event.from, event.to}) {
        if (!is_state(event.subject, state)) {
            return from_newer("state " + std::to_string(state));
        }
    }
    if (newer != nullptr && (header.newest() != 0 || reader.newest() != 0)) {
        *newer = header.newest() != 0 ? field_words("events", header.newest())
                                      : field_words(type_of(event), reader.newest());
    }
    return event;
}

}  // namespace

void encode_event(const Event& event, std::vector<std::byte>& output) {
    ByteWriter bytes{output};
    bytes.u8(version_numbered);
    const std::size_t kind = event.body.index();
    static_assert(kinds < 0x80);
    bytes.u8(tomorrow::is_here && kind == tomorrow::kind_here ? tomorrow::kind
                                                              : static_cast<std::uint8_t>(kind));
    NumberedWriter header{output};
    fields(header, event, plain_of<Event>());
    header.end();
    NumberedWriter writer{output};
    std::visit([&]<class Body>(const Body& body) { fields(writer, body, plain_of<Body>()); },
               event.body);
    if (tomorrow::is_here && std::holds_alternative<OfferMade>(event.body)) {
        writer.later(tomorrow::event_field);
    }
    writer.end();
}

std::vector<std::byte> encode_event(const Event& event) {
    std::vector<std::byte> output;
    encode_event(event, output);
    return output;
}

Result<Event, std::string> decode_event(std::span<const std::byte> bytes, std::string* newer) {
    if (bytes.empty()) {
        return no_event();
    }
    const auto version = std::to_integer<std::uint8_t>(bytes.front());
    switch (version) {
    case version_without_note:
    case version_with_note:
        return decode_positional(version, bytes.subspan(1));
    case version_numbered:
        return decode_numbered(bytes.subspan(1), newer);
    case version_erased:
        return bytes.size() > 1 && std::to_integer<std::uint8_t>(bytes[1]) == version_numbered
                   ? decode_numbered(bytes.subspan(2), newer)
                   : no_event();
    default:
        return from_newer("encoding " + std::to_string(version));
    }
}

std::vector<std::byte> encode_erased_event(const Event& event) {
    std::vector<std::byte> output{std::byte{version_erased}};
    encode_event(event, output);
    return output;
}

bool is_erased_event(std::span<const std::byte> bytes) {
    return !bytes.empty() && std::to_integer<std::uint8_t>(bytes.front()) == version_erased;
}

bool is_from_newer(std::string_view error) {
    return error.contains(coding::from_newer);
}

}  // namespace standby::core
