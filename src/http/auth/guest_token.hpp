// The tokens in guests' links: signed, for one purpose and one id, verified without a look-up. The
// same inputs give the same token, so a link can be made again instead of being stored.
#pragma once

#include "base/guarded.hpp"
#include "base/hmac.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "core/model/limits.hpp"
#include "engine/ports/registry.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// What a token allows. The numbers are part of the format.
enum class TokenPurpose : std::uint8_t {
    Entry = 1,        // the id of an entry: its status, and everything a guest may do with it
    Offer = 2,        // the id of an offer: to claim or decline it
    Verify = 3,       // the id of an entry: mailed, proves that the address is read
    Unsubscribe = 4,  // the id of an entry: to stop messages or to leave, and nothing else
    Group = 5,        // the id of an entry: to join its group, and nothing else
};

enum class TokenError : std::uint8_t { Malformed, BadSignature, Expired, UnknownKey };
std::string_view name_of(TokenError error);  // for logs: "malformed", "bad-signature", …

struct GuestToken {
    TokenPurpose purpose = TokenPurpose::Entry;
    std::uint64_t id = 0;
    Time expires_at{};
    std::uint32_t epoch = 0;     // of the entry's links: those of another one are dead
    core::ContactKey address{};  // that it was sent to; 0: to none in particular
    friend bool operator==(const GuestToken&, const GuestToken&) = default;
};

inline constexpr std::string_view guest_token_mark = "gt_";
inline constexpr std::size_t guest_token_length = 51;      // without epoch and address
inline constexpr std::size_t guest_token_length_max = 63;  // with them
using core::limits::link_epoch_max;
inline constexpr std::size_t short_signature_bytes = 7;

// Signs with the newest secret that is not retired and verifies with any of them, so that secrets
// can be changed while links are on their way. A value; safe to use from several threads.
class TokenSigner {
public:
    // Takes those secrets that are for guest tokens. The error is one sentence, when none of them
    // can sign or one is shorter than 16 bytes.
    static Result<TokenSigner, std::string> create(const std::vector<engine::Secret>& secrets);

    // `gt_` and 48 characters of base64url, or 60 where it has an epoch or an address. The expiry
    // is rounded up to a second and must not lie before 1970.
    [[nodiscard]] std::string sign(const GuestToken& token) const;
    [[nodiscard]] std::string sign(TokenPurpose purpose, std::uint64_t id, Time expires_at) const {
        return sign(GuestToken{.purpose = purpose, .id = id, .expires_at = expires_at});
    }

    // A token is valid until just before its expiry.
    [[nodiscard]] Result<GuestToken, TokenError> verify(std::string_view text, Time now) const;

    // For short codes, which cannot spare the room for a key id: a signature under a key of their
    // own, and whether any of the secrets made it.
    using ShortSignature = std::array<std::byte, short_signature_bytes>;
    [[nodiscard]] ShortSignature sign_short(std::span<const std::byte> payload) const;
    [[nodiscard]] bool is_short_signature(std::span<const std::byte> payload,
                                          std::span<const std::byte> signature) const;

    // `st_` and 43 characters of base64url, under a key of their own: the token of the one-time
    // link by which a member of the staff who asked at this time sets a new password. Whether it
    // still counts only the registry knows, which keeps its hash.
    [[nodiscard]] std::string sign_new_password(std::uint64_t member, Time asked_at) const;

    // These secrets instead, for whoever uses this signer or a copy of it: another process may have
    // changed them. False, and all as it was, when they make no signer.
    bool replace(const std::vector<engine::Secret>& secrets) const;

private:
    struct Key {
        std::uint32_t id;
        HmacKey hmac;
        HmacKey short_hmac;
        HmacKey password_hmac;
    };
    struct Ring {
        std::vector<Key> keys;
        std::size_t signing = 0;
    };
    using SharedRing = std::shared_ptr<const Ring>;

    static Result<SharedRing, std::string> make_ring(const std::vector<engine::Secret>& secrets);
    explicit TokenSigner(SharedRing ring);

    // Whoever signs or verifies goes on with the ring that it has begun with.
    std::shared_ptr<Guarded<SharedRing>> ring_;
};

}  // namespace standby::http
