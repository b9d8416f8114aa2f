// Accounts and keys as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/registry.hpp"

#include <string>
#include <string_view>

namespace standby::interchange {

// `secret` is shown once, in the answer to its making; empty otherwise. The account is named where
// keys of several can be seen.
void write_key(JsonWriter& writer, const engine::ApiKey& key, std::string_view secret = {},
               const engine::Account* account = nullptr);
// What goes with a new key, shown once: the secret of HS256, or the private key of EdDSA where the
// server made it. Both empty otherwise.
struct SigningSecrets {
    std::string secret;
    std::string private_key;
};
void write_signing_key(JsonWriter& writer, const engine::SigningKey& key,
                       const SigningSecrets& secrets = {});
// Whose account this is, and by what right: the key or the member, the other one is null.
void write_account(JsonWriter& writer, const engine::Account& account, const engine::ApiKey* key,
                   const engine::Member* member);

}  // namespace standby::interchange
