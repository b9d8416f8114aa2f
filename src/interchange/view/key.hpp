// Accounts and keys as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/registry.hpp"

#include <string_view>

namespace standby::interchange {

// `secret` is shown once, in the answer to its making; empty otherwise. The account is named where
// keys of several can be seen.
void write_key(JsonWriter& writer, const engine::ApiKey& key, std::string_view secret = {},
               const engine::Account* account = nullptr);
// Whose account this is, and by what right: the key or the member, the other one is null.
void write_account(JsonWriter& writer, const engine::Account& account, const engine::ApiKey* key,
                   const engine::Member* member);

}  // namespace standby::interchange
