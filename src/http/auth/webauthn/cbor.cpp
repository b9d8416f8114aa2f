#include "http/auth/webauthn/cbor.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <limits>

namespace standby::http {
namespace {

enum Major : std::uint8_t {
    Unsigned,
    Negative,
    ByteString,
    TextString,
    ArrayOf,
    MapOf,
    Tag,
    Simple
};

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::size_t position() const { return at_; }

    Result<CborValue, CborError> value(std::size_t depth) {
        if (depth > cbor_depth_max || ++values_ > cbor_values_max) {
            return std::unexpected(CborError::TooMuch);
        }
        if (at_ >= bytes_.size()) {
            return std::unexpected(CborError::TooShort);
        }
        const auto head = std::to_integer<std::uint8_t>(bytes_[at_++]);
        const auto major = static_cast<Major>(head >> 5);
        const std::uint8_t low = head & 31U;
        if (major == Simple) {
            return simple(low);
        }
        const std::uint64_t argument = TRY(argument_of(low));
        switch (major) {
        case Unsigned:
        case Negative:
            return number(argument, major == Negative);
        case ByteString:
        case TextString:
            return string(argument, major == TextString);
        case ArrayOf:
        case MapOf:
            return collection(argument, major == MapOf, depth);
        case Tag:
        case Simple:
            break;
        }
        return std::unexpected(CborError::NotAllowed);
    }

private:
    // The number in or behind the first byte.
    Result<std::uint64_t, CborError> argument_of(std::uint8_t low) {
        constexpr std::uint8_t inline_max = 23;
        if (low <= inline_max) {
            return low;
        }
        if (low > 27) {
            return std::unexpected(CborError::NotAllowed);
        }
        const std::size_t count = std::size_t{1} << (low - 24);
        if (bytes_.size() - at_ < count) {
            return std::unexpected(CborError::TooShort);
        }
        std::uint64_t argument = 0;
        for (std::size_t index = 0; index < count; ++index) {
            argument = argument << 8 | std::to_integer<std::uint64_t>(bytes_[at_++]);
        }
        const std::uint64_t least =
            count == 1 ? inline_max + 1 : std::uint64_t{1} << (4 * count);  // of so many bytes
        if (argument < least) {
            return std::unexpected(CborError::NotShortest);
        }
        return argument;
    }

    static Result<CborValue, CborError> simple(std::uint8_t low) {
        switch (low) {
        case 20:
        case 21:
            return CborValue{.kind = CborKind::Truth, .number = low - 20, .bytes = {}};
        case 22:
            return CborValue{};
        default:
            return std::unexpected(CborError::NotAllowed);
        }
    }

    static Result<CborValue, CborError> number(std::uint64_t argument, bool is_negative) {
        if (argument > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return std::unexpected(CborError::NotAllowed);
        }
        const auto value = static_cast<std::int64_t>(argument);
        return CborValue{
            .kind = CborKind::Number, .number = is_negative ? -1 - value : value, .bytes = {}};
    }

    Result<CborValue, CborError> string(std::uint64_t length, bool is_text) {
        if (length > bytes_.size() - at_) {
            return std::unexpected(CborError::TooShort);
        }
        CborValue value{.kind = is_text ? CborKind::Text : CborKind::Bytes,
                        .number = 0,
                        .bytes = bytes_.subspan(at_, static_cast<std::size_t>(length))};
        at_ += static_cast<std::size_t>(length);
        if (is_text && !is_utf8(value.text())) {
            return std::unexpected(CborError::BadText);
        }
        return value;
    }

    Result<CborValue, CborError> collection(std::uint64_t count, bool is_map, std::size_t depth) {
        if (count > cbor_values_max) {
            return std::unexpected(CborError::TooMuch);
        }
        CborValue value{.kind = is_map ? CborKind::Map : CborKind::Array, .number = 0, .bytes = {}};
        for (std::uint64_t index = 0; index < count; ++index) {
            if (is_map) {
                CborValue key = TRY(this->value(depth + 1));
                if (!is_new_key(key, value)) {
                    return std::unexpected(CborError::BadKey);
                }
                value.items.push_back(std::move(key));
            }
            value.items.push_back(TRY(this->value(depth + 1)));
        }
        return value;
    }

    static bool is_new_key(const CborValue& key, const CborValue& map) {
        return (key.kind == CborKind::Number && map.find(key.number) == nullptr) ||
               (key.kind == CborKind::Text && map.find(key.text()) == nullptr);
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    std::size_t values_ = 0;
};

template <class IsKey>
const CborValue* find_in(const CborValue& map, const IsKey& is_key) {
    for (std::size_t index = 0; map.kind == CborKind::Map && index + 1 < map.items.size();
         index += 2) {
        if (is_key(map.items[index])) {
            return &map.items[index + 1];
        }
    }
    return nullptr;
}

}  // namespace

std::string_view CborValue::text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const CborValue* CborValue::find(std::int64_t key) const {
    return find_in(*this, [&](const CborValue& one) {
        return one.kind == CborKind::Number && one.number == key;
    });
}

const CborValue* CborValue::find(std::string_view key) const {
    return find_in(*this, [&](const CborValue& one) {
        return one.kind == CborKind::Text && one.text() == key;
    });
}

Result<CborItem, CborError> read_cbor(std::span<const std::byte> bytes) {
    Reader reader(bytes);
    CborItem item;
    item.value = TRY(reader.value(0));
    item.size = reader.position();
    return item;
}

}  // namespace standby::http
