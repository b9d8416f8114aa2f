// Who is signed in, and how often one may try.
#include "http/routes/staff/session_steps.hpp"

#include "base/text_coding.hpp"
#include "engine/outbox/notices.hpp"
#include "http/auth/password.hpp"
#include "http/auth/recovery_codes.hpp"
#include "http/auth/totp.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {

std::string name_of_session(const Call& call) {
    return call.session ? encode_base64url(call.session->hash) : std::string{};
}

Problem staff_problem(const engine::StaffError& error) {
    if (std::holds_alternative<engine::StoreError>(error)) {
        return unavailable();
    }
    switch (std::get<engine::StaffRefusal>(error)) {
    case engine::StaffRefusal::NoSuchMember:
        return nothing_here();
    case engine::StaffRefusal::LinkUsed:
        return problem(ProblemType::LinkUsed);
    case engine::StaffRefusal::AddressTaken:
        return problem(ProblemType::AddressTaken);
    case engine::StaffRefusal::LastOwner:
        return problem(ProblemType::LastOwner);
    case engine::StaffRefusal::CodeUsed:
        return problem(ProblemType::CodeNeeded,
                       "That code has already been used, or is not one of yours.");
    case engine::StaffRefusal::NoPasskey:
        return problem(ProblemType::WrongSignIn);
    case engine::StaffRefusal::PasskeyTaken:
        return problem(ProblemType::PasskeyTaken);
    }
    return problem(ProblemType::Internal);
}

namespace {

// Who is signed in stays signed in, whatever is wrong with the code.
Problem proof_problem(const engine::StaffError& error, std::string_view code_field) {
    return error == engine::StaffError{engine::StaffRefusal::CodeUsed}
               ? invalid(std::string(code_field), "has been used, or is not one of yours")
               : staff_problem(error);
}

}  // namespace

Result<void, Problem> check_tries(Call& call, TokenBuckets& tries, std::string_view of) {
    const auto wait = tries.try_take(of, call.now);
    if (!wait) {
        return {};
    }
    Problem refused =
        problem(ProblemType::TooManyRequests, "Too many attempts. Wait a moment, then try again.");
    refused.retry_after_seconds = retry_after_seconds(*wait);
    return std::unexpected(std::move(refused));
}

Result<void, Problem> begin_new_address(Call& call, engine::AccountNumber account) {
    return check_tries(call, call.shared.sign_in.taken_addresses,
                       "account " + std::to_string(account.value()));
}

void end_new_address(Call& call, engine::AccountNumber account, const engine::StaffError* error) {
    if (error == nullptr || *error != engine::StaffError{engine::StaffRefusal::AddressTaken}) {
        call.shared.sign_in.taken_addresses.give_back("account " + std::to_string(account.value()));
    }
}

std::optional<engine::FactorProof> read_factor(const Call& call, const engine::Member& member,
                                               std::string_view code) {
    if (const auto step =
            find_totp_step(member.totp_secret, code, call.now, member.totp_last_step)) {
        return engine::FactorProof{.totp_step = step, .recovery_code = {}};
    }
    if (const auto hash = hash_recovery_code(code)) {
        return engine::FactorProof{
            .totp_step = {}, .recovery_code = hash, .client = call.request.client};
    }
    return std::nullopt;
}

Result<engine::FactorProof, Problem> prove_again(Call& call, const engine::Member& member,
                                                 const GivenProof& given) {
    TRY(check_tries(call, call.shared.sign_in.tries_of_proofs, name_of_session(call)));
    if (!member.password_hash.empty()) {
        if (given.password.empty()) {
            return refuse_field(std::string(given.password_field), "is required");
        }
        if (!is_password(given.password, member.password_hash)) {
            call.report_staff("password_wrong");
            return refuse_field(std::string(given.password_field), "is not your current password");
        }
    }
    if (member.totp_secret.empty()) {
        return engine::FactorProof{};
    }
    if (given.code.empty()) {
        return refuse_field(std::string(given.code_field),
                            "is required: the app's current code, or a recovery code");
    }
    const auto proof = read_factor(call, member, given.code);
    if (!proof) {
        call.report_staff("code_wrong");
        return refuse_field(std::string(given.code_field), "is not the app's current code");
    }
    return *proof;
}

