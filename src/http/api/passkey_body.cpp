#include "http/api/passkey_body.hpp"

#include "base/text_coding.hpp"
#include "http/api/body.hpp"
#include "http/auth/webauthn/webauthn.hpp"
#include "interchange/view/ids.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t bytes_max = 16 * 1024;  // of what a device says about itself

std::vector<std::byte> read_bytes(FieldReader& reader, std::string_view name,
                                  std::size_t most = bytes_max) {
    reader.require(name);
    const auto text = reader.text(name, {.length_max = most / 3 * 4 + 4, .may_be_blank = false});
    if (!text) {
        return {};
    }
    auto bytes = decode_base64url(*text);
    if (!bytes || bytes->size() > most) {
        reader.error(name, "must be bytes in base64url, without padding");
        return {};
    }
    return *std::move(bytes);
}

std::string read_client_data(FieldReader& reader) {
    std::string text;
    for (const std::byte byte : read_bytes(reader, "client_data")) {
        text += static_cast<char>(byte);
    }
    return text;
}

std::string read_name(FieldReader& reader) {
    reader.require("name");
    return reader.text("name", {.length_max = passkey_name_length_max, .may_be_blank = false})
        .value_or("");
}

std::uint64_t read_id(FieldReader& reader) {
    reader.require("id");
    const auto text = reader.text("id", {.length_max = 30}).value_or("");
    return interchange::parse_passkey_id(text).value_or(0);
}

}  // namespace

Result<NewPasskeyBody, Problem> parse_new_passkey(std::string_view body) {
    return read_body<NewPasskeyBody>(body, [](FieldReader& reader, NewPasskeyBody& passkey) {
        passkey.name = read_name(reader);
        passkey.client_data = read_client_data(reader);
        passkey.attestation = read_bytes(reader, "attestation");
    });
}

Result<PasskeyAnswerBody, Problem> parse_passkey_answer(std::string_view body) {
    return read_body<PasskeyAnswerBody>(body, [](FieldReader& reader, PasskeyAnswerBody& answer) {
        answer.credential = read_bytes(reader, "credential", credential_bytes_max);
        answer.client_data = read_client_data(reader);
        answer.authenticator_data = read_bytes(reader, "authenticator_data");
        answer.signature = read_bytes(reader, "signature");
    });
}

Result<PasskeyNameBody, Problem> parse_passkey_name(std::string_view body) {
    return read_body<PasskeyNameBody>(body, [](FieldReader& reader, PasskeyNameBody& wanted) {
        wanted.number = read_id(reader);
        wanted.name = read_name(reader);
    });
}

Result<PasskeyRemovalBody, Problem> parse_passkey_removal(std::string_view body) {
    return read_body<PasskeyRemovalBody>(body,
                                         [](FieldReader& reader, PasskeyRemovalBody& removal) {
                                             removal.number = read_id(reader);
                                             removal.proof = read_proof(reader);
                                         });
}

}  // namespace standby::http
