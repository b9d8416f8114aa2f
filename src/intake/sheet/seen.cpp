// Keyed hashes are the first bytes of an HMAC: quick enough for a hundred thousand rows, and a
// guess at somebody's number can't be checked without the key.
#include "intake/sheet/seen.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"

#include <array>
#include <charconv>

namespace standby::intake::sheet {
namespace {

constexpr std::uint8_t encoding_version = 1;
constexpr std::size_t check_length = 4;
// Without those that are taken for each other.
constexpr std::string_view check_letters = "23456789abcdefghjkmnpqrstuvwxyz2";
constexpr std::string_view separator = "·";

HmacDigest key_of_list(std::span<const std::byte> secret, core::ResourceNumber list) {
    std::vector<std::byte> text;
    ByteWriter writer(text);
    writer.string("standby sheet");
    writer.u32(list.value());
    return HmacKey(secret).sign(text);
}

void write_marks(ByteWriter& writer, const PerField<std::optional<Mark>>& marks) {
    for (const Field field : all_fields) {
        writer.u8(marks[field] ? 1 : 0);
        if (marks[field]) {
            writer.u64(*marks[field]);
        }
    }
}

void read_marks(ByteReader& reader, PerField<std::optional<Mark>>& marks) {
    for (const Field field : all_fields) {
        if (reader.u8() != 0) {
            marks[field] = reader.u64();
        }
    }
}

}  // namespace

SheetKey::SheetKey(std::span<const std::byte> secret, core::ResourceNumber list)
    : key_(key_of_list(secret, list)) {}

Mark SheetKey::hash(char kind, Field field, std::string_view text) const {
    std::string input{kind, static_cast<char>('a' + index_of(field))};
    input += text;
    const HmacDigest digest = key_.sign(std::as_bytes(std::span(input)));
    return ByteReader(digest).u64();
}

Mark SheetKey::cell(Field field, std::string_view text) const {
    return hash('c', field, text);
}

Mark SheetKey::contact(Field field, std::string_view value) const {
    return value.empty() ? 0 : hash('k', field, value);
}

std::string SheetKey::check(std::string_view email, std::string_view phone) const {
    Mark rest = email.empty() ? hash('i', Field::Phone, phone) : hash('i', Field::Email, email);
    std::string text;
    for (std::size_t index = 0; index < check_length; ++index) {
        text += check_letters[rest % (check_letters.size() - 1)];
        rest /= check_letters.size() - 1;
    }
    return text;
}

std::string format_row_id(const RowId& id) {
    return std::to_string(id.ticket) + std::string(separator) + id.check;
}

std::optional<RowId> parse_row_id(std::string_view text) {
    text = trim(text);
    RowId id;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id.ticket);
    if (error != std::errc{} || id.ticket == 0) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    for (const std::string_view between :
         {separator, std::string_view("-"), std::string_view("."), std::string_view(" ")}) {
        if (text.starts_with(between)) {
            id.check = to_lower(text.substr(between.size()));
            return id.check.size() == check_length ? std::optional(id) : std::nullopt;
        }
    }
    return std::nullopt;
}

std::vector<std::byte> encode_seen(const Seen& seen) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(encoding_version);
    write_marks(writer, seen.cells);
    write_marks(writer, seen.values);
    writer.u64(seen.email);
    writer.u64(seen.phone);
    writer.zigzag(seen.joined_at.time_since_epoch().count());
    writer.u8(seen.missing);
    writer.u8(static_cast<std::uint8_t>((seen.had_row ? 1 : 0) | (seen.left_at ? 2 : 0) |
                                        (seen.is_erased ? 4 : 0)));
    if (seen.left_at) {
        writer.zigzag(seen.left_at->time_since_epoch().count());
    }
    return bytes;
}

std::optional<Seen> decode_seen(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    if (reader.u8() != encoding_version) {
        return std::nullopt;
    }
    Seen seen;
    read_marks(reader, seen.cells);
    read_marks(reader, seen.values);
    seen.email = reader.u64();
    seen.phone = reader.u64();
    seen.joined_at = Time{Duration{reader.zigzag()}};
    seen.missing = reader.u8();
    const std::uint8_t flags = reader.u8();
    seen.had_row = (flags & 1) != 0;
    seen.is_erased = (flags & 4) != 0;
    if ((flags & 2) != 0) {
        seen.left_at = Time{Duration{reader.zigzag()}};
    }
    return reader.finished() ? std::optional(seen) : std::nullopt;
}

}  // namespace standby::intake::sheet