namespace {

std::optional<KnownDevice> device_of(const Call& call) {
    return find_known_device(call.request.header("cookie"), call.shared.services.tokens, call.now);
}

}  // namespace

std::optional<KnownDevice> known_device(const Call& call, std::string_view email) {
    auto device = device_of(call);
    const bool is_known = device && device->is_known_for(call.shared.services.tokens, email);
    return is_known ? std::move(device) : std::nullopt;
}

void make_known(const Call& call, const engine::Member& member, Response& response) {
    const TokenSigner& signer = call.shared.services.tokens;
    const auto device = device_of(call);
    const bool is_known = device && device->is_known_for(signer, member.email);
    if (!is_known || device->is_to_be_renewed) {
        response.headers.emplace_back("Set-Cookie",
                                      device_cookie_text(signer, device, member.email, call.now));
    }
}

Task<Result<std::optional<Turns::Turn>, Problem>> turn_to_hash(Call& call, HashTurn wanted) {
    std::optional<Turns::Turn> turn;
    if (wanted.is_hashing) {
        const bool is_known =
            wanted.email ? known_device(call, *wanted.email).has_value() : call.session.has_value();
        const Turns::Visitor visitor{.is_known = is_known,
                                     .client = client_key(call.request.client)};
        auto taken = co_await call.shared.sign_in.passwords.take(visitor);
        if (!taken) {
            ++call.shared.sign_in.passwords_refused;
            call.is_one_of_too_many = !visitor.is_known;
            co_return refuse(ProblemType::Overloaded,
                             "Too many people are signing in. Try again in a moment.");
        }
        turn.emplace(*std::move(taken));
    }
    co_return Result<std::optional<Turns::Turn>, Problem>(std::move(turn));
}

Result<std::string, engine::StoreError> business_name(engine::AccountNumber account,
                                                      engine::Registry& registry) {
    const auto house = TRY(registry.house(account));
    const auto accounts = TRY(registry.accounts());
    if (!house.name.empty()) {
        return house.name;
    }
    const auto found = std::ranges::find(accounts, account, &engine::Account::number);
    return found == accounts.end() ? std::string{} : found->name;
}

Result<engine::Member, Problem> signed_in_member(const Call& call, engine::Registry& registry) {
    const auto members = TRY(or_unavailable(registry.members()));
    const auto found = std::ranges::find(members, call.caller->member, &engine::Member::number);
    if (found == members.end() || found->removed_at) {
        return refuse(ProblemType::Unauthorized, "You're no longer signed in.");
    }
    return *found;
}

SessionPlace place_of(const Call& call) {
    return {.needs_setup = !call.shared.services.sessions.has_members(),
            .passkey_domain = call.shared.party ? call.shared.party->id : std::string{},
            .sends_mails = call.shared.services.messenger.has_provider(engine::Channel::Mail)};
}

Result<Response, Problem> session_response(const Call& call, engine::Registry& registry,
                                           const engine::Member& member, Time expires_at,
                                           const std::optional<std::string>& token,
                                           std::optional<std::vector<std::string>> codes) {
    SignedIn signed_in{.member = member,
                       .account_name = TRY(or_unavailable(business_name(member.account, registry))),
                       .expires_at = expires_at,
                       .recovery_codes = std::move(codes)};
    if (!member.totp_secret.empty()) {
        signed_in.recovery_codes_left =
            TRY(or_unavailable(registry.recovery_codes_left(member.number)));
    }
    signed_in.passkeys = TRY(or_unavailable(registry.passkeys()));
    std::erase_if(signed_in.passkeys,
                  [&](const engine::Passkey& passkey) { return passkey.member != member.number; });
    SessionPlace place = place_of(call);
    place.needs_setup = false;
    Response response = json_response(200, {});
    JsonWriter writer{response.body};
    write_session(writer, signed_in, place);
    if (token) {
        response.headers.emplace_back("Set-Cookie", session_cookie_text(*token, session_lifetime));
    }
    return response;
}

