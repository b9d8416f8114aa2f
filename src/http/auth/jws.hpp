// A compact JSON Web Signature (RFC 7515), taken apart. Nothing in it is believed until the key
// that it names has verified it: neither the algorithm nor any key that it may bring along.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t jws_length_max = 4096;

struct Jws {
    std::string algorithm;  // HS256 or EdDSA: what its key must be of
    std::string key_id;
    std::string_view signed_part;  // of the text that was read
    std::vector<std::byte> signature;
    std::string payload;
};

// The error follows the name of what was read: "must be ...".
Result<Jws, std::string> read_jws(std::string_view text);

}  // namespace standby::http
