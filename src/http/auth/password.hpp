// Passwords of members: which are taken, and what is kept of them. Hashing takes tens of
// milliseconds and 64 MiB on purpose, so it is never done on an I/O thread, and only a few at a
// time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t password_length_min = 10;  // characters
inline constexpr std::size_t password_length_max = 200;

// What is wrong with a new password, as the end of a sentence; nothing when it can be used. `email`
// and `name` are those of its owner.
std::optional<std::string> password_error(std::string_view password, std::string_view email,
                                          std::string_view name);

// An argon2id text with everything that is needed to verify it. Empty when there is no memory.
std::string hash_password(std::string_view password);

enum class Pace : unsigned char {
    Normal,
    GivingWay,  // on a thread that others pass: a stranger's try costs guests nothing
};

// Whether the password is the one that the text was made of. An empty or unreadable text takes as
// long as any other, and is never right.
[[nodiscard]] bool is_password(std::string_view password, const std::string& hash,
                               Pace pace = Pace::Normal);

}  // namespace standby::http
