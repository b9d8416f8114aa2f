#include "http/auth/recovery_codes.hpp"

#include "base/text.hpp"
#include "base/text_coding.hpp"
#include "engine/ports/staff.hpp"
#include "http/auth/crypto.hpp"

#include <array>
#include <span>

namespace standby::http {
namespace {

constexpr std::size_t code_bytes = 10;
constexpr std::size_t code_letters = 16;
constexpr std::size_t group_letters = 4;

Sha256Digest hash_of(std::string_view letters) {
    return sha256(std::as_bytes(std::span(letters.data(), letters.size())));
}

// The letter that was meant by one that looks like it.
char meant(char letter) {
    return letter == 'o' ? '0' : letter == 'i' || letter == 'l' ? '1' : letter;
}

}  // namespace

NewRecoveryCodes generate_recovery_codes() {
    NewRecoveryCodes codes;
    for (std::size_t count = 0; count < engine::recovery_codes_count; ++count) {
        std::array<std::byte, code_bytes> random{};
        fill_with_randomness(random);
        const std::string letters = encode_base32(random);
        std::string text;
        for (std::size_t at = 0; at < letters.size(); at += group_letters) {
            text += (at == 0 ? "" : "-") + letters.substr(at, group_letters);
        }
        codes.texts.push_back(std::move(text));
        codes.hashes.push_back(hash_of(letters));
    }
    return codes;
}

std::optional<Sha256Digest> hash_recovery_code(std::string_view typed) {
    std::string letters;
    for (const char letter : to_lower(typed)) {
        if (letter != ' ' && letter != '-') {
            letters += meant(letter);
        }
    }
    const bool is_code = letters.size() == code_letters && is_base32(letters);
    return is_code ? std::optional(hash_of(letters)) : std::nullopt;
}

}  // namespace standby::http
