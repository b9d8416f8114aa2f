// Values as bytes, packed one after the other. What is packed like this is closed: numbers, texts,
// lists, and small structs that nothing will ever be added to (`parts`). Records that do grow have
// numbered fields; see numbered.hpp.
#pragma once

#include "base/bytes.hpp"
#include "base/enumerators.hpp"
#include "base/strong_id.hpp"
#include "core/audit/tomorrow.hpp"
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

template <class Value, class Model>
concept Like = std::same_as<std::remove_const_t<Value>, Model>;

// Whatever these lack becomes a field of whoever holds them.
template <class Value>
concept Closed = Like<Value, Money> || Like<Value, WeeklyWindow> || Like<Value, InstantYes> ||
                 Like<Value, QuietHours> || Like<Value, Referral> || Like<Value, Share> ||
                 Like<Value, Tax> || Like<Value, Deposit> || Like<Value, LateFee>;

class Packer {
public:
    explicit Packer(std::vector<std::byte>& output) : bytes_(output) {}

    template <class Value>
        requires std::is_enum_v<Value>
    void value(const Value& one) {
        static_assert(enumerator_count<Value> < 0x80, "it would no longer be a varint of one byte");
        bytes_.u8(tomorrow::written(one));
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
    void value(const Closed auto& one) { parts(*this, one); }

private:
    ByteWriter bytes_;
};

// How every error about a record that only a newer version understands begins.
inline constexpr std::string_view from_newer = "written by a newer Standby: ";

// What was met while a record was read.
struct Findings {
    Duration reach = Duration::max();  // instants and durations further from zero are refused
    std::string newer;                 // what only a newer version can have written, in words
};

class Unpacker {
public:
    Unpacker(std::span<const std::byte> input, Findings& findings)
        : bytes_(input), findings_(findings) {}

    ByteReader& bytes() { return bytes_; }
    Findings& findings() { return findings_; }

    // An enumerator beyond the last of its enum is refused.
    template <class Value>
        requires std::is_enum_v<Value>
    void value(Value& one) {
        const std::uint8_t raw = tomorrow::read<Value>(bytes_.u8());
        if (raw >= enumerator_count<Value>) {
            if (bytes_.ok() && findings_.newer.empty()) {
                findings_.newer = std::string{enum_name<Value>} + ' ' + std::to_string(raw);
            }
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
        const Duration reach = findings_.reach;
        if (one > reach || (reach != Duration::max() && one < -reach)) {
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
    template <class Key, class Value>
    void value(std::map<Key, Value>& all) {
        for (std::uint64_t count = bytes_.varint(); count > 0 && bytes_.ok(); --count) {
            pair(all);
        }
    }
    // One more pair. Keys that do not ascend are refused: there is one encoding of a map.
    template <class Key, class Value>
    void pair(std::map<Key, Value>& all) {
        Key key{};
        value(key);
        if (!all.empty() && key <= all.rbegin()->first) {
            bytes_.fail();
            return;
        }
        value(all[key]);
    }
    void value(Closed auto& one) { parts(*this, one); }

private:
    ByteReader bytes_;
    Findings& findings_;
};

// Both directions: Value is const for the packer.
template <class Coder, class... Values>
void each(Coder& coder, Values&... values) {
    (coder.value(values), ...);
}

void parts(auto& coder, Like<Money> auto& one) {
    each(coder, one.amount, one.currency);
}
void parts(auto& coder, Like<WeeklyWindow> auto& one) {
    each(coder, one.from_minute, one.length_minutes);
}
void parts(auto& coder, Like<InstantYes> auto& one) {
    each(coder, one.min_notice, one.max_price, one.weekly);
}
void parts(auto& coder, Like<QuietHours> auto& one) {
    each(coder, one.from_minute, one.to_minute);
}
void parts(auto& coder, Like<Referral> auto& one) {
    each(coder, one.points, one.cap);
}
void parts(auto& coder, Like<Share> auto& one) {
    each(coder, one.amount, one.percent_hundredths);
}
void parts(auto& coder, Like<Tax> auto& one) {
    each(coder, one.percent_hundredths, one.label);
}
void parts(auto& coder, Like<Deposit> auto& one) {
    each(coder, one.share, one.due, one.leaving, one.never_offered, one.declined, one.no_show);
}
void parts(auto& coder, Like<LateFee> auto& one) {
    each(coder, one.share, one.within);
}

}  // namespace standby::core::coding
