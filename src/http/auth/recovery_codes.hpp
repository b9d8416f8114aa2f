// Recovery codes: what a member whose authenticator app is gone signs in with, each once. They are
// shown when they are made and kept as hashes.
#pragma once

#include "base/sha256.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

struct NewRecoveryCodes {
    std::vector<std::string> texts;  // "7kq2-m9x4-bzt0-v5ha": 80 random bits in Crockford's base32
    std::vector<Sha256Digest> hashes;
};
NewRecoveryCodes generate_recovery_codes();

// The hash of a code as somebody types it: in any case, with or without hyphens and spaces, with
// Crockford's look-alikes. Nothing for what cannot be one.
std::optional<Sha256Digest> hash_recovery_code(std::string_view typed);

}  // namespace standby::http
