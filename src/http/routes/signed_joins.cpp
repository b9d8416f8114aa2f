#include "http/routes/signed_joins.hpp"

#include "http/auth/jws.hpp"
#include "http/routes/access.hpp"
#include "http/routes/spending.hpp"
#include "interchange/view/ids.hpp"

#include <utility>

namespace standby::http {
namespace {

// Whoever holds it can act for the user, so it must not lie around for long.
constexpr Duration lifetime_max = std::chrono::minutes{10};
// How far the clock of the business may be off.
constexpr Duration clock_skew = std::chrono::seconds{60};

Problem unbelieved(std::string detail) {
    return problem(ProblemType::Unauthorized, std::move(detail));
}

// The key that it names, if this node knows it as one of the list's business.
std::optional<engine::SigningKey> key_of(const Call& call, const Jws& jws) {
    const auto number = interchange::parse_signing_key_id(jws.key_id);
    auto key = number ? call.shared.services.signing_keys.find(*number) : std::nullopt;
    return key && key->account == call.about.account ? std::move(key) : std::nullopt;
}

// Its algorithm is the key's: what the text says about itself counts for nothing.
bool is_genuine(const std::optional<engine::SigningKey>& key, const Jws& jws) {
    return key && jws.algorithm == engine::name_of(key->algorithm) &&
           is_signed_by(*key, jws.signed_part, jws.signature);
}

Result<void, Problem> check_claims(const Call& call, const JoinClaims& claims) {
    if (claims.audience != core::format_id(call.about.resource)) {
        return std::unexpected(
            unbelieved("What is signed is for another list: aud must be the id of this one."));
    }
    if (claims.expires_at <= claims.issued_at ||
        claims.expires_at - claims.issued_at > lifetime_max) {
        return refuse_field("signed.exp", "must be after iat, by ten minutes at most");
    }
    if (claims.expires_at + clock_skew <= call.now) {
        return std::unexpected(unbelieved("What is signed has expired. Have it signed anew."));
    }
    if (claims.issued_at > call.now + clock_skew ||
        (claims.not_before && *claims.not_before > call.now + clock_skew)) {
        return std::unexpected(unbelieved(
            "What is signed is not valid yet: the clock of whoever signed it may be ahead."));
    }
    return {};
}

}  // namespace

Task<Result<JoinClaims, Problem>> check_signed(Call& call, std::string_view text) {
    if (call.caller) {
        co_return refuse_field("signed", "is for callers without a key of their own");
    }
    auto read = read_jws(text);
    if (!read) {
        co_return refuse_field("signed", read.error());
    }
    const Jws jws = *std::move(read);
    auto key = key_of(call, jws);
    if (!key && call.shared.services.placement != nullptr) {
        const bool has_looked = co_await call.shared.control.news();
        if (has_looked) {
            key = key_of(call, jws);
        }
    }
    if (!is_genuine(key, jws)) {
        co_return std::unexpected(turn_away(
            call, unbelieved("What is signed was not signed with a key in use of this business.")));
    }
    JoinClaims claims = CO_TRY(parse_join_claims(jws.payload));
    CO_TRY(check_claims(call, claims));
    co_return claims;
}

Result<JoinAttempt, Problem> admit_signed(Call& call, const JoinClaims& claims) {
    const Time now = Shared::running_time();
    call.shared.guard.count_try(call.about.resource, now);
    // Each business has its own users, and some of them have the same ids.
    const core::ContactKey user = call.shared.services.contacts.user_id(
        core::format_id(call.about.resource) + "/" + claims.user_id);
    const Budgets::Subject subject{.entry = user.value(),
                                   .list = call.about.resource.value(),
                                   .account = call.about.account.value()};
    if (const auto wait = call.shared.budgets.change(client_key(call.request.client), subject,
                                                     call.request.body.size(), now)) {
        return std::unexpected(
            too_often("Too many joins of this user, from this address or on this list.", *wait));
    }
    return JoinAttempt{.is_admitted = true};
}

}  // namespace standby::http
