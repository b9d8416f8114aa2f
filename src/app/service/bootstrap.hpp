// What must exist before anything can be served: an account, the secrets, an owner's key.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/registry.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::app {

// The name of the server's own account; others have been made on the command line.
inline constexpr std::string_view own_account_name = "My business";

struct Bootstrapped {
    engine::AccountNumber account;  // the first one
    std::string new_owner_key;      // made now, because there was none; empty otherwise
    std::string setup_token;  // of a fresh set-up link, while the account has no member; or empty
};

// A fresh set-up link for the account, as a token; older ones end. Empty when it has a member.
Result<std::string, std::string> make_setup_link(engine::Registry& registry,
                                                 engine::AccountNumber account, Time now);

// Makes what is missing. `api_key` is added as an owner's key of the first account unless empty or
// known already; with it no other key is made. The error is one sentence.
Result<Bootstrapped, std::string> bootstrap(engine::Registry& registry, const std::string& api_key,
                                            Time now);

// For a node that is not the one to make things: what has been made, once it is there. Nothing: not
// yet. A key of its own that nobody has added is added when `adds_key`.
Result<std::optional<Bootstrapped>, std::string>
find_bootstrapped(engine::Registry& registry, const std::string& api_key, bool adds_key, Time now);

}  // namespace standby::app
