// What anybody can send as a join signed by a business: whatever comes, it is read or refused, and
// no key made it.
#include "base/text_coding.hpp"
#include "http/api/entry_body.hpp"
#include "http/auth/jws.hpp"
#include "http/auth/signing_key.hpp"
#include "tests/fuzz/support/check.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace standby::fuzz {
namespace {

using engine::SigningAlgorithm;

std::string encoded(std::string_view text) {
    return encode_base64url(std::as_bytes(std::span(text.data(), text.size())));
}

engine::SigningKey key_of(SigningAlgorithm algorithm) {
    constexpr std::array<std::byte, http::signing_key_bytes> seed{std::byte{7}};
    return {.number = 1,
            .algorithm = algorithm,
            .bytes = http::make_signing_key(algorithm, seed).bytes};
}

void check_jws(std::string_view text) {
    static const std::array keys{key_of(SigningAlgorithm::Hs256), key_of(SigningAlgorithm::EdDsa)};
    const auto jws = http::read_jws(text);
    if (!jws) {
        expect(!jws.error().empty(), "a refusal says why");
        return;
    }
    expect(text.size() <= http::jws_length_max, "length is bounded");
    expect(text.starts_with(jws->signed_part), "what is signed is what came");
    for (const engine::SigningKey& key : keys) {
        expect(!http::is_signed_by(key, jws->signed_part, jws->signature),
               "nobody signs by chance");
    }
}

void check_claims(std::string_view text) {
    const auto claims = http::parse_join_claims(text);
    if (!claims) {
        return;
    }
    expect(!claims->user_id.empty(), "it is about somebody");
    http::JoinBody body;
    expect(http::take_claims(*claims, body).has_value(), "an empty body contradicts nothing");
    expect(http::take_claims(*claims, body).has_value(), "nor do the claims themselves");
    expect(body.person.user_id == claims->user_id, "it says who joins");
    body.person.user_id += "x";
    expect(!http::take_claims(*claims, body).has_value(), "somebody else is somebody else");
}

void check(std::string_view text) {
    check_jws(text);
    // The same inside the frame, which is hard to hit by chance.
    check_jws(encoded(text) + ".e30.AAAA");
    check_jws(encoded(R"({"alg":"EdDSA","kid":"sig_1"})") + "." + encoded(text) + ".AAAA");
    check_claims(text);
    if (const auto key = http::read_public_key(text)) {
        expect(key->size() == http::signing_key_bytes, "a key has its size");
    }
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    standby::fuzz::check({reinterpret_cast<const char*>(data), size});
    return 0;
}
