// A TZif file is a header and a block with 32-bit times for old readers, which is skipped, then a
// header and a block with 64-bit times, then the rule for later times between two line feeds.
#include "base/zone_file.hpp"

#include "base/bytes.hpp"

#include <algorithm>

namespace standby {
namespace {

constexpr std::uint32_t types_max = 256;
constexpr std::uint32_t characters_max = 4096;
constexpr std::size_t rule_size_max = 256;
// Files of old compilers begin with a transition at the birth of the universe. What lies before
// this instant (about 29700 BC) is dropped; what lies after the year 9999 is refused.
constexpr std::int64_t transition_min_s = -1'000'000'000'000;
constexpr std::int64_t transition_max_s = 253'402'300'799;

std::unexpected<std::string> refuse(std::string_view message) {
    return std::unexpected("time zone file: " + std::string(message));
}

template <class Integer>
Integer read_big_endian(ByteReader& reader) {
    std::uint64_t value = 0;
    for (const std::byte byte : reader.raw(sizeof(Integer))) {
        value = value << 8 | std::to_integer<std::uint64_t>(byte);
    }
    return static_cast<Integer>(value);
}

struct Header {
    char version = 0;
    std::uint32_t utc_indicators = 0;
    std::uint32_t standard_indicators = 0;
    std::uint32_t leap_seconds = 0;
    std::uint32_t transitions = 0;
    std::uint32_t types = 0;
    std::uint32_t characters = 0;

    // The size of the block with 32-bit times. Six 32-bit counts cannot overflow 64 bits here.
    [[nodiscard]] std::uint64_t old_block_size() const {
        return std::uint64_t{transitions} * 5 + std::uint64_t{types} * 6 + characters +
               std::uint64_t{leap_seconds} * 8 + standard_indicators + utc_indicators;
    }
};

Result<Header, std::string> read_header(ByteReader& reader) {
    constexpr std::string_view magic = "TZif";
    const std::span<const std::byte> start = reader.raw(magic.size());
    if (!std::ranges::equal(start, std::as_bytes(std::span(magic)))) {
        return refuse("does not start with TZif");
    }
    Header header;
    header.version = static_cast<char>(reader.u8());
    reader.raw(15);
    header.utc_indicators = read_big_endian<std::uint32_t>(reader);
    header.standard_indicators = read_big_endian<std::uint32_t>(reader);
    header.leap_seconds = read_big_endian<std::uint32_t>(reader);
    header.transitions = read_big_endian<std::uint32_t>(reader);
    header.types = read_big_endian<std::uint32_t>(reader);
    header.characters = read_big_endian<std::uint32_t>(reader);
    if (!reader.ok()) {
        return refuse("ends inside a header");
    }
    if (header.version < '2' || header.version > '4') {
        return refuse("must have version 2, 3 or 4");
    }
    return header;
}

Result<void, std::string> check_counts(const Header& header) {
    if (header.leap_seconds != 0) {
        return refuse("counts leap seconds");
    }
    if (header.transitions > zone_transitions_max) {
        return refuse("has too many transitions");
    }
    if (header.types == 0 || header.types > types_max) {
        return refuse("must have 1 to 256 local time types");
    }
    if (header.characters == 0 || header.characters > characters_max) {
        return refuse("must have 1 to 4096 characters of names");
    }
    for (const std::uint32_t indicators : {header.utc_indicators, header.standard_indicators}) {
        if (indicators != 0 && indicators != header.types) {
            return refuse("has indicators that do not fit its types");
        }
    }
    return {};
}

Result<std::vector<std::int32_t>, std::string> read_offsets(ByteReader& reader,
                                                            const Header& header) {
    std::vector<std::int32_t> offsets_s;
    for (std::uint32_t index = 0; index < header.types; ++index) {
        const auto offset_s = read_big_endian<std::int32_t>(reader);
        const std::uint8_t is_summer = reader.u8();
        const std::uint8_t name_index = reader.u8();
        if (offset_s < -zone_offset_max_s || offset_s > zone_offset_max_s) {
            return refuse("has an offset of more than 26 hours");
        }
        if (is_summer > 1 || name_index >= header.characters) {
            return refuse("has a malformed local time type");
        }
        offsets_s.push_back(offset_s);
    }
    return offsets_s;
}

// The times and the type numbers are two arrays, one after the other, and the offsets follow.
Result<ZoneFile, std::string> read_block(ByteReader& reader, const Header& header) {
    TRY(check_counts(header));
    std::vector<std::int64_t> times_s;
    for (std::uint32_t index = 0; index < header.transitions && reader.ok(); ++index) {
        times_s.push_back(read_big_endian<std::int64_t>(reader));
    }
    const std::span<const std::byte> type_numbers = reader.raw(header.transitions);
    const std::vector<std::int32_t> offsets_s = TRY(read_offsets(reader, header));
    reader.raw(header.characters);
    reader.raw(header.standard_indicators);
    reader.raw(header.utc_indicators);
    if (!reader.ok()) {
        return refuse("ends inside the transitions");
    }
    ZoneFile file;
    file.first_offset_s = offsets_s.front();
    for (std::size_t index = 0; index < times_s.size(); ++index) {
        const auto type_number = std::to_integer<std::size_t>(type_numbers[index]);
        if (type_number >= offsets_s.size()) {
            return refuse("names a local time type that it does not have");
        }
        if (index > 0 && times_s[index] <= times_s[index - 1]) {
            return refuse("has transitions that do not ascend");
        }
        if (times_s[index] > transition_max_s) {
            return refuse("has a transition after the year 9999");
        }
        if (times_s[index] < transition_min_s) {
            file.first_offset_s = offsets_s[type_number];
        } else {
            file.transitions.push_back(
                {.at_s = times_s[index], .offset_s = offsets_s[type_number]});
        }
    }
    return file;
}

Result<std::string, std::string> read_rule(ByteReader& reader) {
    const std::size_t size = reader.remaining();
    if (size < 2 || size > rule_size_max) {
        return refuse("must end with a rule of at most 254 characters");
    }
    const std::span<const std::byte> footer = reader.raw(size);
    const std::byte line_feed{'\n'};
    if (footer.front() != line_feed || footer.back() != line_feed) {
        return refuse("must have its rule between line feeds");
    }
    const std::span<const std::byte> rule = footer.subspan(1, size - 2);
    return std::string(reinterpret_cast<const char*>(rule.data()), rule.size());
}

}  // namespace

Result<ZoneFile, std::string> parse_zone_file(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    const Header old_header = TRY(read_header(reader));
    if (old_header.old_block_size() > reader.remaining()) {
        return refuse("ends inside its first block");
    }
    reader.raw(static_cast<std::size_t>(old_header.old_block_size()));
    const Header header = TRY(read_header(reader));
    ZoneFile file = TRY(read_block(reader, header));
    file.rule = TRY(read_rule(reader));
    return file;
}

}  // namespace standby
