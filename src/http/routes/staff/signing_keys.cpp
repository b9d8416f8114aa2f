// The keys that a business signs joins of its own users with.
#include "http/api/entry_body.hpp"
#include "http/api/session_body.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/signing_key.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/paging.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/key.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::http {
namespace {

using Randomness = std::array<std::byte, signing_key_bytes>;

// Under an Idempotency-Key the key follows from the request, so that a retry makes the same one
// instead of a second one, and nothing secret has to be stored for it.
Randomness randomness_for(const std::optional<engine::IdempotencyKey>& request,
                          const TokenSigner& tokens) {
    Randomness random{};
    if (!request) {
        fill_with_randomness(random);
        return random;
    }
    const std::string seed = "signing key" +
                             tokens.sign(TokenPurpose::Unsubscribe, request->key.high, Time{}) +
                             tokens.sign(TokenPurpose::Unsubscribe, request->key.low, Time{});
    return sha256(std::as_bytes(std::span{seed}));
}

std::string text_of(const engine::SigningKey& key, const NewSigningKey& made) {
    return json_text(
        interchange::write_signing_key, key,
        interchange::SigningSecrets{.secret = made.secret, .private_key = made.private_key});
}

bool is_same(const engine::SigningKey& key, const SigningKeyBody& body, const NewSigningKey& made) {
    return key.name == body.name && key.algorithm == body.algorithm &&
           (key.revoked_at || key.bytes == made.bytes);
}

Result<ControlPlane::Made, Problem> add(Call& call, const SigningKeyBody& body,
                                        engine::Registry& registry) {
    const engine::AccountNumber account = call.about.account;
    const Randomness random = randomness_for(call.key(), call.shared.services.tokens);
    NewSigningKey made;
    if (body.public_key.empty()) {
        made = make_signing_key(body.algorithm, random);
    } else {
        made.bytes = body.public_key;
    }
    const Sha256Digest hash = sha256(random);
    const auto known = TRY(or_unavailable(registry.signing_keys()));
    const auto same = std::ranges::find(known, hash, &engine::SigningKey::hash);
    if (same != known.end() && !is_same(*same, body, made)) {
        return std::unexpected(problem_of(engine::Failure::KeyReused));
    }
    if (same != known.end()) {
        return ControlPlane::Made{.status = 201, .body = text_of(*same, made), .is_replayed = true};
    }
    const auto in_use = std::ranges::count_if(known, [&](const engine::SigningKey& key) {
        return key.account == account && !key.revoked_at;
    });
    if (static_cast<std::size_t>(in_use) >= signing_keys_max) {
        return std::unexpected(
            problem_of(core::Refusal{core::RefusalCode::TooMany,
                                     {},
                                     "There are ten signing keys already. Revoke one first."}));
    }
    const auto key = registry.add_signing_key({.account = account,
                                               .algorithm = body.algorithm,
                                               .name = body.name,
                                               .bytes = made.bytes,
                                               .hash = hash,
                                               .created_at = call.now});
    if (!key || !call.shared.control.refresh_keys(registry)) {
        return std::unexpected(unavailable());
    }
    call.report_staff(registry, account,
                      {.act = "signing_key_created",
                       .subject = interchange::format_signing_key_id(key->number),
                       .detail = std::string(engine::name_of(body.algorithm))});
    return ControlPlane::Made{.status = 201, .body = text_of(*key, made)};
}

Result<std::string, Problem> revoke(Call& call, engine::Registry& registry) {
    const engine::AccountNumber account = call.about.account;
    const auto find = [&](const std::vector<engine::SigningKey>& keys) {
        return std::ranges::find_if(keys, [&](const engine::SigningKey& key) {
            return key.number == call.about.number && key.account == account;
        });
    };
    const auto before = TRY(or_unavailable(registry.signing_keys()));
    if (find(before) == before.end()) {
        return std::unexpected(nothing_here());
    }
    const auto revoked = registry.revoke_signing_key(call.about.number, call.now);
    const bool is_refreshed = call.shared.control.refresh_keys(registry);
    const auto after = registry.signing_keys();
    if (!revoked || !is_refreshed || !after) {
        return std::unexpected(unavailable());
    }
    if (*revoked) {
        call.report_staff(registry, account,
                          {.act = "signing_key_revoked",
                           .subject = interchange::format_signing_key_id(call.about.number)});
    }
    return text_of(*find(*after), {});
}

}  // namespace

Task<Answer> list_signing_keys(Call& call) {
    const engine::AccountNumber account = call.about.account;
    co_return co_await answer_list(
        call, "signing keys of " + std::to_string(account.value()),
        [account](
            engine::Store&, engine::Registry& registry, std::uint64_t after,
            std::size_t limit) -> Result<std::vector<engine::SigningKey>, engine::StoreError> {
            std::vector<engine::SigningKey> own = TRY(registry.signing_keys());
            std::erase_if(own, [&](const engine::SigningKey& key) {
                return key.account != account || key.number <= after;
            });
            own.resize(std::min(own.size(), limit));
            return own;
        },
        [](JsonWriter& writer, const engine::SigningKey& key, engine::Store&) {
            interchange::write_signing_key(writer, key);
            return key.number;
        });
}

Task<Answer> create_signing_key(Call& call) {
    const SigningKeyBody body = CO_TRY(parse_signing_key(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return add(call, body, registry); });
    co_return response_of(call, CO_TRY(std::move(read)));
}

Task<Answer> revoke_signing_key(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return revoke(call, registry); });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

}  // namespace standby::http
