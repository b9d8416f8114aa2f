// What the routes must know at once about keys, sessions, secrets and resources: tables in memory,
// filled from the store.
#pragma once

#include "base/result.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/contacts.hpp"
#include "http/auth/guest_token.hpp"
#include "http/auth/sessions.hpp"
#include "http/auth/signing_key.hpp"
#include "http/routes/directory.hpp"

#include <optional>
#include <string>

namespace standby::app {

struct ControlPlane {
    http::KeyRing keys;
    http::SigningRing signing_keys;
    http::SessionRing sessions;
    std::optional<http::TokenSigner> tokens;
    std::optional<http::ContactHasher> contacts;
    http::Directory directory;

    // Everything; the error is one sentence. What others change later is the API's to look at.
    Result<void, std::string> load(engine::Store& store, engine::Registry& registry);

private:
    bool load_rings(engine::Registry& registry);
    Result<void, std::string> load_directory(engine::Store& store);
};

}  // namespace standby::app
