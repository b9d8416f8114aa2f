// A code is base64url over: version and purpose in one byte; the expiry in periods, the resource
// and the number as varints; from version 2 on the epoch of the entry's links, which is not 0;
// seven bytes of HMAC-SHA-256 over those before it. Seven bytes are enough against guessing over
// the network, which is the only way to try one.
#include "http/auth/short_code.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/text_coding.hpp"
#include "core/model/ids.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace standby::http {
namespace {

constexpr std::uint8_t version_plain = 1;
constexpr std::uint8_t version_with_epoch = 2;
// Counted from here, a period takes one byte until 2054.
constexpr std::int64_t first_period = 220;
constexpr std::int64_t periods_max = 100'000;

bool has_short_form(TokenPurpose purpose) {
    return purpose == TokenPurpose::Entry || purpose == TokenPurpose::Offer;
}

// Nothing that decodes can be out of range, so that a code has one meaning and one form.
Result<GuestToken, TokenError> decode(std::span<const std::byte> payload) {
    ByteReader reader(payload);
    const std::uint8_t head = reader.u8();
    const std::uint64_t period = reader.varint();
    const std::uint64_t resource = reader.varint();
    const std::uint64_t number = reader.varint();
    const bool has_epoch = head >> 4 == version_with_epoch;
    const std::uint64_t epoch = has_epoch ? reader.varint() : 0;
    const auto purpose = static_cast<TokenPurpose>(head & 15U);
    if (!reader.finished() || (head >> 4 != version_plain && !has_epoch) ||
        (has_epoch && epoch == 0) || epoch > link_epoch_max || !has_short_form(purpose) ||
        period > static_cast<std::uint64_t>(periods_max) ||
        resource > std::numeric_limits<std::uint32_t>::max() ||
        number > std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(TokenError::Malformed);
    }
    const std::int64_t periods = first_period + static_cast<std::int64_t>(period);
    return GuestToken{.purpose = purpose,
                      .id = resource << 32 | number,
                      .expires_at = Time{periods * short_code_period},
                      .epoch = static_cast<std::uint32_t>(epoch)};
}

}  // namespace

std::string make_short_code(const TokenSigner& signer, const GuestToken& token) {
    ASSERT(has_short_form(token.purpose));
    const auto whole = token.expires_at.time_since_epoch();
    std::int64_t periods = whole / short_code_period;
    periods += whole % short_code_period > Duration{} ? 1 : 0;
    periods = std::clamp(periods - first_period, std::int64_t{0}, periods_max);
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    const std::uint8_t version = token.epoch == 0 ? version_plain : version_with_epoch;
    writer.u8(static_cast<std::uint8_t>(version << 4 | static_cast<std::uint8_t>(token.purpose)));
    writer.varint(static_cast<std::uint64_t>(periods));
    writer.varint(core::resource_of(core::EntryId{token.id}).value());
    writer.varint(core::number_of(core::EntryId{token.id}));
    if (token.epoch != 0) {
        writer.varint(token.epoch);
    }
    const auto signature = signer.sign_short(bytes);
    writer.raw(signature);
    return encode_base64url(bytes);
}

Result<GuestToken, TokenError> read_short_code(const TokenSigner& signer, std::string_view code,
                                               Time now) {
    if (code.size() > short_code_length_max) {
        return std::unexpected(TokenError::Malformed);
    }
    const auto bytes = decode_base64url(code);
    if (!bytes || bytes->size() <= short_signature_bytes) {
        return std::unexpected(TokenError::Malformed);
    }
    const std::size_t payload_bytes = bytes->size() - short_signature_bytes;
    const std::span<const std::byte> payload = std::span(*bytes).first(payload_bytes);
    if (!signer.is_short_signature(payload, std::span(*bytes).subspan(payload_bytes))) {
        return std::unexpected(TokenError::BadSignature);
    }
    const GuestToken token = TRY(decode(payload));
    if (now >= token.expires_at) {
        return std::unexpected(TokenError::Expired);
    }
    return token;
}

}  // namespace standby::http
