// The cookie is base64url over: a byte that no short code begins with; 16 random bytes; the day it
// was made, as a varint; for each member who has signed in, seven bytes of HMAC-SHA-256 over
// another such byte, the random ones and the address; seven bytes over all before. Forging one
// gains a better place in a line, so seven bytes are enough. Cookies of the first kind, 0xd1, named
// no member and count for nothing.
#include "http/auth/known_device.hpp"

#include "base/bytes.hpp"
#include "base/text_coding.hpp"
#include "http/auth/cookies.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <span>

namespace standby::http {
namespace {

constexpr std::uint8_t cookie_mark = 0xd2;
constexpr std::uint8_t member_mark = 0xd3;
constexpr std::size_t cookie_length_max = 128;

std::int64_t day_of(Time now) {
    return std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
}

std::vector<std::byte> member_on(std::span<const std::byte> device, std::string_view email) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(member_mark);
    writer.raw(device);
    writer.raw(std::as_bytes(std::span(email)));
    return bytes;
}

}  // namespace

std::string KnownDevice::name() const {
    return encode_base64url(id);
}

bool KnownDevice::is_known_for(const TokenSigner& signer, std::string_view email) const {
    const std::vector<std::byte> member = member_on(id, email);
    return std::ranges::any_of(members, [&](const TokenSigner::ShortSignature& known) {
        return signer.is_short_signature(member, known);
    });
}

std::optional<KnownDevice> find_known_device(std::string_view header, const TokenSigner& signer,
                                             Time now) {
    const auto value = find_cookie(header, device_cookie);
    if (!value || value->size() > cookie_length_max) {
        return std::nullopt;
    }
    const auto bytes = decode_base64url(*value);
    if (!bytes || bytes->size() <= short_signature_bytes) {
        return std::nullopt;
    }
    const std::size_t payload_bytes = bytes->size() - short_signature_bytes;
    const std::span<const std::byte> payload = std::span(*bytes).first(payload_bytes);
    ByteReader reader(payload);
    if (reader.u8() != cookie_mark ||
        !signer.is_short_signature(payload, std::span(*bytes).subspan(payload_bytes))) {
        return std::nullopt;
    }
    KnownDevice device;
    const std::span<const std::byte> id = reader.raw(device.id.size());
    const std::uint64_t made_on = reader.varint();
    const std::size_t members = reader.remaining() / short_signature_bytes;
    constexpr std::uint64_t days_max = 1'000'000;
    if (!reader.ok() || made_on > days_max || members == 0 || members > device_members_max) {
        return std::nullopt;
    }
    std::ranges::copy(id, device.id.begin());
    for (std::size_t index = 0; index < members; ++index) {
        const auto member = reader.raw(short_signature_bytes);
        std::ranges::copy(member, device.members.emplace_back().begin());
    }
    const Duration age = std::chrono::days{day_of(now) - static_cast<std::int64_t>(made_on)};
    if (!reader.finished() || age >= device_lifetime) {
        return std::nullopt;
    }
    device.is_to_be_renewed = age >= device_renewed_after;
    return device;
}

std::string device_cookie_text(const TokenSigner& signer, const std::optional<KnownDevice>& before,
                               std::string_view email, Time now) {
    KnownDevice device = before.value_or(KnownDevice{});
    if (!before) {
        fill_with_randomness(device.id);
    }
    const std::vector<std::byte> member = member_on(device.id, email);
    std::erase_if(device.members, [&](const TokenSigner::ShortSignature& known) {
        return signer.is_short_signature(member, known);
    });
    device.members.insert(device.members.begin(), signer.sign_short(member));
    device.members.resize(std::min(device.members.size(), device_members_max));
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(cookie_mark);
    writer.raw(device.id);
    writer.varint(static_cast<std::uint64_t>(std::max<std::int64_t>(day_of(now), 0)));
    for (const TokenSigner::ShortSignature& each : device.members) {
        writer.raw(each);
    }
    const auto signature = signer.sign_short(bytes);
    writer.raw(signature);
    return cookie_text(device_cookie, encode_base64url(bytes), device_lifetime);
}

}  // namespace standby::http
