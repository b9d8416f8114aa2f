// The mailbox that a business forwards requests to: how it is set up, and what came of the last
// look at it.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace standby::engine {

inline constexpr std::size_t mailbox_text_bytes_max = 254;
inline constexpr std::size_t mailbox_secret_bytes_max = 4'000;  // tokens are long

enum class MailboxSecurity : std::uint8_t { Tls, StartTls, None };
std::string_view name_of(MailboxSecurity security);  // "starttls"
std::optional<MailboxSecurity> mailbox_security_named(std::string_view name);

enum class MailboxLogin : std::uint8_t { Password, OAuth };
std::string_view name_of(MailboxLogin login);  // "oauth"
std::optional<MailboxLogin> mailbox_login_named(std::string_view name);

struct MailboxSettings {
    std::string host;  // empty: mails come over HTTP alone
    std::uint16_t port = 993;
    MailboxSecurity security = MailboxSecurity::Tls;
    MailboxLogin login = MailboxLogin::Password;
    std::string username;
    std::string folder = "INBOX";
    // Whose Authentication-Results are believed; empty: nobody's.
    std::string authserv_id;
    // OAuth: where tokens are had, and by whom.
    std::string token_url;
    std::string client_id;
    std::string scope;
    friend bool operator==(const MailboxSettings&, const MailboxSettings&) = default;
};

struct MailboxSecrets {
    std::string password;
    std::string client_secret;
    std::string refresh_token;
    friend bool operator==(const MailboxSecrets&, const MailboxSecrets&) = default;
};

struct MailboxStatus {
    std::optional<Time> looked_at;  // the last time that it was read
    std::string problem;            // "wrong_login"; empty: none
    std::string sentence;
    std::uint64_t taken = 0;  // mails, since it was set up
};

struct Mailbox {
    std::uint64_t number = 0;
    AccountNumber account;
    core::ResourceNumber resource;  // that mails are for, unless they name another
    MailboxSettings settings;
    bool has_secret = false;
    bool is_locked = false;  // sealed with a key that this server does not have
    Time created_at{};
    MailboxStatus status;
};

struct TestedMailbox {
    std::string problem;  // empty: it works
    std::string sentence;
    std::uint64_t mails = 0;  // in the folder
    bool has_idle = false;
};

enum class MailboxError : std::uint8_t {
    NoKey,         // the key that seals passwords cannot be read or made
    KeyNotShared,  // other nodes could not read what this one would seal
    Unavailable,
};

// All calls may come from any thread. Those with a registry wait for the store; `test` answers
// later, on a thread of its own, where `done` must be quick, or at once with nothing when too much
// is under way.
class Mailboxes {
public:
    virtual ~Mailboxes() = default;

    // Nothing: the account has none.
    virtual Result<std::optional<Mailbox>, StoreError> mailbox(Registry& registry,
                                                               AccountNumber account) = 0;
    // Secrets that are left out stay, while host and user stay.
    virtual Result<void, MailboxError> put(Registry& registry, AccountNumber account,
                                           core::ResourceNumber list,
                                           const MailboxSettings& settings,
                                           const std::optional<MailboxSecrets>& secrets,
                                           Time now) = 0;
    // False: there was none.
    virtual Result<bool, StoreError> remove(Registry& registry, AccountNumber account,
                                            Time now) = 0;
    // Without secrets: with those that are kept.
    virtual void test(AccountNumber account, MailboxSettings settings,
                      std::optional<MailboxSecrets> secrets,
                      std::function<void(std::optional<TestedMailbox>)> done) = 0;
};

}  // namespace standby::engine
