// The cookie is base64url over: a byte that no short code begins with; 16 random bytes; the day it
// was made, as a varint; seven bytes of HMAC-SHA-256 over those before it. Forging one gains a
// better place in a line, so seven bytes are enough.
#include "http/auth/known_device.hpp"

#include "base/bytes.hpp"
#include "base/text_coding.hpp"
#include "http/auth/cookies.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace standby::http {
namespace {

constexpr std::uint8_t mark = 0xd1;
constexpr std::size_t id_bytes = 16;
constexpr std::size_t cookie_length_max = 64;

std::int64_t day_of(Time now) {
    return std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
}

}  // namespace

std::optional<KnownDevice> find_known_device(std::string_view header, const TokenSigner& signer,
                                             Time now) {
    const auto value = find_cookie(header, device_cookie);
    if (!value || value->size() > cookie_length_max) {
        return std::nullopt;
    }
    const auto bytes = decode_base64url(*value);
    if (!bytes || bytes->size() <= 1 + id_bytes + short_signature_bytes) {
        return std::nullopt;
    }
    const std::size_t payload_bytes = bytes->size() - short_signature_bytes;
    const std::span<const std::byte> payload = std::span(*bytes).first(payload_bytes);
    ByteReader reader(payload);
    if (reader.u8() != mark ||
        !signer.is_short_signature(payload, std::span(*bytes).subspan(payload_bytes))) {
        return std::nullopt;
    }
    ByteReader rest(payload.subspan(1 + id_bytes));
    const std::uint64_t made_on = rest.varint();
    constexpr std::uint64_t days_max = 1'000'000;
    if (!rest.finished() || made_on > days_max) {
        return std::nullopt;
    }
    const Duration age = std::chrono::days{day_of(now) - static_cast<std::int64_t>(made_on)};
    if (age >= device_lifetime) {
        return std::nullopt;
    }
    return KnownDevice{.id = encode_base64url(payload.subspan(1, id_bytes)),
                       .is_to_be_renewed = age >= device_renewed_after};
}

std::string device_cookie_text(const TokenSigner& signer, Time now) {
    std::array<std::byte, id_bytes> id{};
    fill_with_randomness(id);
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(mark);
    writer.raw(id);
    writer.varint(static_cast<std::uint64_t>(std::max<std::int64_t>(day_of(now), 0)));
    const auto signature = signer.sign_short(bytes);
    writer.raw(signature);
    return cookie_text(device_cookie, encode_base64url(bytes), device_lifetime);
}

}  // namespace standby::http
