#include "http/auth/password.hpp"

#include "base/assert.hpp"
#include "base/characters.hpp"
#include "base/text.hpp"
#include "http/auth/common_passwords.hpp"
#include "http/auth/guessable.hpp"

#include <sodium.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <functional>
#include <thread>

namespace standby::http {
namespace {

// Words of our own trade, which no list has.
constexpr std::string_view own_words[] = {"standby", "waitlist", "warteliste", "schatzi"};

bool is_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || static_cast<unsigned char>(letter) >= 0x80;
}

// What stands in for letters.
char letter_for(char letter) {
    constexpr std::string_view signs = "01345$@!|+";
    constexpr std::string_view letters = "oleassaiit";
    const std::size_t at = signs.find(letter);
    return at == std::string_view::npos ? letter : letters[at];
}

// The letters in the middle: digits and signs at the ends make no password better.
std::string_view core_of(std::string_view text) {
    while (!text.empty() && !is_letter(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && !is_letter(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

bool is_known(std::string_view word) {
    return is_common_password(word) || std::ranges::find(own_words, word) != std::end(own_words);
}

// Whether it is a common password, or one with a few characters around it, or twice, or backwards,
// or with signs for letters, or with spaces in between.
bool is_common(std::string_view lower) {
    constexpr std::size_t core_length_min = 4;
    constexpr std::size_t around_max = 6;
    std::string joined;
    std::string spelled;
    for (const char letter : lower) {
        if (letter != ' ' && letter != '-' && letter != '_' && letter != '.') {
            joined += letter;
        }
        spelled += letter_for(letter);
    }
    const std::string backwards(lower.rbegin(), lower.rend());
    for (const std::string_view text : {lower, std::string_view(joined), std::string_view(spelled),
                                        std::string_view(backwards)}) {
        const std::string_view core = core_of(text);
        const bool is_bare = lower.size() - core.size() <= around_max;
        const std::string_view half = core.substr(0, core.size() / 2);
        if (is_known(text) || (is_bare && core.size() >= core_length_min && is_known(core)) ||
            (is_bare && half.size() >= core_length_min && core == std::string(half).append(half) &&
             is_known(half))) {
            return true;
        }
    }
    return false;
}

void initialise() {
    static const bool is_ready = sodium_init() >= 0;
    ASSERT(is_ready);
}

constexpr int giving_way = 10;  // of 19: a tenth of the others' share when there is not enough

// The hash of a password that nobody knows. Verifying against it takes as long as against any
// other, so that the time an answer takes does not tell which addresses exist.
constexpr std::string_view nobodys_hash = "$argon2id$v=19$m=65536,t=2,p=1$wfdP8AyzYAQkLYLEF9vong"
                                          "$HlH0MIwOmifrHykVVjEd4Vl8MzrC8kVEDUFQiFRMx9k";

// A thread may lower its own priority, but not raise it again; so this one ends with the work.
void give_way(const std::function<void()>& work) {
    std::thread([&work] {
        (void)setpriority(PRIO_PROCESS, 0, giving_way);  // of this thread alone, on Linux
        work();
    }).join();
}

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
    if (is_about_owner(lower, email, name)) {
        return "must not be your own address or name, or little more";
    }
    if (is_repetition(lower)) {
        return "repeats itself; choose something less regular";
    }
    if (is_run(lower) || is_keyboard_walk(lower)) {
        return "is a run of letters, digits or keys; choose something less regular";
    }
    if (is_number(lower)) {
        return "is only a number, such as a date or a phone number; add some words";
    }
    if (is_common(lower)) {
        return "is too common; choose another, such as a few words that don't belong together";
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

bool is_password(std::string_view password, const std::string& hash, Pace pace) {
    initialise();
    const bool is_readable = hash.starts_with(crypto_pwhash_STRPREFIX);
    const std::string against = is_readable ? hash : std::string(nobodys_hash);
    bool fits = false;
    const auto verify = [&] {
        fits = crypto_pwhash_str_verify(against.c_str(), password.data(), password.size()) == 0;
    };
    if (pace == Pace::GivingWay) {
        give_way(verify);
    } else {
        verify();
    }
    return fits && is_readable;
}

}  // namespace standby::http
