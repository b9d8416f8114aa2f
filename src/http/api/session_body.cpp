#include "http/api/session_body.hpp"

#include "base/characters.hpp"
#include "http/api/body.hpp"
#include "http/api/choices.hpp"
#include "http/auth/password.hpp"
#include "http/auth/signing_key.hpp"
#include "interchange/contact/contact.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr Choice<engine::SigningAlgorithm> algorithm_choices[] = {
    {"HS256", engine::SigningAlgorithm::Hs256},
    {"EdDSA", engine::SigningAlgorithm::EdDsa},
};

// Null takes it away.
std::optional<std::string> read_name(FieldReader& reader) {
    if (reader.is_null("name")) {
        return std::string{};
    }
    return reader.text("name", {.length_max = member_name_length_max});
}

std::optional<std::string> read_email(FieldReader& reader) {
    if (reader.is_null("email")) {
        return std::string{};
    }
    const auto typed = reader.text("email", {.length_max = interchange::email_bytes_max});
    if (!typed || typed->empty()) {
        return typed;
    }
    auto normal = interchange::normalise_email(*typed);
    if (!normal) {
        reader.error("email", normal.error());
        return std::nullopt;
    }
    return *std::move(normal);
}

// A password is taken as it was typed, white space included.
std::optional<std::string> read_password(FieldReader& reader, std::string_view name,
                                         std::size_t length_min) {
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->type != JsonType::Text) {
        reader.error(name, "must be a string");
        return std::nullopt;
    }
    const std::size_t length = count_characters(value->text);
    if (length < length_min || length > password_length_max) {
        reader.error(name, length < length_min ? "must have at least 10 characters"
                                               : "must have at most 200 characters");
        return std::nullopt;
    }
    return std::string(value->text);
}

std::string read_code(FieldReader& reader, std::string_view name) {
    return reader.text(name, {.length_max = code_length_max}).value_or("");
}

std::string read_token(FieldReader& reader) {
    reader.require("token");
    return reader.text("token", {.length_max = link_token_length_max, .may_be_blank = false})
        .value_or("");
}

}  // namespace

Result<SignInBody, Problem> parse_sign_in(std::string_view body) {
    return read_body<SignInBody>(body, [](FieldReader& reader, SignInBody& sign_in) {
        reader.require("email");
        reader.require("password");
        sign_in.email =
            reader.text("email", {.length_max = interchange::email_bytes_max}).value_or("");
        sign_in.email = interchange::normalise_email(sign_in.email).value_or(sign_in.email);
        sign_in.password = read_password(reader, "password", 0).value_or("");
        sign_in.code = read_code(reader, "code");
    });
}

Result<ProfileBody, Problem> parse_profile(std::string_view body) {
    return read_body<ProfileBody>(body, [](FieldReader& reader, ProfileBody& profile) {
        profile.name = read_name(reader);
        profile.email = read_email(reader);
        profile.password = read_password(reader, "password", password_length_min);
        profile.current_password = read_password(reader, "current_password", 0).value_or("");
        profile.current_code = read_code(reader, "current_code");
    });
}

Result<std::string, Problem> parse_totp_code(std::string_view body) {
    return read_body<std::string>(body, [](FieldReader& reader, std::string& code) {
        reader.require("code");
        code = read_code(reader, "code");
    });
}

Result<ProofBody, Problem> parse_proof(std::string_view body) {
    return read_optional_body<ProofBody>(
        body, [](FieldReader& reader, ProofBody& proof) { proof = read_proof(reader); });
}

ProofBody read_proof(FieldReader& reader) {
    return {.password = read_password(reader, "password", 0).value_or(""),
            .code = read_code(reader, "code")};
}

Result<std::string, Problem> parse_link_token(std::string_view body) {
    return read_body<std::string>(
        body, [](FieldReader& reader, std::string& token) { token = read_token(reader); });
}

Result<LinkUseBody, Problem> parse_link_use(std::string_view body) {
    return read_body<LinkUseBody>(body, [](FieldReader& reader, LinkUseBody& use) {
        use.token = read_token(reader);
        use.name = read_name(reader);
        use.email = read_email(reader);
        use.password = read_password(reader, "password", password_length_min);
        use.code = read_code(reader, "code");
    });
}

Result<std::string, Problem> parse_forgotten(std::string_view body) {
    return read_body<std::string>(body, [](FieldReader& reader, std::string& email) {
        reader.require("email");
        const auto typed = read_email(reader);
        if (typed && typed->empty() && !reader.is_null("email")) {
            reader.error("email", "must be the address you sign in with");
        }
        email = typed.value_or("");
    });
}

Result<InvitationBody, Problem> parse_invitation(std::string_view body) {
    return read_body<InvitationBody>(body, [](FieldReader& reader, InvitationBody& invitation) {
        reader.require("role");
        invitation.name = read_name(reader).value_or("");
        invitation.email = read_email(reader).value_or("");
        invitation.role = reader.choice("role", role_choices).value_or(invitation.role);
    });
}

Result<MemberPatchBody, Problem> parse_member_patch(std::string_view body) {
    return read_body<MemberPatchBody>(body, [](FieldReader& reader, MemberPatchBody& patch) {
        patch.name = read_name(reader);
        patch.role = reader.choice("role", role_choices);
    });
}

Result<KeyBody, Problem> parse_key(std::string_view body) {
    return read_body<KeyBody>(body, [](FieldReader& reader, KeyBody& key) {
        reader.require("role");
        key.role = reader.choice("role", role_choices).value_or(key.role);
        key.label = reader.text("label", {.length_max = key_label_length_max}).value_or("");
    });
}

Result<SigningKeyBody, Problem> parse_signing_key(std::string_view body) {
    return read_body<SigningKeyBody>(body, [](FieldReader& reader, SigningKeyBody& key) {
        reader.require("name");
        key.name = reader.text("name", {.length_max = key_label_length_max, .may_be_blank = false})
                       .value_or("");
        reader.require("algorithm");
        key.algorithm = reader.choice("algorithm", algorithm_choices).value_or(key.algorithm);
        const auto text = reader.lines("public_key", public_key_length_max);
        if (!text) {
            return;
        }
        if (key.algorithm != engine::SigningAlgorithm::EdDsa) {
            reader.error("public_key", "is for EdDSA only");
            return;
        }
        auto bytes = read_public_key(*text);
        if (!bytes) {
            reader.error("public_key",
                         "must be an Ed25519 public key: 32 bytes as base64url, or PEM");
            return;
        }
        key.public_key = *std::move(bytes);
    });
}

}  // namespace standby::http
