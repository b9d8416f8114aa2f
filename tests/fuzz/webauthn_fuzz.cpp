// What a browser says that a passkey answered: whatever comes, it is read or refused, and what is
// accepted as a key is one.
#include "http/auth/webauthn/cbor.hpp"
#include "http/auth/webauthn/public_key.hpp"
#include "http/auth/webauthn/webauthn.hpp"
#include "tests/fuzz/support/check.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace standby::fuzz {
namespace {

std::size_t count_values(const http::CborValue& value) {
    std::size_t count = 1;
    for (const http::CborValue& item : value.items) {
        count += count_values(item);
    }
    return count;
}

void check(std::span<const std::byte> bytes) {
    const http::RelyingParty party{.id = "localhost", .origin = "http://localhost:8080"};
    constexpr std::string_view challenge = "AAAA";
    constexpr std::string_view created =
        R"({"type":"webauthn.create","challenge":"AAAA","origin":"http://localhost:8080"})";
    constexpr std::string_view signed_data =
        R"({"type":"webauthn.get","challenge":"AAAA","origin":"http://localhost:8080"})";
    if (const auto item = http::read_cbor(bytes)) {
        expect(item->size <= bytes.size(), "no more is read than there is");
        expect(count_values(item->value) <= http::cbor_values_max, "values are bounded");
        const auto again = http::read_cbor(bytes.first(item->size));
        expect(again && again->size == item->size, "what was read can be read again");
    }
    if (const auto made = http::read_new_credential(party, challenge, created, bytes)) {
        expect(http::is_public_key(made->public_key), "a new key is one");
        expect(!made->id.empty() && made->id.size() <= http::credential_bytes_max, "it has a name");
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    static_cast<void>(http::challenge_in(text));
    static_cast<void>(http::relying_party(text));
    expect(!http::read_signed_answer(
               party, challenge, bytes,
               {.client_data = signed_data, .authenticator_data = bytes, .signature = bytes}),
           "nothing signs itself");
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    standby::fuzz::check(std::as_bytes(std::span(data, size)));
    return 0;
}
