#include "http/auth/password.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/text.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

// What people type when they are asked for ten characters. Digits and signs at the end do not make
// these better, so the words are compared without them.
constexpr std::string_view common_words[] = {
    "password",         "passwort",   "motdepasse",       "contrasena", "contraseña", "letmein",
    "welcome",          "willkommen", "bienvenue",        "bienvenido", "iloveyou",   "princess",
    "sunshine",         "football",   "baseball",         "superman",   "batman",     "dragon",
    "monkey",           "shadow",     "master",           "michael",    "jennifer",   "hunter",
    "trustno",          "starwars",   "whatever",         "freedom",    "computer",   "internet",
    "administrator",    "admin",      "changeme",         "secret",     "default",    "standby",
    "waitlist",         "qwertz",     "qwerty",           "azerty",     "schatzi",    "hallo",
    "passwordpassword", "mypassword", "thisismypassword", "passw0rd",   "p@ssword",   "p@ssw0rd",
    "liverpool",        "chelsea",    "arsenal",          "manchester", "charlie",    "jordan",
    "samsung",          "google",     "facebook",         "linkedin",   "pokemon",    "naruto",
};

// Rows of keys and runs of digits and letters, forwards.
constexpr std::string_view common_runs[] = {
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1234567890123456789012345678901234567890",
    "0123456789012345678901234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "q1w2e3r4t5y6u7i8o9p0",
    "qazwsxedcrfvtgbyhnujmikolp",
    "asdfghjklzxcvbnm",
};

std::string_view without_tail(std::string_view text) {
    while (!text.empty() && (std::string_view{"0123456789!?.,-_#*$+@"}).contains(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// One short piece again and again, such as "aaaaaaaaaa" or "abcabcabcabc".
bool is_repeated(std::string_view text) {
    for (std::size_t length = 1; length <= 4 && length < text.size(); ++length) {
        if (text.substr(length) == text.substr(0, text.size() - length)) {
            return true;
        }
    }
    return false;
}

bool is_common(std::string_view lower) {
    const std::string backwards(lower.rbegin(), lower.rend());
    const auto is_in = [&](std::string_view run) {
        return run.contains(lower) || run.contains(backwards);
    };
    const std::string_view word = without_tail(lower);
    return is_repeated(lower) || std::ranges::any_of(common_runs, is_in) ||
           std::ranges::find(common_words, word) != std::end(common_words) ||
           (!word.empty() && is_repeated(word)) ||
           (word.size() >= 4 && std::ranges::any_of(common_runs, [&](std::string_view run) {
                return run.starts_with(word);
            }));
}

void initialise() {
    static const bool is_ready = sodium_init() >= 0;
    ASSERT(is_ready);
}

// The hash of a password that nobody knows. Verifying against it takes as long as against any
// other, so that the time an answer takes does not tell which addresses exist.
constexpr std::string_view nobodys_hash = "$argon2id$v=19$m=65536,t=2,p=1$wfdP8AyzYAQkLYLEF9vong"
                                          "$HlH0MIwOmifrHykVVjEd4Vl8MzrC8kVEDUFQiFRMx9k";

}  // namespace

std::optional<std::string> password_error(std::string_view password, std::string_view email,
                                          std::string_view name) {
    const std::size_t length = count_characters(password);
    if (length < password_length_min) {
        return "must have at least 10 characters; a short phrase works well";
    }
    if (length > password_length_max) {
        return "must have at most 200 characters";
    }
    const std::string lower = to_lower(password);
    const std::string address = to_lower(email);
    const std::string_view local = std::string_view{address}.substr(0, address.find('@'));
    const bool is_own = (!address.empty() && lower == address) ||
                        (local.size() >= 4 && without_tail(lower) == without_tail(local)) ||
                        (name.size() >= 4 && without_tail(lower) == without_tail(to_lower(name)));
    if (is_own) {
        return "must not be your own address or name";
    }
    if (is_common(lower)) {
        return "is too common; choose another";
    }
    return std::nullopt;
}

std::string hash_password(std::string_view password) {
    initialise();
    std::array<char, crypto_pwhash_STRBYTES> text{};
    const int done =
        crypto_pwhash_str(text.data(), password.data(), password.size(),
                          crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE);
    return done == 0 ? std::string(text.data()) : std::string{};
}

bool is_password(std::string_view password, const std::string& hash) {
    initialise();
    const bool is_readable = hash.starts_with(crypto_pwhash_STRPREFIX);
    const std::string against = is_readable ? hash : std::string(nobodys_hash);
    const bool fits =
        crypto_pwhash_str_verify(against.c_str(), password.data(), password.size()) == 0;
    return fits && is_readable;
}

}  // namespace standby::http
