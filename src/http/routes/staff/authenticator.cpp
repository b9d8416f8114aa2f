// Authenticator apps: a secret is shown, and counts once a number proved that the app has it. With
// it come recovery codes, for the day on which the phone is gone.
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/recovery_codes.hpp"
#include "http/auth/totp.hpp"
#include "http/pages/qr.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::string_view issuer = "Standby";

std::string label_of(const engine::Member& member, const std::string& business) {
    const std::string who = !member.email.empty() ? member.email : member.name;
    return who.empty() ? business : who;
}

Time end_of_session(const Call& call) {
    return call.session ? call.session->ends_at : Time{};
}

Result<engine::FactorProof, Problem> prove(Call& call, const engine::Member& member,
                                           const ProofBody& body) {
    return prove_again(call, member, {.password = body.password, .code = body.code});
}

Result<Response, Problem> begin(Call& call, engine::Registry& registry, const ProofBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    const std::string business = business_name(member.account, registry).value_or("");
    TRY(use_up(call, registry, member, TRY(prove(call, member, body))));
    std::vector<std::byte> secret(totp_secret_bytes);
    fill_with_randomness(secret);
    const std::string uri = totp_uri(secret, issuer, label_of(member, business));
    std::string shown = json_text(write_totp_secret, format_totp_secret(secret), uri, qr_svg(uri));
    call.shared.totp.begin(member.number, call.session->hash, std::move(secret), call.now);
    return json_response(200, std::move(shown));
}

Result<Response, Problem> confirm(Call& call, engine::Store& store, engine::Registry& registry,
                                  const std::vector<std::byte>& secret, std::uint64_t step) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    NewRecoveryCodes codes = generate_recovery_codes();
    engine::MemberChange change{
        .number = member.number, .totp_secret = secret, .totp_last_step = step};
    change.recovery_codes = codes.hashes;
    change.notices = {engine::NoticeKind::AuthenticatorOn};
    const auto changed = TRY(change_sign_in(call, store, registry, std::move(change)));
    call.shared.totp.end(member.number);
    call.report_staff(registry, member.account, {.act = "totp_on"});
    return session_response(call, registry, changed, end_of_session(call), {},
                            std::move(codes.texts));
}

Result<Response, Problem> remove(Call& call, engine::Store& store, engine::Registry& registry,
                                 const ProofBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    engine::MemberChange change{.number = member.number,
                                .totp_secret = std::vector<std::byte>{},
                                .totp_last_step = std::uint64_t{0}};
    change.proof = TRY(prove(call, member, body));
    change.recovery_codes.emplace();
    if (!member.totp_secret.empty()) {
        change.notices = {engine::NoticeKind::AuthenticatorOff};
    }
    const auto changed = TRY(change_sign_in(call, store, registry, std::move(change)));
    call.report_staff(registry, member.account, {.act = "totp_off"});
    return session_response(call, registry, changed, end_of_session(call));
}

Result<Response, Problem> make_codes(Call& call, engine::Store& store, engine::Registry& registry,
                                     const ProofBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    if (member.totp_secret.empty()) {
        return refuse(ProblemType::NothingBegun,
                      "Recovery codes stand in for an authenticator app; set one up first.");
    }
    NewRecoveryCodes codes = generate_recovery_codes();
    engine::MemberChange change{.number = member.number};
    change.proof = TRY(prove(call, member, body));
    change.recovery_codes = codes.hashes;
    change.notices = {engine::NoticeKind::RecoveryCodesMade};
    const auto changed = TRY(change_sign_in(call, store, registry, std::move(change)));
    call.report_staff(registry, member.account, {.act = "recovery_codes_made"});
    return session_response(call, registry, changed, end_of_session(call), {},
                            std::move(codes.texts));
}

}  // namespace

Task<Answer> begin_totp(Call& call) {
    const ProofBody body = CO_TRY(parse_proof(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return begin(call, registry, body); },
                           engine::Effort::Talk);
    co_return read;
}

Task<Answer> confirm_totp(Call& call) {
    const std::string code = CO_TRY(parse_totp_code(call.request.body));
    const std::uint64_t member = call.caller->member;
    const auto secret = call.shared.totp.find(member, call.session->hash, call.now);
    if (!secret) {
        co_return refuse(ProblemType::NothingBegun);
    }
    TokenBuckets& tries = call.shared.sign_in.tries_of_proofs;
    const std::string who = name_of_session(call);
    CO_TRY(check_tries(call, tries, who));
    const auto step = find_totp_step(*secret, code, call.now, 0);
    if (!step) {
        co_return refuse_field("code", "is not the app's current code");
    }
    tries.give_back(who);
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return confirm(call, store, registry, *secret, *step);
    });
    co_return read;
}

Task<Answer> remove_totp(Call& call) {
    const ProofBody body = CO_TRY(parse_proof(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return remove(call, store, registry, body);
        },
        engine::Effort::Talk);
    co_return read;
}

Task<Answer> make_recovery_codes(Call& call) {
    const ProofBody body = CO_TRY(parse_proof(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return make_codes(call, store, registry, body);
        },
        engine::Effort::Talk);
    co_return read;
}

}  // namespace standby::http
