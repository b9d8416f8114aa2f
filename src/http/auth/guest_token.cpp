// A token is 36 bytes: version, key id, purpose, id, expiry, and 16 bytes of HMAC-SHA-256 over
// those before it. Version 2 is 45 bytes: its expiry has four bytes instead of six, and the epoch
// (three) and the address (eight) follow. Both sizes are multiples of three, so base64 has no bits
// left over. What has neither epoch nor address is written as version 1.
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

constexpr std::size_t plain_bytes = 20;
constexpr std::size_t bound_bytes = 29;
constexpr std::size_t signature_bytes = 16;
constexpr std::size_t secret_bytes_min = 16;

enum class Version : std::uint8_t { Plain = 1, Bound = 2 };

constexpr std::int64_t expiry_max_s(Version version) {
    return (std::int64_t{1} << (version == Version::Plain ? 48 : 32)) - 1;
}

struct Payload {
    Version version = Version::Plain;
    std::uint32_t key_id = 0;
    std::uint8_t purpose = 0;
    std::uint64_t id = 0;
    std::uint64_t expiry_s = 0;
    std::uint32_t epoch = 0;
    std::uint64_t address = 0;
};

std::vector<std::byte> encode(const Payload& payload) {
    std::vector<std::byte> bytes;
    bytes.reserve(bound_bytes + signature_bytes);
    ByteWriter writer(bytes);
    writer.u8(static_cast<std::uint8_t>(payload.version));
    writer.u32(payload.key_id);
    writer.u8(payload.purpose);
    writer.u64(payload.id);
    writer.u32(static_cast<std::uint32_t>(payload.expiry_s));
    if (payload.version == Version::Plain) {
        writer.u16(static_cast<std::uint16_t>(payload.expiry_s >> 32));
        ASSERT(bytes.size() == plain_bytes);
        return bytes;
    }
    writer.u16(static_cast<std::uint16_t>(payload.epoch));
    writer.u8(static_cast<std::uint8_t>(payload.epoch >> 16));
    writer.u64(payload.address);
    ASSERT(bytes.size() == bound_bytes);
    return bytes;
}

