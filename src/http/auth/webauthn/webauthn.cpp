#include "http/auth/webauthn/webauthn.hpp"

#include "base/json/reader.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "http/auth/webauthn/cbor.hpp"
#include "http/auth/webauthn/public_key.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

constexpr std::size_t client_data_bytes_max = 4096;

enum Flag : std::uint8_t {
    UserPresent = 1,
    UserVerified = 4,
    BackupEligible = 8,
    BackedUp = 16,
    HasCredential = 64,
    HasExtensions = 128,
};

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

bool is_numeric_host(std::string_view host) {
    std::array<unsigned char, 16> address{};
    const std::string text(host);
    return text.starts_with('[') || inet_pton(AF_INET, text.c_str(), address.data()) == 1;
}

Result<void, WebAuthnError> check_client_data(const RelyingParty& party, std::string_view challenge,
                                              std::string_view client_data, Ceremony ceremony) {
    if (client_data.size() > client_data_bytes_max) {
        return std::unexpected(WebAuthnError::BadClientData);
    }
    const auto document = read_json(client_data);
    if (!document || document->root().type != JsonType::Object) {
        return std::unexpected(WebAuthnError::BadClientData);
    }
    const auto is = [&](std::string_view name, std::string_view wanted) {
        const JsonValue* value = document->root().find(name);
        return value != nullptr && value->type == JsonType::Text && value->text == wanted;
    };
    if (!is("type", ceremony == Ceremony::Create ? "webauthn.create" : "webauthn.get")) {
        return std::unexpected(WebAuthnError::WrongType);
    }
    if (!is("challenge", challenge)) {
        return std::unexpected(WebAuthnError::WrongChallenge);
    }
    // Not inside another site's page either.
    const JsonValue* crossing = document->root().find("crossOrigin");
    const bool is_crossing =
        crossing != nullptr && (crossing->type != JsonType::Boolean || crossing->boolean);
    if (!is("origin", party.origin) || is_crossing ||
        document->root().find("topOrigin") != nullptr) {
        return std::unexpected(WebAuthnError::WrongOrigin);
    }
    return {};
}

struct AuthenticatorData {
    std::uint8_t flags = 0;
    std::uint32_t sign_count = 0;
    std::span<const std::byte> rest;  // the credential, then extensions
};

Result<AuthenticatorData, WebAuthnError> read_head(const RelyingParty& party,
                                                   std::span<const std::byte> bytes) {
    constexpr std::size_t head_bytes = 32 + 1 + 4;
    if (bytes.size() < head_bytes) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    const Sha256Digest wanted = sha256(bytes_of(party.id));
    if (!std::ranges::equal(wanted, bytes.first(wanted.size()))) {
        return std::unexpected(WebAuthnError::WrongParty);
    }
    AuthenticatorData data{.flags = std::to_integer<std::uint8_t>(bytes[32]),
                           .rest = bytes.subspan(head_bytes)};
    for (std::size_t index = 33; index < head_bytes; ++index) {
        data.sign_count = data.sign_count << 8 | std::to_integer<std::uint32_t>(bytes[index]);
    }
    if ((data.flags & UserPresent) == 0 || (data.flags & UserVerified) == 0) {
        return std::unexpected(WebAuthnError::NotVerified);
    }
    if ((data.flags & BackedUp) != 0 && (data.flags & BackupEligible) == 0) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    return data;
}

// Extensions, where the flags say so, and nothing else.
bool is_rest_in_order(const AuthenticatorData& data, std::span<const std::byte> rest) {
    if ((data.flags & HasExtensions) == 0) {
        return rest.empty();
    }
    const auto extensions = read_cbor(rest);
    return extensions && extensions->value.kind == CborKind::Map && extensions->size == rest.size();
}

Result<NewCredential, WebAuthnError> read_credential(const AuthenticatorData& data) {
    constexpr std::size_t model_bytes = 16;
    constexpr std::size_t head_bytes = model_bytes + 2;
    if ((data.flags & HasCredential) == 0 || data.rest.size() < head_bytes) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    const std::size_t length = std::to_integer<std::size_t>(data.rest[model_bytes]) << 8 |
                               std::to_integer<std::size_t>(data.rest[model_bytes + 1]);
    const std::span<const std::byte> behind = data.rest.subspan(head_bytes);
    if (length == 0 || length > credential_bytes_max || length > behind.size()) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    const std::span<const std::byte> id = behind.first(length);
    const std::span<const std::byte> after = behind.subspan(length);
    const auto key = read_cbor(after);
    if (!key || !is_public_key(after.first(key->size))) {
        return std::unexpected(WebAuthnError::BadKey);
    }
    if (!is_rest_in_order(data, after.subspan(key->size))) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    const std::span<const std::byte> cose = after.first(key->size);
    return NewCredential{.id = {id.begin(), id.end()},
                         .public_key = {cose.begin(), cose.end()},
                         .sign_count = data.sign_count};
}

}  // namespace

