// The account of a key, and its keys.
#include "base/bytes.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/session_body.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/paging.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/key.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::string key_text(const engine::ApiKey& key, std::string_view secret) {
    return json_text(interchange::write_key, key, secret, nullptr);
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

Result<ControlPlane::Made, Problem> add_key(Call& call, const NewApiKey& made, const KeyBody& body,
                                            engine::Registry& registry) {
    const auto known = TRY(or_unavailable(registry.keys()));
    const auto same = std::ranges::find(known, made.hash, &engine::ApiKey::hash);
    if (same != known.end() && (same->role != body.role || same->label != body.label)) {
        return std::unexpected(problem_of(engine::Failure::KeyReused));
    }
    if (same != known.end()) {
        return ControlPlane::Made{
            .status = 201, .body = key_text(*same, made.text), .is_replayed = true};
    }
    const auto key = registry.add_key({.account = call.about.account,
                                       .role = body.role,
                                       .label = body.label,
                                       .prefix = made.prefix,
                                       .hash = made.hash,
                                       .created_at = call.now});
    if (!key || !call.shared.control.refresh_keys(registry)) {
        return std::unexpected(unavailable());
    }
    call.report_staff(registry, call.about.account,
                      {.act = "key_created",
                       .subject = interchange::format_key_id(key->number),
                       .detail = std::string(engine::name_of(body.role))});
    return ControlPlane::Made{.status = 201, .body = key_text(*key, made.text)};
}

Result<std::string, Problem> revoke(Call& call, engine::Registry& registry) {
    const engine::AccountNumber account = call.about.account;
    const auto keys = TRY(or_unavailable(registry.keys()));
    const auto key = std::ranges::find(keys, call.about.number, &engine::ApiKey::number);
    if (key == keys.end() || key->account != account) {
        return std::unexpected(nothing_here());
    }
    const auto is_other_owner = [&](const engine::ApiKey& other) {
        return other.account == account && other.role == engine::Role::Owner && !other.revoked_at &&
               other.number != key->number;
    };
    if (key->role == engine::Role::Owner && !key->revoked_at &&
        std::ranges::none_of(keys, is_other_owner)) {
        return refuse(ProblemType::LastOwnerKey,
                      "Create another owner key before revoking the last one.");
    }
    const auto revoked = registry.revoke_key(key->number, call.now);
    const bool is_refreshed = call.shared.control.refresh_keys(registry);
    const auto all = registry.keys();
    if (!revoked || !is_refreshed || !all) {
        return std::unexpected(unavailable());
    }
    if (*revoked) {
        call.report_staff(
            registry, account,
            {.act = "key_revoked", .subject = interchange::format_key_id(key->number)});
    }
    return key_text(*std::ranges::find(*all, key->number, &engine::ApiKey::number), {});
}

Result<std::string, Problem> account_text(const Call& call, engine::Registry& registry) {
    const auto accounts = TRY(or_unavailable(registry.accounts()));
    const auto keys = TRY(or_unavailable(registry.keys()));
    const auto members = TRY(or_unavailable(registry.members()));
    const auto account = std::ranges::find(accounts, call.about.account, &engine::Account::number);
    const auto key = std::ranges::find(keys, call.caller->key_number, &engine::ApiKey::number);
    const auto member = std::ranges::find(members, call.caller->member, &engine::Member::number);
    if (account == accounts.end() || (key == keys.end() && member == members.end())) {
        return std::unexpected(unavailable());
    }
    return json_text(interchange::write_account, *account, key == keys.end() ? nullptr : &*key,
                     member == members.end() ? nullptr : &*member);
}

}  // namespace

Task<Answer> get_account(Call& call) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return account_text(call, registry); });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> list_keys(Call& call) {
    const engine::AccountNumber account = call.about.account;
    co_return co_await answer_list(
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
            interchange::write_key(writer, key);
            return key.number;
        });
}

Task<Answer> create_key(Call& call) {
    const KeyBody body = CO_TRY(parse_key(call.request.body));
    const NewApiKey made = key_for(call.key(), call.shared.services.tokens);
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return add_key(call, made, body, registry); });
    co_return response_of(call, CO_TRY(std::move(read)));
}

Task<Answer> revoke_key(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return revoke(call, registry); });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

}  // namespace standby::http
