// The bodies of passkeys. Bytes come as base64url, as browsers write them in JSON.
#pragma once

#include "base/result.hpp"
#include "http/api/problem.hpp"
#include "http/api/session_body.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t passkey_name_length_max = 100;

// POST /v1/session:add_passkey.
struct NewPasskeyBody {
    std::string name;
    std::string client_data;
    std::vector<std::byte> attestation;
};
Result<NewPasskeyBody, Problem> parse_new_passkey(std::string_view body);

// POST /v1/session:use_passkey.
struct PasskeyAnswerBody {
    std::vector<std::byte> credential;
    std::string client_data;
    std::vector<std::byte> authenticator_data;
    std::vector<std::byte> signature;
};
Result<PasskeyAnswerBody, Problem> parse_passkey_answer(std::string_view body);

// POST /v1/session:rename_passkey. An id that nobody has is 0.
struct PasskeyNameBody {
    std::uint64_t number = 0;
    std::string name;
};
Result<PasskeyNameBody, Problem> parse_passkey_name(std::string_view body);

// POST /v1/session:remove_passkey.
struct PasskeyRemovalBody {
    std::uint64_t number = 0;
    ProofBody proof;
};
Result<PasskeyRemovalBody, Problem> parse_passkey_removal(std::string_view body);

}  // namespace standby::http
