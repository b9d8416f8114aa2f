// Thirteen bytes in base64url: a version, the number, and four bytes of a digest over these and the
// list's name. The digest is a check, not a secret: a cursor gives no rights.
#include "http/api/cursor.hpp"

#include "base/number.hpp"
#include "base/sha256.hpp"
#include "base/text_coding.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace standby::http {
namespace {

constexpr std::byte version{1};
constexpr std::size_t number_end = 9;
constexpr std::size_t packed_size = 13;

using Packed = std::array<std::byte, packed_size>;

Packed pack(std::string_view list, std::uint64_t number) {
    Packed packed{};
    packed[0] = version;
    for (std::size_t index = 1; index < number_end; ++index) {
        packed[index] = static_cast<std::byte>(number >> (8 * (number_end - 1 - index)));
    }
    Sha256 hash;
    hash.update(std::as_bytes(std::span{list}));
    hash.update(std::span{packed}.first(number_end));
    const Sha256Digest digest = hash.finish();
    for (std::size_t index = number_end; index < packed_size; ++index) {
        packed[index] = digest[index - number_end];
    }
    return packed;
}

}  // namespace

std::string make_cursor(std::string_view list, std::uint64_t after) {
    return encode_base64url(pack(list, after));
}

Result<std::uint64_t, Problem> parse_cursor(std::string_view list, std::string_view text) {
    const auto packed = decode_base64url(text);
    if (packed && packed->size() == packed_size) {
        std::uint64_t number = 0;
        for (std::size_t index = 1; index < number_end; ++index) {
            number = (number << 8) | std::to_integer<std::uint64_t>((*packed)[index]);
        }
        if (std::ranges::equal(*packed, pack(list, number))) {
            return number;
        }
    }
    return std::unexpected(problem(
        ProblemType::BadCursor, "The cursor doesn't belong to this list; start again without it."));
}

Result<PageRequest, Problem> parse_page(std::string_view list,
                                        const std::optional<std::string>& limit,
                                        const std::optional<std::string>& cursor) {
    PageRequest request;
    if (limit) {
        request.limit = parse_number<std::size_t>(*limit).value_or(0);
        if (request.limit < 1 || request.limit > page_limit_max) {
            return std::unexpected(invalid("limit", "must be a whole number from 1 to " +
                                                        std::to_string(page_limit_max)));
        }
    }
    if (cursor) {
        request.after = TRY(parse_cursor(list, *cursor));
    }
    return request;
}

void begin_page(JsonWriter& writer) {
    writer.begin_object();
    writer.begin_array("items");
}

void end_page(JsonWriter& writer, std::string_view list, std::optional<std::uint64_t> next) {
    writer.end_array();
    writer.text_or_null("next_cursor", next ? make_cursor(list, *next) : std::string{});
    writer.end_object();
}

}  // namespace standby::http