// Of as many bytes as one of the versions has; nothing when they are not of that version.
std::optional<Payload> decode(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    Payload payload;
    payload.version = static_cast<Version>(reader.u8());
    payload.key_id = reader.u32();
    payload.purpose = reader.u8();
    payload.id = reader.u64();
    payload.expiry_s = reader.u32();
    if (payload.version == Version::Plain && bytes.size() == plain_bytes) {
        payload.expiry_s |= std::uint64_t{reader.u16()} << 32;
    } else if (payload.version == Version::Bound && bytes.size() == bound_bytes) {
        payload.epoch = reader.u16();
        payload.epoch |= std::uint32_t{reader.u8()} << 16;
        payload.address = reader.u64();
    } else {
        return std::nullopt;
    }
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

// Keys for other uses follow from the secret, so that what is signed for one use means nothing in
// the other.
HmacKey key_for(std::string_view use, std::span<const std::byte> secret) {
    return HmacKey(HmacKey(secret).sign(std::as_bytes(std::span(use))));
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

TokenSigner::TokenSigner(SharedRing ring)
    : ring_(std::make_shared<Guarded<SharedRing>>(std::move(ring))) {}

Result<TokenSigner, std::string> TokenSigner::create(const std::vector<engine::Secret>& secrets) {
    return TokenSigner(TRY(make_ring(secrets)));
}

bool TokenSigner::replace(const std::vector<engine::Secret>& secrets) const {
    auto ring = make_ring(secrets);
    if (ring) {
        static_cast<void>(ring_->exchange(*std::move(ring)));
    }
    return ring.has_value();
}

Result<TokenSigner::SharedRing, std::string>
TokenSigner::make_ring(const std::vector<engine::Secret>& secrets) {
    Ring ring;
    const engine::Secret* newest = nullptr;
    for (const engine::Secret& secret : secrets) {
        if (secret.purpose != engine::SecretPurpose::GuestTokens) {
            continue;
        }
        if (secret.bytes.size() < secret_bytes_min) {
            return std::unexpected("A secret for guest tokens is shorter than 16 bytes.");
        }
        if (!secret.retired_at && (newest == nullptr || is_newer(secret, *newest))) {
            newest = &secret;
            ring.signing = ring.keys.size();
        }
        ring.keys.push_back({secret.id, HmacKey(secret.bytes),
                             key_for("standby short code 1", secret.bytes),
                             key_for("standby new password 1", secret.bytes)});
    }
    if (newest == nullptr) {
        return std::unexpected("There is no secret in use for guest tokens.");
    }
    return std::make_shared<const Ring>(std::move(ring));
}

std::string TokenSigner::sign(const GuestToken& token) const {
    const std::int64_t expiry_s =
        std::chrono::ceil<std::chrono::seconds>(token.expires_at).time_since_epoch().count();
    ASSERT(expiry_s >= 0);
    const SharedRing ring = ring_->copy();
    const Key& key = ring->keys[ring->signing];
    const bool is_plain = token.epoch == 0 && token.address == core::ContactKey{};
    const Version version = is_plain ? Version::Plain : Version::Bound;
    std::vector<std::byte> bytes = encode({
        .version = version,
        .key_id = key.id,
        .purpose = static_cast<std::uint8_t>(token.purpose),
        .id = token.id,
        .expiry_s = static_cast<std::uint64_t>(std::min(expiry_s, expiry_max_s(version))),
        .epoch = std::min(token.epoch, link_epoch_max),
        .address = token.address.value(),
    });
    const HmacDigest digest = key.hmac.sign(bytes);
    bytes.insert(bytes.end(), digest.begin(), digest.begin() + signature_bytes);
    std::string text(guest_token_mark);
    text += encode_base64url(bytes);
    ASSERT(text.size() == (is_plain ? guest_token_length : guest_token_length_max));
    return text;
}

Result<GuestToken, TokenError> TokenSigner::verify(std::string_view text, Time now) const {
    const bool is_long_enough =
        text.size() == guest_token_length || text.size() == guest_token_length_max;
    if (!is_long_enough || !text.starts_with(guest_token_mark)) {
        return std::unexpected(TokenError::Malformed);
    }
    const auto bytes = decode_base64url(text.substr(guest_token_mark.size()));
    if (!bytes) {
        return std::unexpected(TokenError::Malformed);
    }
    const std::span<const std::byte> signed_part =
        std::span(*bytes).first(bytes->size() - signature_bytes);
    const std::optional<Payload> payload = decode(signed_part);
    const auto purpose = payload ? known_purpose(payload->purpose) : std::nullopt;
    if (!purpose) {
        return std::unexpected(TokenError::Malformed);
    }
    const SharedRing ring = ring_->copy();
    const auto key = std::ranges::find(ring->keys, payload->key_id, &Key::id);
    if (key == ring->keys.end()) {
        return std::unexpected(TokenError::UnknownKey);
    }
    const HmacDigest digest = key->hmac.sign(signed_part);
    if (!equal_in_constant_time(std::span(digest).first(signature_bytes),
                                std::span(*bytes).last(signature_bytes))) {
        return std::unexpected(TokenError::BadSignature);
    }
    const Time expires_at{std::chrono::seconds(static_cast<std::int64_t>(payload->expiry_s))};
    if (now >= expires_at) {
        return std::unexpected(TokenError::Expired);
    }
    return GuestToken{.purpose = *purpose,
                      .id = payload->id,
                      .expires_at = expires_at,
                      .epoch = payload->epoch,
                      .address = core::ContactKey{payload->address}};
}

TokenSigner::ShortSignature TokenSigner::sign_short(std::span<const std::byte> payload) const {
    const SharedRing ring = ring_->copy();
    return cut_short(ring->keys[ring->signing].short_hmac.sign(payload));
}

std::string TokenSigner::sign_new_password(std::uint64_t member, Time asked_at) const {
    const std::string what =
        std::to_string(member) + " " + std::to_string(asked_at.time_since_epoch().count());
    const SharedRing ring = ring_->copy();
    return "st_" + encode_base64url(ring->keys[ring->signing].password_hmac.sign(
                       std::as_bytes(std::span(what))));
}

// Every secret is tried, whichever fits, so that the time tells nothing.
bool TokenSigner::is_short_signature(std::span<const std::byte> payload,
                                     std::span<const std::byte> signature) const {
    bool is_one = false;
    const SharedRing ring = ring_->copy();
    for (const Key& key : ring->keys) {
        const ShortSignature expected = cut_short(key.short_hmac.sign(payload));
        is_one = equal_in_constant_time(expected, signature) || is_one;
    }
    return is_one;
}

}  // namespace standby::http
