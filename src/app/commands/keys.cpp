// `standby keys`: the API keys and the secrets behind guests' links.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/trail.hpp"
#include "app/service/bootstrap.hpp"
#include "base/json/writer.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/crypto.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/key.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace standby::app {
namespace {

const engine::Account* account_of(const std::vector<engine::Account>& accounts,
                                  engine::AccountNumber number) {
    const auto at = std::ranges::find(accounts, number, &engine::Account::number);
    return at == accounts.end() ? nullptr : &*at;
}

// The account of that name, made if there is none.
Result<engine::Account, std::string> account_named(engine::Registry& registry,
                                                   std::string_view name) {
    const auto accounts = registry.accounts();
    if (!accounts) {
        return std::unexpected("the database could not be read");
    }
    const auto at = std::ranges::find(*accounts, name, &engine::Account::name);
    if (at != accounts->end()) {
        return *at;
    }
    const auto made = registry.create_account(name, system_now());
    if (!made) {
        return std::unexpected("the new account could not be stored");
    }
    return *made;
}

}  // namespace

Outcome carry_out(const KeysListCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const auto keys = store.registry().keys();
    const auto accounts = store.registry().accounts();
    if (!keys || !accounts) {
        return fail("the database could not be read", exit_unavailable);
    }
    if (command.style == Style::Json) {
        print_json(console.output, [&](JsonWriter& writer) {
            writer.array(*keys, [&](const engine::ApiKey& key) {
                interchange::write_key(writer, key, {}, account_of(*accounts, key.account));
            });
        });
        return exit_ok;
    }
    console.output << fmt::format("{:<8} {:<10} {:<10} {:<21} {:<20} {}\n", "ID", "ROLE", "PREFIX",
                                  "CREATED", "ACCOUNT", "LABEL");
    for (const engine::ApiKey& key : *keys) {
        const engine::Account* account = account_of(*accounts, key.account);
        console.output << fmt::format(
            "{:<8} {:<10} {:<10} {:<21} {:<20} {}{}\n", interchange::format_key_id(key.number),
            engine::name_of(key.role), key.prefix.empty() ? "-" : key.prefix,
            in_seconds(key.created_at), account == nullptr ? "" : account->name, key.label,
            key.revoked_at ? " (revoked)" : "");
    }
    return exit_ok;
}

Outcome carry_out(const KeysCreateCommand& command, Console& console) {
    const auto store = TRY(open_to_write(command.place, Missing::IsMade));
    const std::string_view name =
        command.account_name.empty() ? own_account_name : std::string_view{command.account_name};
    const auto account = TRY(account_named(store.registry(), name));
    const http::NewApiKey fresh = http::generate_api_key();
    const auto key = store.registry().add_key({.account = account.number,
                                               .role = command.role,
                                               .label = command.label,
                                               .prefix = fresh.prefix,
                                               .hash = fresh.hash,
                                               .created_at = system_now()});
    if (!key) {
        return fail("the new key could not be stored");
    }
    TRY(record_deed(store.registry(), account.number,
                    {.act = "key_created",
                     .subject = interchange::format_key_id(key->number),
                     .detail = std::string(engine::name_of(key->role))}));
    if (command.style == Style::Json) {
        print_json(console.output, [&](JsonWriter& writer) {
            interchange::write_key(writer, *key, fresh.text, &account);
        });
        return exit_ok;
    }
    console.output << fmt::format("Your API key (shown once): {}\n{} may act as {} for {}.\n",
                                  fresh.text, interchange::format_key_id(key->number),
                                  engine::name_of(key->role), name);
    return exit_ok;
}

Outcome carry_out(const KeysRevokeCommand& command, Console& console) {
    const auto store = TRY(open_to_write(command.place, Missing::IsAnError));
    const std::string id = interchange::format_key_id(command.key);
    const auto revoked = store.registry().revoke_key(command.key, system_now());
    const auto keys = store.registry().keys();
    if (!revoked || !keys) {
        return fail(fmt::format("{} could not be revoked", id));
    }
    if (!*revoked) {
        return fail(fmt::format("there is no active key {}", id));
    }
    const auto key = std::ranges::find(*keys, command.key, &engine::ApiKey::number);
    if (key != keys->end()) {
        TRY(record_deed(store.registry(), key->account, {.act = "key_revoked", .subject = id}));
    }
    const bool has_owner = std::ranges::any_of(*keys, [&](const engine::ApiKey& other) {
        return key != keys->end() && other.account == key->account &&
               other.role == engine::Role::Owner && !other.revoked_at;
    });
    if (command.style == Style::Json) {
        console.output << fmt::format("{{\"id\":\"{}\",\"revoked\":true,\"owner_left\":{}}}\n", id,
                                      has_owner);
    } else {
        console.output << fmt::format("{} is revoked.{}\n", id,
                                      has_owner ? ""
                                                : " Its account has no owner key left: create one "
                                                  "with standby keys create --role owner.");
    }
    return exit_ok;
}

Outcome carry_out(const RotateTokensCommand& command, Console& console) {
    const auto store = TRY(open_to_write(command.place, Missing::IsAnError));
    std::array<std::byte, 32> bytes{};
    http::fill_with_randomness(bytes);
    const auto secret =
        store.registry().add_secret(engine::SecretPurpose::GuestTokens, bytes, system_now());
    if (!secret) {
        return fail("the new secret could not be stored");
    }
    TRY(record_everywhere(store.registry(), {.act = "tokens_rotated"}));
    if (command.ends_links &&
        !store.registry().drop_retired_secrets(engine::SecretPurpose::GuestTokens)) {
        return fail("the new secret is stored, but the old ones could not be dropped");
    }
    console.output << (command.style == Style::Json
                           ? fmt::format("{{\"secret_id\":{}}}\n", secret->id)
                           : fmt::format(
                                 "New links are signed with secret {}; existing links {}.\n",
                                 secret->id, command.ends_links ? "have ended" : "keep working"));
    return exit_ok;
}

}  // namespace standby::app
