// A challenge is base64url over: its purpose in a byte that no short code begins with; 16 random
// bytes; the second in which it ends, as a varint; seven bytes of HMAC-SHA-256 over those before it
// and the session it is for.
#include "http/auth/webauthn/challenges.hpp"

#include "base/bytes.hpp"
#include "base/text_coding.hpp"
#include "http/auth/crypto.hpp"

#include <array>
#include <functional>
#include <vector>

namespace standby::http {
namespace {

constexpr std::size_t random_bytes = 16;
constexpr std::size_t challenge_length_max = 64;

std::vector<std::byte> with_session(std::span<const std::byte> payload,
                                    const ChallengeScope& scope) {
    std::vector<std::byte> bytes(payload.begin(), payload.end());
    bytes.insert(bytes.end(), scope.session.begin(), scope.session.end());
    return bytes;
}

std::uint64_t second_of(Time time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    return seconds < 0 ? 0 : static_cast<std::uint64_t>(seconds);
}

}  // namespace

std::string make_challenge(const TokenSigner& signer, const ChallengeScope& scope, Time now) {
    std::array<std::byte, random_bytes> random{};
    fill_with_randomness(random);
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(static_cast<std::uint8_t>(scope.purpose));
    writer.raw(random);
    writer.varint(second_of(now + challenge_lifetime));
    const auto signature = signer.sign_short(with_session(bytes, scope));
    writer.raw(signature);
    return encode_base64url(bytes);
}

bool is_challenge(const TokenSigner& signer, const ChallengeScope& scope, std::string_view text,
                  Time now) {
    const auto bytes = text.size() <= challenge_length_max ? decode_base64url(text) : std::nullopt;
    if (!bytes || bytes->size() <= 1 + random_bytes + short_signature_bytes) {
        return false;
    }
    const std::span<const std::byte> payload =
        std::span(*bytes).first(bytes->size() - short_signature_bytes);
    const std::span<const std::byte> signature = std::span(*bytes).last(short_signature_bytes);
    if (payload.front() != static_cast<std::byte>(scope.purpose) ||
        !signer.is_short_signature(with_session(payload, scope), signature)) {
        return false;
    }
    ByteReader reader(payload.subspan(1 + random_bytes));
    const std::uint64_t until = reader.varint();
    return reader.finished() && second_of(now) < until;
}

bool UsedChallenges::use(std::string_view challenge, Time now) {
    return table_.with([&](Table& table) {
        std::erase_if(table.until, [&](const auto& one) { return one.second <= now; });
        return table.until.emplace(challenge, now + challenge_lifetime).second;
    });
}

}  // namespace standby::http