std::optional<RelyingParty> relying_party(std::string_view public_url) {
    const std::size_t colon = public_url.find("://");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string scheme = to_lower(public_url.substr(0, colon));
    std::string authority = to_lower(public_url.substr(colon + 3));
    authority = authority.substr(0, authority.find('/'));
    std::string host = authority.substr(0, authority.find(':', authority.find(']') + 1));
    std::string port = authority.substr(host.size());
    if (host == "127.0.0.1" || host == "[::1]") {
        host = "localhost";
    }
    const bool is_secure = scheme == "https" || (scheme == "http" && host == "localhost");
    if (host.empty() || !is_secure || is_numeric_host(host)) {
        return std::nullopt;
    }
    if (port == (scheme == "https" ? ":443" : ":80")) {
        port.clear();
    }
    return RelyingParty{.id = host, .origin = scheme + "://" + host + port};
}

std::string_view name_of(WebAuthnError error) {
    switch (error) {
    case WebAuthnError::BadClientData:
        return "bad-client-data";
    case WebAuthnError::WrongType:
        return "wrong-type";
    case WebAuthnError::WrongChallenge:
        return "wrong-challenge";
    case WebAuthnError::WrongOrigin:
        return "wrong-origin";
    case WebAuthnError::BadAuthenticatorData:
        return "bad-authenticator-data";
    case WebAuthnError::WrongParty:
        return "wrong-party";
    case WebAuthnError::NotVerified:
        return "not-verified";
    case WebAuthnError::BadKey:
        return "bad-key";
    case WebAuthnError::WrongSignature:
        return "wrong-signature";
    }
    return "";
}

Result<std::string, WebAuthnError> challenge_in(std::string_view client_data) {
    if (client_data.size() > client_data_bytes_max) {
        return std::unexpected(WebAuthnError::BadClientData);
    }
    const auto document = read_json(client_data);
    const JsonValue* challenge = document ? document->root().find("challenge") : nullptr;
    if (challenge == nullptr || challenge->type != JsonType::Text) {
        return std::unexpected(WebAuthnError::BadClientData);
    }
    return std::string(challenge->text);
}

Result<NewCredential, WebAuthnError> read_new_credential(const RelyingParty& party,
                                                         std::string_view challenge,
                                                         std::string_view client_data,
                                                         std::span<const std::byte> attestation) {
    TRY(check_client_data(party, challenge, client_data, Ceremony::Create));
    const auto object = read_cbor(attestation);
    if (!object || object->size != attestation.size()) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    const CborValue* format = object->value.find("fmt");
    const CborValue* statement = object->value.find("attStmt");
    const CborValue* data = object->value.find("authData");
    if (format == nullptr || format->kind != CborKind::Text || statement == nullptr ||
        statement->kind != CborKind::Map || data == nullptr || data->kind != CborKind::Bytes ||
        (format->text() == "none" && !statement->items.empty())) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    return read_credential(TRY(read_head(party, data->bytes)));
}

Result<std::uint32_t, WebAuthnError> read_signed_answer(const RelyingParty& party,
                                                        std::string_view challenge,
                                                        std::span<const std::byte> public_key,
                                                        const SignedAnswer& answer) {
    TRY(check_client_data(party, challenge, answer.client_data, Ceremony::Get));
    const AuthenticatorData data = TRY(read_head(party, answer.authenticator_data));
    if ((data.flags & HasCredential) != 0 || !is_rest_in_order(data, data.rest)) {
        return std::unexpected(WebAuthnError::BadAuthenticatorData);
    }
    std::vector<std::byte> signed_bytes(answer.authenticator_data.begin(),
                                        answer.authenticator_data.end());
    const Sha256Digest hash = sha256(bytes_of(answer.client_data));
    signed_bytes.insert(signed_bytes.end(), hash.begin(), hash.end());
    if (!is_signature(public_key, signed_bytes, answer.signature)) {
        return std::unexpected(WebAuthnError::WrongSignature);
    }
    return data.sign_count;
}

}  // namespace standby::http
