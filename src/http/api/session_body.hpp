// The bodies of signing in, of one-time links, of members, and of API keys.
#pragma once

#include "base/result.hpp"
#include "engine/ports/signing_keys.hpp"
#include "engine/ports/staff.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

class FieldReader;

inline constexpr std::size_t member_name_length_max = 200;
inline constexpr std::size_t link_token_length_max = 100;
inline constexpr std::size_t code_length_max = 40;
inline constexpr std::size_t key_label_length_max = 100;

// POST /v1/session. The address is in its normal form, or as it was typed when it has none: then
// nobody has it.
struct SignInBody {
    std::string email;
    std::string password;
    std::string code;  // of the authenticator app, or a recovery code; empty: none
};
Result<SignInBody, Problem> parse_sign_in(std::string_view body);

// PATCH /v1/session. Unset fields stay; a blank one is taken away.
struct ProfileBody {
    std::optional<std::string> name;
    std::optional<std::string> email;
    std::optional<std::string> password;  // of the right length; what else it must be, see password
    std::string current_password;
    std::string current_code;
};
Result<ProfileBody, Problem> parse_profile(std::string_view body);

// POST /v1/session:confirm_totp.
Result<std::string, Problem> parse_totp_code(std::string_view body);
// What somebody who is signed in proves again: the present password and the present second factor.
// POST /v1/session:begin_totp, :remove_totp, :make_recovery_codes. No body is none of them.
struct ProofBody {
    std::string password;
    std::string code;  // of the authenticator app, or a recovery code
};
Result<ProofBody, Problem> parse_proof(std::string_view body);
// The same inside another body.
ProofBody read_proof(FieldReader& reader);

// POST /v1/links:look.
Result<std::string, Problem> parse_link_token(std::string_view body);
// POST /v1/links:use.
struct LinkUseBody {
    std::string token;
    std::optional<std::string> name;
    std::optional<std::string> email;
    std::optional<std::string> password;
    std::string code;  // of the authenticator app, where the link asks for one
};
Result<LinkUseBody, Problem> parse_link_use(std::string_view body);

// POST /v1/session:forgot_password. The address in its normal form.
Result<std::string, Problem> parse_forgotten(std::string_view body);

// POST /v1/staff:invite.
struct InvitationBody {
    std::string name;
    std::string email;
    engine::Role role = engine::Role::ReadOnly;
};
Result<InvitationBody, Problem> parse_invitation(std::string_view body);

// PATCH /v1/staff/{id}.
struct MemberPatchBody {
    std::optional<std::string> name;
    std::optional<engine::Role> role;
};
Result<MemberPatchBody, Problem> parse_member_patch(std::string_view body);

// POST /v1/keys.
struct KeyBody {
    engine::Role role = engine::Role::ReadOnly;
    std::string label;
};
Result<KeyBody, Problem> parse_key(std::string_view body);

// POST /v1/signing_keys.
struct SigningKeyBody {
    std::string name;
    engine::SigningAlgorithm algorithm = engine::SigningAlgorithm::Hs256;
    std::vector<std::byte> public_key;  // of EdDSA, where the business made the pair; or empty
};
Result<SigningKeyBody, Problem> parse_signing_key(std::string_view body);

}  // namespace standby::http
