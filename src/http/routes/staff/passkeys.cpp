// Passkeys: a device makes a key, and signs its member in with it. What it signs is a challenge of
// ours that counts once, on a page of ours.
#include "base/text_coding.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/passkey_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/webauthn/challenges.hpp"
#include "http/auth/webauthn/public_key.hpp"
#include "http/auth/webauthn/webauthn.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Result<RelyingParty, Problem> party_of(const Call& call) {
    if (!call.shared.party) {
        return refuse(ProblemType::NoPasskeys);
    }
    return *call.shared.party;
}

Result<std::vector<engine::Passkey>, Problem> passkeys_of(std::uint64_t member,
                                                          engine::Registry& registry) {
    auto passkeys = TRY(or_unavailable(registry.passkeys()));
    std::erase_if(passkeys, [&](const engine::Passkey& one) { return one.member != member; });
    return passkeys;
}

// What the device calls the member: it keeps one key for each.
std::string handle_of(std::uint64_t member) {
    const std::string id = interchange::format_member_id(member);
    return encode_base64url(std::as_bytes(std::span(id.data(), id.size())));
}

ChallengeScope adding(const Call& call) {
    return {.purpose = ChallengePurpose::Add, .session = call.session->hash};
}

Result<Response, Problem> begin_adding(Call& call, engine::Registry& registry,
                                       const ProofBody& body) {
    const RelyingParty party = TRY(party_of(call));
    const engine::Member member = TRY(signed_in_member(call, registry));
    // The password proves changes to come, and is the way in when the device is gone.
    if (!engine::can_sign_in(member)) {
        return refuse_field("password", "is needed first: set an address and a password");
    }
    const auto proof =
        TRY(prove_again(call, member, {.password = body.password, .code = body.code}));
    TRY(use_up(call, registry, member, proof));
    const auto known = TRY(passkeys_of(member.number, registry));
    const std::string business = TRY(or_unavailable(business_name(member.account, registry)));
    return json_response(
        200, json_object([&](JsonWriter& writer) {
            writer.text("challenge",
                        make_challenge(call.shared.services.tokens, adding(call), call.now));
            writer.text("domain", party.id);
            writer.text("domain_name", business.empty() ? "Standby" : business);
            writer.text("user_handle", handle_of(member.number));
            writer.text("user_name", member.email);
            writer.text("user_display_name", member.name.empty() ? member.email : member.name);
            writer.begin_array("algorithms");
            for (const int algorithm : cose_algorithms) {
                writer.integer(algorithm);
            }
            writer.end_array();
            writer.array("known", known, [&](const engine::Passkey& one) {
                writer.text(encode_base64url(one.credential));
            });
        }));
}

// A challenge of ours that was not used before, and the answer to it.
Result<std::string, Problem> challenge_of(Call& call, const ChallengeScope& scope,
                                          std::string_view client_data) {
    const auto challenge = challenge_in(client_data);
    if (!challenge || !is_challenge(call.shared.services.tokens, scope, *challenge, call.now)) {
        return refuse(ProblemType::NothingBegun);
    }
    return *challenge;
}

Result<Response, Problem> add(Call& call, engine::Store& store, engine::Registry& registry,
                              const NewPasskeyBody& body) {
    const RelyingParty party = TRY(party_of(call));
    const std::string challenge = TRY(challenge_of(call, adding(call), body.client_data));
    auto made = read_new_credential(party, challenge, body.client_data, body.attestation);
    if (!made) {
        return refuse_field("attestation", "is not a passkey for this page: " +
                                               std::string(name_of(made.error())));
    }
    if (!call.shared.challenges.use(challenge, call.now)) {
        return refuse(ProblemType::NothingBegun);
    }
    engine::MemberChange change{.number = call.caller->member};
    change.new_passkey = engine::Passkey{.credential = std::move(made->id),
                                         .public_key = std::move(made->public_key),
                                         .sign_count = made->sign_count,
                                         .name = body.name,
                                         .created_at = call.now,
                                         .last_used_at = {}};
    change.notices = {engine::NoticeKind::PasskeyAdded};
    const auto changed = TRY(change_sign_in(call, store, registry, std::move(change)));
    call.report_staff(registry, changed.account, {.act = "passkey_added"});
    return session_response(call, registry, changed, call.session->ends_at);
}

