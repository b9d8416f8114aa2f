// Passkeys as browsers bring them (Web Authentication Level 3): whether a device made a key for us
// just now, and whether it signed for us just now. The device must have verified its user; what it
// says about its maker is not asked for, and not looked at.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t credential_bytes_max = 1023;

// Who asks: a passkey belongs to a domain, and works on the pages of one origin.
struct RelyingParty {
    std::string id;      // "wait.example.org"
    std::string origin;  // "https://wait.example.org:8443"
};
// Of the public address. Nothing where there can be no passkeys: with a numeric address, or without
// TLS. This machine's own is known to browsers as localhost.
std::optional<RelyingParty> relying_party(std::string_view public_url);

enum class WebAuthnError : std::uint8_t {
    BadClientData,  // not JSON, or not what a browser writes
    WrongType,      // made for something else
    WrongChallenge,
    WrongOrigin,
    BadAuthenticatorData,
    WrongParty,
    NotVerified,  // the device did not make sure who uses it
    BadKey,
    WrongSignature,
};
std::string_view name_of(WebAuthnError error);  // for logs: "wrong-origin"

// What the browser says the device answered, as it was written. The challenge is the one in it;
// whether we made it is the caller's to find out first.
enum class Ceremony : std::uint8_t { Create, Get };
Result<std::string, WebAuthnError> challenge_in(std::string_view client_data);

struct NewCredential {
    std::vector<std::byte> id;
    std::vector<std::byte> public_key;  // as COSE writes it
    std::uint32_t sign_count = 0;
};
Result<NewCredential, WebAuthnError> read_new_credential(const RelyingParty& party,
                                                         std::string_view challenge,
                                                         std::string_view client_data,
                                                         std::span<const std::byte> attestation);

struct SignedAnswer {
    std::string_view client_data;
    std::span<const std::byte> authenticator_data;
    std::span<const std::byte> signature;
};
// The count of the device's signatures; 0: it does not count.
Result<std::uint32_t, WebAuthnError> read_signed_answer(const RelyingParty& party,
                                                        std::string_view challenge,
                                                        std::span<const std::byte> public_key,
                                                        const SignedAnswer& answer);

}  // namespace standby::http