Result<Response, Problem> change_signed_in(Call& call, engine::Registry& registry,
                                           const engine::MemberChange& change) {
    const engine::AccountNumber account = call.about.account;
    if (change.email) {
        TRY(begin_new_address(call, account));
    }
    const auto changed = registry.change_member(change);
    if (change.email) {
        end_new_address(call, account, changed ? nullptr : &changed.error());
    }
    if (!changed) {
        return std::unexpected(staff_problem(changed.error()));
    }
    call.shared.control.refresh_sessions(registry);
    return session_response(call, registry, *changed,
                            call.session ? call.session->ends_at : Time{});
}

Result<void, Problem> use_up(Call& call, engine::Registry& registry, const engine::Member& member,
                             const engine::FactorProof& proof) {
    engine::MemberChange change{.number = member.number};
    change.proof = proof;
    change.now = call.now;
    if (const auto changed = registry.change_member(change); !changed) {
        return std::unexpected(proof_problem(changed.error(), "code"));
    }
    call.shared.sign_in.tries_of_proofs.give_back(name_of_session(call));
    return {};
}

Result<engine::Member, Problem> change_sign_in(Call& call, engine::Store& store,
                                               engine::Registry& registry,
                                               engine::MemberChange change,
                                               std::string_view code_field) {
    change.only_session = call.session ? std::optional(call.session->hash) : std::nullopt;
    change.client = call.request.client;
    change.now = call.now;
    const engine::AccountNumber account = call.about.account;
    if (change.email) {
        TRY(begin_new_address(call, account));
    }
    const auto changed = registry.change_member(change);
    if (change.email) {
        end_new_address(call, account, changed ? nullptr : &changed.error());
    }
    if (!changed) {
        return std::unexpected(proof_problem(changed.error(), code_field));
    }
    call.shared.sign_in.tries_of_proofs.give_back(name_of_session(call));
    call.shared.control.refresh_sessions(registry);
    send_notices(call, store, registry);
    return *changed;
}

void send_notices(Call& call, engine::Store& store, engine::Registry& registry) {
    if (engine::queue_notices(store, registry, call.now) > 0) {
        call.shared.services.messenger.look_again();
    }
}

void report_failed(Call& call, engine::Registry& registry, const engine::Member& member,
                   std::string_view act) {
    if (call.shared.sign_in.noted_failures.try_take(std::to_string(member.number), call.now)) {
        call.report_staff(act);
        return;
    }
    call.report_staff(registry, member.account, {.act = std::string(act), .member = member.number});
}

Result<Response, Problem> begin_session(Call& call, engine::Registry& registry,
                                        const engine::Member& member,
                                        const engine::FactorProof& proof) {
    const NewToken token = generate_token(session_mark);
    const engine::StaffSession session = make_session(token, member.number, call.now);
    if (const auto begun = registry.begin_session(session, proof); !begun) {
        const bool is_gone =
            begun.error() == engine::StaffError{engine::StaffRefusal::NoSuchMember};
        return std::unexpected(is_gone ? problem(ProblemType::WrongSignIn)
                                       : staff_problem(begun.error()));
    }
    end_present_session(call, registry);
    call.shared.control.refresh_sessions(registry);
    call.report_staff(registry, member.account, {.act = "signed_in", .member = member.number});
    engine::Member seen = member;
    seen.last_seen_at = call.now;
    auto response = session_response(call, registry, seen, end_of(session), token.text);
    if (response) {
        make_known(call, member, *response);
    }
    return response;
}

void end_present_session(const Call& call, engine::Registry& registry) {
    if (call.session) {
        static_cast<void>(registry.end_session(call.session->hash));
    }
}

}  // namespace standby::http