Result<Response, Problem> rename(Call& call, engine::Registry& registry,
                                 const PasskeyNameBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    const bool is_done =
        TRY(or_unavailable(registry.rename_passkey(member.number, body.number, body.name)));
    if (!is_done) {
        return std::unexpected(nothing_here());
    }
    return session_response(call, registry, member, call.session->ends_at);
}

Result<Response, Problem> remove(Call& call, engine::Store& store, engine::Registry& registry,
                                 const PasskeyRemovalBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    const auto known = TRY(passkeys_of(member.number, registry));
    if (std::ranges::find(known, body.number, &engine::Passkey::number) == known.end()) {
        return std::unexpected(nothing_here());
    }
    engine::MemberChange change{.number = member.number};
    change.proof =
        TRY(prove_again(call, member, {.password = body.proof.password, .code = body.proof.code}));
    change.lost_passkey = body.number;
    change.notices = {engine::NoticeKind::PasskeyRemoved};
    const auto changed = TRY(change_sign_in(call, store, registry, std::move(change)));
    call.report_staff(registry, member.account, {.act = "passkey_removed"});
    return session_response(call, registry, changed, call.session->ends_at);
}

// Whoever shows a passkey that is none learns no more than that.
Result<Response, Problem> come_in(Call& call, engine::Registry& registry,
                                  const PasskeyAnswerBody& body) {
    const RelyingParty party = TRY(party_of(call));
    const std::string challenge =
        TRY(challenge_of(call, {.purpose = ChallengePurpose::SignIn}, body.client_data));
    const auto passkeys = TRY(or_unavailable(registry.passkeys()));
    const auto found = std::ranges::find(passkeys, body.credential, &engine::Passkey::credential);
    const auto members = TRY(or_unavailable(registry.members()));
    const auto member = std::ranges::find_if(members, [&](const engine::Member& one) {
        return found != passkeys.end() && one.number == found->member && !one.removed_at;
    });
    if (member == members.end()) {
        call.report_staff("passkey_unknown");
        return refuse(ProblemType::WrongSignIn);
    }
    const auto count = read_signed_answer(party, challenge, found->public_key,
                                          {.client_data = body.client_data,
                                           .authenticator_data = body.authenticator_data,
                                           .signature = body.signature});
    if (!count || !call.shared.challenges.use(challenge, call.now)) {
        report_failed(call, registry, *member, "passkey_wrong");
        return refuse(ProblemType::WrongSignIn);
    }
    return begin_session(call, registry, *member,
                         {.totp_step = {},
                          .recovery_code = {},
                          .client = {},
                          .passkey = engine::PasskeyUse{found->number, *count}});
}

}  // namespace

Task<Answer> begin_new_passkey(Call& call) {
    const ProofBody body = CO_TRY(parse_proof(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return begin_adding(call, registry, body); },
        engine::Effort::Talk);
    co_return read;
}

Task<Answer> add_passkey(Call& call) {
    const NewPasskeyBody body = CO_TRY(parse_new_passkey(call.request.body));
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return add(call, store, registry, body);
    });
    co_return read;
}

Task<Answer> rename_passkey(Call& call) {
    const PasskeyNameBody body = CO_TRY(parse_passkey_name(call.request.body));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return rename(call, registry, body); });
    co_return read;
}

Task<Answer> remove_passkey(Call& call) {
    const PasskeyRemovalBody body = CO_TRY(parse_passkey_removal(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return remove(call, store, registry, body);
        },
        engine::Effort::Talk);
    co_return read;
}

Task<Answer> begin_passkey(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    const RelyingParty party = CO_TRY(party_of(call));
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.text("challenge",
                                            make_challenge(call.shared.services.tokens,
                                                           {.purpose = ChallengePurpose::SignIn},
                                                           call.now));
                                writer.text("domain", party.id);
                            }));
}

Task<Answer> use_passkey(Call& call) {
    const PasskeyAnswerBody body = CO_TRY(parse_passkey_answer(call.request.body));
    TokenBuckets& tries = call.shared.sign_in.tries_of_client;
    CO_TRY(check_tries(call, tries, call.request.client));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return come_in(call, registry, body); });
    if (read || read.error().status != 401) {
        tries.give_back(call.request.client);
    }
    co_return read;
}

}  // namespace standby::http
