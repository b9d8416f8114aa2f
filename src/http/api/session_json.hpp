// Who is signed in, and what one-time links and authenticator apps are told, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/staff.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// Somebody who is signed in, for whom, and until when.
struct SignedIn {
    engine::Member member;
    std::string account_name;
    Time expires_at{};
    std::optional<std::size_t> recovery_codes_left = {};  // nothing: no authenticator app
    // Those that were just made, to be shown this once.
    std::optional<std::vector<std::string>> recovery_codes = {};
    std::vector<engine::Passkey> passkeys = {};
};
// What holds for everybody who asks.
struct SessionPlace {
    bool needs_setup = false;
    std::string passkey_domain;  // empty: there can be none
    bool sends_mails = false;    // a link for a forgotten password, too
};
// Nothing: nobody is signed in.
void write_session(JsonWriter& writer, const std::optional<SignedIn>& signed_in,
                   const SessionPlace& place);

// `member` is whose password a reset link sets.
void write_link(JsonWriter& writer, const engine::OneTimeLink& link,
                const std::optional<engine::Member>& member, std::string_view account_name);

void write_totp_secret(JsonWriter& writer, std::string_view secret, std::string_view uri,
                       std::string_view qr_svg);

}  // namespace standby::http
