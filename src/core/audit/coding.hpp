// Values as canonical bytes: one description of a type's fields (`fields`) serves writing and
// reading, so the two cannot drift apart. Events and rows are encoded with it; whoever has further
// types adds their `fields` to this namespace.
#pragma once

#include "base/bytes.hpp"
#include "base/strong_id.hpp"
#include "core/model/event.hpp"

#include <array>
#include <concepts>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace standby::core::coding {

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
    template <class Key, class Value>
    void value(const std::map<Key, Value>& all) {
        bytes_.varint(all.size());
        for (const auto& [key, one] : all) {
            value(key);
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
    // Instants and durations further than `reach` from zero are refused.
    explicit Reader(std::span<const std::byte> input, Duration reach = Duration::max())
        : bytes_(input), reach_(reach) {}

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
    void value(Time& one) {
        Duration since{0};
        value(since);
        one = Time{since};
    }
    void value(Duration& one) {
        one = Duration{bytes_.zigzag()};
        if (one > reach_ || (reach_ != Duration::max() && one < -reach_)) {
            bytes_.fail();
        }
    }
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
        if (count > bytes_.remaining()) {
            bytes_.fail();
            return;
        }
        all.resize(static_cast<std::size_t>(count));
        for (Value& one : all) {
            value(one);
        }
    }
    // Keys that do not ascend are refused: there is one encoding of a map.
    template <class Key, class Value>
    void value(std::map<Key, Value>& all) {
        std::uint64_t count = bytes_.varint();
        for (; count > 0 && bytes_.ok(); --count) {
            Key key{};
            value(key);
            if (!all.empty() && key <= all.rbegin()->first) {
                bytes_.fail();
                return;
            }
            value(all[key]);
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
    static constexpr std::uint8_t last_of(ResourceStatus) { return 3; }
    static constexpr std::uint8_t last_of(Subject) { return 2; }
    static constexpr std::uint8_t last_of(ActorKind) { return 4; }
    static constexpr std::uint8_t last_of(Reason) {
        return static_cast<std::uint8_t>(Reason::OutOfService);
    }

    ByteReader bytes_;
    Duration reach_;
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

}  // namespace standby::core::coding
