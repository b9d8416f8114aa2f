// A token is 36 bytes: version, key id, purpose, id, expiry, and 16 bytes of HMAC-SHA-256 over
// those before it. The size is a multiple of three, so base64 has no bits left over.
#include "http/auth/guest_token.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/text_coding.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <utility>

namespace standby::http {
namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t payload_bytes = 20;
constexpr std::size_t signature_bytes = 16;
constexpr std::size_t secret_bytes_min = 16;
constexpr std::int64_t expiry_max_s = (std::int64_t{1} << 48) - 1;

struct Payload {
    std::uint8_t version = 0;
    std::uint32_t key_id = 0;
    std::uint8_t purpose = 0;
    std::uint64_t id = 0;
    std::uint64_t expiry_s = 0;
};

std::vector<std::byte> encode(const Payload& payload) {
    std::vector<std::byte> bytes;
    bytes.reserve(payload_bytes + signature_bytes);
    ByteWriter writer(bytes);
    writer.u8(payload.version);
    writer.u32(payload.key_id);
    writer.u8(payload.purpose);
    writer.u64(payload.id);
    writer.u32(static_cast<std::uint32_t>(payload.expiry_s));
    writer.u16(static_cast<std::uint16_t>(payload.expiry_s >> 32));
    ASSERT(bytes.size() == payload_bytes);
    return bytes;
}

Payload decode(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    Payload payload;
    payload.version = reader.u8();
    payload.key_id = reader.u32();
    payload.purpose = reader.u8();
    payload.id = reader.u64();
    payload.expiry_s = reader.u32();
    payload.expiry_s |= std::uint64_t{reader.u16()} << 32;
    ASSERT(reader.finished());
    return payload;
}

std::optional<TokenPurpose> known_purpose(std::uint8_t number) {
    switch (static_cast<TokenPurpose>(number)) {
    case TokenPurpose::Entry:
    case TokenPurpose::Offer:
    case TokenPurpose::Verify:
    case TokenPurpose::Unsubscribe:
    case TokenPurpose::Group:
        return static_cast<TokenPurpose>(number);
    }
    return std::nullopt;
}

// The key of short codes follows from the secret, so that what is signed for one use means nothing
// in the other.
HmacKey short_code_key(std::span<const std::byte> secret) {
    constexpr std::string_view domain = "standby short code 1";
    return HmacKey(HmacKey(secret).sign(std::as_bytes(std::span(domain))));
}

TokenSigner::ShortSignature cut_short(const HmacDigest& digest) {
    TokenSigner::ShortSignature signature{};
    std::copy_n(digest.begin(), signature.size(), signature.begin());
    return signature;
}

bool is_newer(const engine::Secret& left, const engine::Secret& right) {
    return std::pair(left.created_at, left.id) > std::pair(right.created_at, right.id);
}

}  // namespace

std::string_view name_of(TokenError error) {
    switch (error) {
    case TokenError::Malformed:
        return "malformed";
    case TokenError::BadSignature:
        return "bad-signature";
    case TokenError::Expired:
        return "expired";
    case TokenError::UnknownKey:
        return "unknown-key";
    }
    UNREACHABLE();
}

TokenSigner::TokenSigner(std::vector<Key> keys, std::size_t signing)
    : keys_(std::move(keys)), signing_(signing) {}

Result<TokenSigner, std::string> TokenSigner::create(const std::vector<engine::Secret>& secrets) {
    std::vector<Key> keys;
    const engine::Secret* newest = nullptr;
    std::size_t signing = 0;
    for (const engine::Secret& secret : secrets) {
        if (secret.purpose != engine::SecretPurpose::GuestTokens) {
            continue;
        }
        if (secret.bytes.size() < secret_bytes_min) {
            return std::unexpected("A secret for guest tokens is shorter than 16 bytes.");
        }
        if (!secret.retired_at && (newest == nullptr || is_newer(secret, *newest))) {
            newest = &secret;
            signing = keys.size();
        }
        keys.push_back({secret.id, HmacKey(secret.bytes), short_code_key(secret.bytes)});
    }
    if (newest == nullptr) {
        return std::unexpected("There is no secret in use for guest tokens.");
    }
    return TokenSigner(std::move(keys), signing);
}

std::string TokenSigner::sign(TokenPurpose purpose, std::uint64_t id, Time expires_at) const {
    const std::int64_t expiry_s =
        std::chrono::ceil<std::chrono::seconds>(expires_at).time_since_epoch().count();
    ASSERT(expiry_s >= 0);
    const Key& key = keys_[signing_];
    std::vector<std::byte> bytes = encode({
        .version = version,
        .key_id = key.id,
        .purpose = static_cast<std::uint8_t>(purpose),
        .id = id,
        .expiry_s = static_cast<std::uint64_t>(std::min(expiry_s, expiry_max_s)),
    });
    const HmacDigest digest = key.hmac.sign(bytes);
    bytes.insert(bytes.end(), digest.begin(), digest.begin() + signature_bytes);
    std::string text(guest_token_mark);
    text += encode_base64url(bytes);
    ASSERT(text.size() == guest_token_length);
    return text;
}

Result<GuestToken, TokenError> TokenSigner::verify(std::string_view text, Time now) const {
    if (text.size() != guest_token_length || !text.starts_with(guest_token_mark)) {
        return std::unexpected(TokenError::Malformed);
    }
    const auto bytes = decode_base64url(text.substr(guest_token_mark.size()));
    if (!bytes) {
        return std::unexpected(TokenError::Malformed);
    }
    ASSERT(bytes->size() == payload_bytes + signature_bytes);
    const std::span<const std::byte> signed_part = std::span(*bytes).first(payload_bytes);
    const Payload payload = decode(signed_part);
    const std::optional<TokenPurpose> purpose = known_purpose(payload.purpose);
    if (payload.version != version || !purpose) {
        return std::unexpected(TokenError::Malformed);
    }
    const auto key = std::ranges::find(keys_, payload.key_id, &Key::id);
    if (key == keys_.end()) {
        return std::unexpected(TokenError::UnknownKey);
    }
    const HmacDigest digest = key->hmac.sign(signed_part);
    if (!equal_in_constant_time(std::span(digest).first(signature_bytes),
                                std::span(*bytes).last(signature_bytes))) {
        return std::unexpected(TokenError::BadSignature);
    }
    const Time expires_at{std::chrono::seconds(static_cast<std::int64_t>(payload.expiry_s))};
    if (now >= expires_at) {
        return std::unexpected(TokenError::Expired);
    }
    return GuestToken{*purpose, payload.id, expires_at};
}

TokenSigner::ShortSignature TokenSigner::sign_short(std::span<const std::byte> payload) const {
    return cut_short(keys_[signing_].short_hmac.sign(payload));
}

// Every secret is tried, whichever fits, so that the time tells nothing.
bool TokenSigner::is_short_signature(std::span<const std::byte> payload,
                                     std::span<const std::byte> signature) const {
    bool is_one = false;
    for (const Key& key : keys_) {
        const ShortSignature expected = cut_short(key.short_hmac.sign(payload));
        is_one = equal_in_constant_time(expected, signature) || is_one;
    }
    return is_one;
}

}  // namespace standby::http
