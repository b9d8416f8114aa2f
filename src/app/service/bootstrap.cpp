#include "app/service/bootstrap.hpp"

#include "http/auth/api_key.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/sessions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace standby::app {
namespace {

constexpr std::size_t api_key_length_min = 20;

Result<void, std::string> make_secret(engine::Registry& registry, engine::SecretPurpose purpose,
                                      const std::vector<engine::Secret>& known, Time now) {
    if (std::ranges::any_of(known, [&](const auto& secret) { return secret.purpose == purpose; })) {
        return {};
    }
    std::array<std::byte, 32> bytes{};
    http::fill_with_randomness(bytes);
    if (!registry.add_secret(purpose, bytes, now)) {
        return std::unexpected("the new secret could not be stored");
    }
    return {};
}

Result<void, std::string> add_owner_key(engine::Registry& registry, engine::AccountNumber account,
                                        const std::string& text, std::string_view label, Time now) {
    const auto added =
        registry.add_key({.account = account,
                          .role = engine::Role::Owner,
                          .label = std::string(label),
                          .prefix = std::string(http::api_key_prefix(text).value_or("")),
                          .hash = http::hash_api_key(text),
                          .created_at = now});
    if (!added) {
        return std::unexpected("the new key could not be stored");
    }
    return {};
}

Result<void, std::string> check_api_key(const std::string& api_key) {
    if (!api_key.empty() && (!api_key.starts_with("sk_") || api_key.size() < api_key_length_min ||
                             api_key.size() > http::api_key_length_max)) {
        return std::unexpected("the API key must start with sk_ and have 20 to 256 characters");
    }
    return {};
}

}  // namespace

Result<std::string, std::string> make_setup_link(engine::Registry& registry,
                                                 engine::AccountNumber account, Time now) {
    const auto members = registry.members();
    if (!members) {
        return std::unexpected("the database could not be read");
    }
    const bool is_set_up = std::ranges::any_of(*members, [&](const engine::Member& member) {
        return member.account == account && !member.removed_at;
    });
    if (is_set_up) {
        return std::string{};
    }
    const http::NewToken token = http::generate_token(http::link_mark);
    const auto link = registry.add_link({.hash = token.hash,
                                         .purpose = engine::LinkPurpose::Setup,
                                         .account = account,
                                         .role = engine::Role::Owner,
                                         .created_at = now,
                                         .expires_at = now + http::setup_link_lifetime});
    if (!link) {
        return std::unexpected("the new link could not be stored");
    }
    return token.text;
}

Result<Bootstrapped, std::string> bootstrap(engine::Registry& registry, const std::string& api_key,
                                            Time now) {
    const auto accounts = registry.accounts();
    const auto secrets = registry.secrets();
    const auto keys = registry.keys();
    if (!accounts || !secrets || !keys) {
        return std::unexpected("the database could not be read");
    }
    TRY(check_api_key(api_key));
    TRY(make_secret(registry, engine::SecretPurpose::GuestTokens, *secrets, now));
    TRY(make_secret(registry, engine::SecretPurpose::Contacts, *secrets, now));
    // Accounts made before the first start belong to others; the server's own is called so.
    auto own = std::ranges::find(*accounts, own_account_name, &engine::Account::name);
    Bootstrapped made;
    if (own != accounts->end()) {
        made.account = own->number;
    } else {
        const auto account = registry.create_account(own_account_name, now);
        if (!account) {
            return std::unexpected("the new account could not be stored");
        }
        made.account = account->number;
    }
    made.setup_token = TRY(make_setup_link(registry, made.account, now));
    if (!api_key.empty()) {
        const auto same =
            std::ranges::find(*keys, http::hash_api_key(api_key), &engine::ApiKey::hash);
        if (same == keys->end()) {
            TRY(add_owner_key(registry, made.account, api_key, "--api-key", now));
        }
        return made;
    }
    const bool has_owner = std::ranges::any_of(*keys, [&](const engine::ApiKey& key) {
        return key.account == made.account && key.role == engine::Role::Owner && !key.revoked_at;
    });
    if (!has_owner) {
        const http::NewApiKey key = http::generate_api_key();
        TRY(add_owner_key(registry, made.account, key.text, "first start", now));
        made.new_owner_key = key.text;
    }
    return made;
}

Result<std::optional<Bootstrapped>, std::string>
find_bootstrapped(engine::Registry& registry, const std::string& api_key, bool adds_key, Time now) {
    TRY(check_api_key(api_key));
    const auto accounts = registry.accounts();
    const auto secrets = registry.secrets();
    const auto keys = registry.keys();
    if (!accounts || !secrets || !keys) {
        return std::unexpected("the database could not be read");
    }
    const auto own = std::ranges::find(*accounts, own_account_name, &engine::Account::name);
    const auto has_secret = [&](engine::SecretPurpose purpose) {
        return std::ranges::count(*secrets, purpose, &engine::Secret::purpose) > 0;
    };
    if (own == accounts->end() || !has_secret(engine::SecretPurpose::GuestTokens) ||
        !has_secret(engine::SecretPurpose::Contacts)) {
        return std::nullopt;
    }
    const bool has_key = api_key.empty() || std::ranges::count(*keys, http::hash_api_key(api_key),
                                                               &engine::ApiKey::hash) > 0;
    if (!has_key && !adds_key) {
        return std::nullopt;
    }
    if (!has_key) {
        TRY(add_owner_key(registry, own->number, api_key, "--api-key", now));
    }
    return Bootstrapped{.account = own->number, .new_owner_key = "", .setup_token = ""};
}

}  // namespace standby::app
