// One description of each event's fields (`fields`) serves writing and reading, so the two cannot
// drift apart.
#include "core/audit/event_codec.hpp"

#include "base/bytes.hpp"
#include "core/model/limits.hpp"

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

namespace standby::core {
namespace {

constexpr std::uint8_t encoding_version = 1;
constexpr std::size_t list_length_max = 4'000'000'000U / 4;

class Writer {
public:
    explicit Writer(std::vector<std::byte>& output) : bytes_(output) {}

    template <class Value>
        requires std::is_enum_v<Value>
    void value(const Value& one) {
        bytes_.u8(static_cast<std::uint8_t>(one));
    }
    void value(const bool& one) { bytes_.u8(one ? 1 : 0); }
    template <std::unsigned_integral Value>
        requires(!std::same_as<Value, bool>)
    void value(const Value& one) {
        bytes_.varint(one);
    }
    template <std::signed_integral Value>
    void value(const Value& one) {
        bytes_.zigzag(one);
    }
    template <class Tag, class Int>
    void value(const StrongId<Tag, Int>& one) {
        bytes_.varint(one.value());
    }
    void value(const Time& one) { bytes_.zigzag(one.time_since_epoch().count()); }
    void value(const Duration& one) { bytes_.zigzag(one.count()); }
    void value(const std::string& one) { bytes_.string(one); }
    void value(const std::array<char, 3>& one) {
        for (const char letter : one) {
            bytes_.u8(static_cast<std::uint8_t>(letter));
        }
    }
    template <class Value>
    void value(const std::optional<Value>& one) {
        bytes_.u8(one ? 1 : 0);
        if (one) {
            value(*one);
        }
    }
    template <class Value>
    void value(const std::vector<Value>& all) {
        bytes_.varint(all.size());
        for (const Value& one : all) {
            value(one);
        }
    }
    template <class Value>
        requires std::is_class_v<Value>
    void value(const Value& one) {
        fields(*this, one);
    }

private:
    ByteWriter bytes_;
};

class Reader {
public:
    explicit Reader(std::span<const std::byte> input) : bytes_(input) {}

    ByteReader& bytes() { return bytes_; }

    // An enumerator beyond the last of its enum is refused.
    template <class Value>
        requires std::is_enum_v<Value>
    void value(Value& one) {
        const std::uint8_t raw = bytes_.u8();
        if (raw > last_of(one)) {
            bytes_.fail();
            return;
        }
        one = static_cast<Value>(raw);
    }
    void value(bool& one) {
        const std::uint8_t raw = bytes_.u8();
        if (raw > 1) {
            bytes_.fail();
        }
        one = raw == 1;
    }
    template <std::unsigned_integral Value>
        requires(!std::same_as<Value, bool>)
    void value(Value& one) {
        const std::uint64_t raw = bytes_.varint();
        if (!std::in_range<Value>(raw)) {
            bytes_.fail();
            return;
        }
        one = static_cast<Value>(raw);
    }
    template <std::signed_integral Value>
    void value(Value& one) {
        const std::int64_t raw = bytes_.zigzag();
        if (!std::in_range<Value>(raw)) {
            bytes_.fail();
            return;
        }
        one = static_cast<Value>(raw);
    }
    template <class Tag, class Int>
    void value(StrongId<Tag, Int>& one) {
        Int raw = 0;
        value(raw);
        one = StrongId<Tag, Int>{raw};
    }
    void value(Time& one) { one = Time{Duration{bytes_.zigzag()}}; }
    void value(Duration& one) { one = Duration{bytes_.zigzag()}; }
    void value(std::string& one) { one = std::string{bytes_.string()}; }
    void value(std::array<char, 3>& one) {
        for (char& letter : one) {
            letter = static_cast<char>(bytes_.u8());
        }
    }
    template <class Value>
    void value(std::optional<Value>& one) {
        bool present = false;
        value(present);
        if (present) {
            value(one.emplace());
        } else {
            one.reset();
        }
    }
    template <class Value>
    void value(std::vector<Value>& all) {
        const std::uint64_t count = bytes_.varint();
        // Every element takes at least a byte, so a false count cannot make us allocate.
        if (count > bytes_.remaining() || count > list_length_max) {
            bytes_.fail();
            return;
        }
        all.resize(static_cast<std::size_t>(count));
        for (Value& one : all) {
            value(one);
        }
    }
    template <class Value>
        requires std::is_class_v<Value>
    void value(Value& one) {
        fields(*this, one);
    }

private:
    static constexpr std::uint8_t last_of(Order) { return 3; }
    static constexpr std::uint8_t last_of(AfterOffer) { return 2; }
    static constexpr std::uint8_t last_of(Visibility) { return 2; }
    static constexpr std::uint8_t last_of(PartyPolicy) { return 1; }
    static constexpr std::uint8_t last_of(Kind) { return 2; }
    static constexpr std::uint8_t last_of(Inventory) { return 1; }
    static constexpr std::uint8_t last_of(Move) { return 4; }
    static constexpr std::uint8_t last_of(Awaiting) { return 2; }
    static constexpr std::uint8_t last_of(Compensation) { return 1; }
    static constexpr std::uint8_t last_of(OfferState) { return 6; }
    static constexpr std::uint8_t last_of(Subject) { return 2; }
    static constexpr std::uint8_t last_of(ActorKind) { return 3; }
    static constexpr std::uint8_t last_of(Reason) {
        return static_cast<std::uint8_t>(Reason::Reminder);
    }

    ByteReader bytes_;
};

// Both directions: Value is const for the writer.
template <class Coder, class... Values>
void each(Coder& coder, Values&... values) {
    (coder.value(values), ...);
}
template <class Value, class Model>
concept Like = std::same_as<std::remove_const_t<Value>, Model>;

void fields(auto& coder, Like<Money> auto& one) {
    each(coder, one.amount, one.currency);
}
void fields(auto& coder, Like<WeeklyWindow> auto& one) {
    each(coder, one.from_minute, one.length_minutes);
}
void fields(auto& coder, Like<InstantYes> auto& one) {
    each(coder, one.min_notice, one.max_price, one.weekly);
}
void fields(auto& coder, Like<Wants> auto& one) {
    each(coder, one.service, one.staff, one.place, one.earliest, one.latest, one.weekly,
         one.min_notice, one.max_price, one.time_zone, one.instant_yes, one.move_up);
}
void fields(auto& coder, Like<Slot> auto& one) {
    each(coder, one.starts_at, one.duration, one.service, one.staff, one.place, one.size_min,
         one.size_max, one.price);
}
void fields(auto& coder, Like<QuietHours> auto& one) {
    each(coder, one.from_minute, one.to_minute);
}
void fields(auto& coder, Like<Referral> auto& one) {
    each(coder, one.points, one.cap);
}
void fields(auto& coder, Like<Rules> auto& one) {
    for_each_rule([&](std::string_view, auto member) { coder.value(one.*member); });
}
void fields(auto& coder, Like<Settings> auto& one) {
    each(coder, one.kind, one.time_zone, one.starts_at, one.capacity, one.inventory);
}
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

}  // namespace

void encode_event(const Event& event, std::vector<std::byte>& output) {
    Writer writer{output};
    writer.value(encoding_version);
    writer.value(event);
    writer.value(static_cast<std::uint8_t>(event.body.index()));
    std::visit([&](const auto& body) { writer.value(body); }, event.body);
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
    if (reader.bytes().ok() && version != encoding_version) {
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
    if (!reader.bytes().finished()) {
        return std::unexpected(std::string{"not an event: cut short, or a value out of range"});
    }
    return event;
}

}  // namespace standby::core
