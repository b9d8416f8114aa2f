// The account of a key, and its keys.
#include "base/bytes.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/key_body.hpp"
#include "http/api/key_json.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/paging.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::string key_text(const engine::ApiKey& key, std::string_view secret) {
    std::string body;
    JsonWriter writer{body};
    write_key(writer, key, secret);
    return body;
}

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

// Under an Idempotency-Key the secret follows from the request, so that a retry makes the same key
// instead of a second one, and nothing secret has to be stored for it.
NewApiKey key_for(const std::optional<engine::IdempotencyKey>& request, const TokenSigner& tokens) {
    if (!request) {
        return generate_api_key();
    }
    const std::string seed = tokens.sign(TokenPurpose::Unsubscribe, request->key.high, Time{}) +
                             tokens.sign(TokenPurpose::Unsubscribe, request->key.low, Time{});
    std::array<std::byte, api_key_random_bytes> random{};
    const Sha256Digest first = sha256(std::as_bytes(std::span{seed}));
    const Sha256Digest second = sha256(first);
    std::copy(first.begin(), first.end(), random.begin());
    std::copy_n(second.begin(), random.size() - first.size(), random.begin() + first.size());
    return make_api_key(random);
}

}  // namespace

void ApiRoutes::get_account(const CallPtr& call) {
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        const auto accounts = registry.accounts();
        const auto keys = registry.keys();
        const auto members = registry.members();
        if (!accounts || !keys || !members) {
            call->send_problem(unavailable());
            return;
        }
        const auto account = std::ranges::find(*accounts, call->account, &engine::Account::number);
        const auto key =
            std::ranges::find(*keys, call->caller->key_number, &engine::ApiKey::number);
        const auto member =
            std::ranges::find(*members, call->caller->member, &engine::Member::number);
        if (account == accounts->end() || (key == keys->end() && member == members->end())) {
            call->send_problem(unavailable());
            return;
        }
        std::string body;
        JsonWriter writer{body};
        write_account(writer, *account, key == keys->end() ? nullptr : &*key,
                      member == members->end() ? nullptr : &*member);
        call->send_json(200, std::move(body));
    });
}

void ApiRoutes::list_keys(const CallPtr& call) {
    const engine::AccountNumber account = call->account;
    send_list(
        call, "keys of " + std::to_string(account.value()),
        [account](engine::Store&, engine::Registry& registry, std::uint64_t after,
                  std::size_t limit) -> Result<std::vector<engine::ApiKey>, engine::StoreError> {
            std::vector<engine::ApiKey> own = TRY(registry.keys());
            std::erase_if(own, [&](const engine::ApiKey& key) {
                return key.account != account || key.number <= after;
            });
            own.resize(std::min(own.size(), limit));
            return own;
        },
        [](JsonWriter& writer, const engine::ApiKey& key, engine::Store&) {
            write_key(writer, key);
            return key.number;
        });
}

void ApiRoutes::create_key(const CallPtr& call) {
    const auto parsed = parse_key(call->request.body);
    if (!parsed) {
        call->send_problem(parsed.error());
        return;
    }
    const auto request_key = key_of(*call);
    const NewApiKey made = key_for(request_key, services_.tokens);
    read(call, [this, call, made, body = *parsed](engine::Store&, engine::Registry& registry) {
        const auto known = registry.keys();
        if (!known) {
            call->send_problem(unavailable());
            return;
        }
        const auto same = std::ranges::find(*known, made.hash, &engine::ApiKey::hash);
        if (same != known->end() && (same->role != body.role || same->label != body.label)) {
            call->send_problem(problem(ProblemType::IdempotencyKeyReused,
                                       "This Idempotency-Key came with another request before."));
            return;
        }
        if (same != known->end()) {
            finish(call, 201, key_text(*same, made.text), true);
            return;
        }
        const auto key = registry.add_key({.account = call->account,
                                           .role = body.role,
                                           .label = body.label,
                                           .prefix = made.prefix,
                                           .hash = made.hash,
                                           .created_at = call->now});
        if (!key || !refresh_keys(registry)) {
            call->send_problem(unavailable());
            return;
        }
        finish(call, 201, key_text(*key, made.text));
    });
}

void ApiRoutes::revoke_key(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        const auto keys = registry.keys();
        if (!keys) {
            call->send_problem(unavailable());
            return;
        }
        const auto key = std::ranges::find(*keys, call->key_number, &engine::ApiKey::number);
        if (key == keys->end() || key->account != call->account) {
            call->send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
            return;
        }
        const auto is_other_owner = [&](const engine::ApiKey& other) {
            return other.account == call->account && other.role == engine::Role::Owner &&
                   !other.revoked_at && other.number != key->number;
        };
        if (key->role == engine::Role::Owner && !key->revoked_at &&
            std::ranges::none_of(*keys, is_other_owner)) {
            call->send_problem(problem(ProblemType::LastOwnerKey,
                                       "Make another owner key before you revoke the last one."));
            return;
        }
        const auto revoked = registry.revoke_key(call->key_number, call->now);
        const bool is_refreshed = refresh_keys(registry);
        const auto all = registry.keys();
        if (!revoked || !is_refreshed || !all) {
            call->send_problem(unavailable());
            return;
        }
        const auto after = std::ranges::find(*all, call->key_number, &engine::ApiKey::number);
        finish(call, 200, key_text(*after, {}));
    });
}

}  // namespace standby::http
