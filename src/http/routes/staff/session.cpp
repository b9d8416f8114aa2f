// Who is signed in: coming in, going out, and changing one's own name, address and password.
#include "engine/outbox/notices.hpp"
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/password.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::optional<engine::Member> find_by_email(const std::vector<engine::Member>& members,
                                            std::string_view email) {
    const auto found = std::ranges::find_if(members, [&](const engine::Member& member) {
        return engine::can_sign_in(member) && member.email == email;
    });
    return found == members.end() ? std::nullopt : std::optional(*found);
}

// What the body asks for that cannot be, whoever asks.
std::optional<Problem> problem_with(const ProfileBody& body, const engine::Member& member) {
    const std::string email = body.email.value_or(member.email);
    const std::string name = body.name.value_or(member.name);
    const bool has_password = body.password || !member.password_hash.empty();
    if (has_password && email.empty()) {
        return invalid("email", "is needed to sign in with a password");
    }
    if (body.password) {
        if (auto error = password_error(*body.password, email, name)) {
            return invalid("password", *std::move(error));
        }
    }
    return std::nullopt;
}

// The tries of one client at one address. A browser from which that member has signed in before has
// tries of its own, so that nobody who shares its network uses them up.
class Tries {
public:
    Tries(Call& call, const std::string& email) : call_(call), email_(email) {
        const auto device = known_device(call, email);
        client_ = device ? "device " + device->name() : call.request.client;
        const ClientKey network = client_key(call.request.client);
        const std::string who = device ? client_
                                       : std::to_string(static_cast<int>(network.kind)) + " " +
                                             std::to_string(network.value);
        pair_ = who + " " + email;
    }

    Result<void, Problem> take() {
        SignInLimits& limits = call_.shared.sign_in;
        if (auto refused = check_tries(call_, limits.tries_of_pair, pair_); !refused) {
            tell_owner();
            return refused;
        }
        auto refused = check_tries(call_, limits.tries_of_client, client_);
        if (!refused) {
            limits.tries_of_pair.give_back(pair_);
        }
        return refused;
    }
    void give_back() {
        call_.shared.sign_in.tries_of_client.give_back(client_);
        call_.shared.sign_in.tries_of_pair.give_back(pair_);
    }

private:
    // Whoever is locked out learns nothing from it, neither what is found nor how long it takes.
    void tell_owner() {
        if (call_.shared.sign_in.looks_for_owner.try_take(email_, call_.now)) {
            return;
        }
        static_cast<void>(call_.shared.services.gateway.read(
            engine::Effort::Quick, [&messenger = call_.shared.services.messenger, email = email_,
                                    client = call_.request.client, now = call_.now](
                                       engine::Store& store, engine::Registry& registry) {
                const auto members = registry.members();
                const auto member = members ? find_by_email(*members, email) : std::nullopt;
                const auto told = member ? registry.tell_locked_out(member->number, client, now)
                                         : Result<bool, engine::StoreError>(false);
                if (told && *told && engine::queue_notices(store, registry, now) > 0) {
                    messenger.look_again();
                }
            }));
    }

    Call& call_;
    const std::string& email_;
    std::string client_;
    std::string pair_;
};

// What was a wrong try: not what succeeded, nor what we were too busy for, nor asking whether there
// is an authenticator app.
bool is_wrong_try(const Result<Response, Problem>& answer, const SignInBody& body) {
    return !answer && answer.error().status == 401 &&
           !(answer.error().code == problem(ProblemType::CodeNeeded).code && body.code.empty());
}

// What proves the second factor, where one is needed.
Result<engine::FactorProof, Problem> check_code(Call& call, engine::Registry& registry,
                                                const engine::Member& member,
                                                const SignInBody& given) {
    if (member.totp_secret.empty()) {
        return engine::FactorProof{};
    }
    if (const auto proof = read_factor(call, member, given.code)) {
        return *proof;
    }
    if (given.code.empty()) {
        return refuse(ProblemType::CodeNeeded, "Enter the code from your authenticator app.");
    }
    report_failed(call, registry, member, "code_wrong");
    return refuse(ProblemType::CodeNeeded, "That is not the app's current code.");
}

Result<Response, Problem> come_in(Call& call, engine::Store& store, engine::Registry& registry,
                                  const SignInBody& given) {
    const auto members = TRY(or_unavailable(registry.members()));
    const auto member = find_by_email(members, given.email);
    const Pace pace = known_device(call, given.email) ? Pace::Normal : Pace::GivingWay;
    if (!is_password(given.password, member ? member->password_hash : std::string{}, pace)) {
        if (member) {
            report_failed(call, registry, *member, "sign_in_failed");
        } else {
            call.report_staff("sign_in_failed");
        }
        return refuse(ProblemType::WrongSignIn);
    }
    const engine::FactorProof proof = TRY(check_code(call, registry, *member, given));
    auto response = begin_session(call, registry, *member, proof);
    if (response) {
        send_notices(call, store, registry);
    }
    return response;
}

// What was changed, by name.
void report_profile(Call& call, engine::Registry& registry, const ProfileBody& body) {
    std::string what;
    for (const auto& [name, is_given] :
         {std::pair{"name", body.name.has_value()}, std::pair{"email", body.email.has_value()},
          std::pair{"password", body.password.has_value()}}) {
        what += is_given ? (what.empty() ? "" : ", ") + std::string(name) : "";
    }
    call.report_staff(registry, call.about.account, {.act = "profile_changed", .detail = what});
}

Result<Response, Problem> change_profile(Call& call, engine::Store& store,
                                         engine::Registry& registry, const ProfileBody& body) {
    const engine::Member member = TRY(signed_in_member(call, registry));
    if (auto refused = problem_with(body, member)) {
        return std::unexpected(*std::move(refused));
    }
    engine::MemberChange change{.number = member.number, .name = body.name, .email = body.email};
    const bool is_new_address = body.email && *body.email != member.email;
    if (!body.password && !is_new_address) {
        auto changed = change_signed_in(call, registry, change);
        if (changed) {
            report_profile(call, registry, body);
        }
        return changed;
    }
    change.proof = TRY(prove_again(call, member,
                                   {.password = body.current_password,
                                    .code = body.current_code,
                                    .password_field = "current_password",
                                    .code_field = "current_code"}));
    if (is_new_address) {
        change.notices.push_back(engine::NoticeKind::AddressChanged);
    }
    if (body.password) {
        change.notices.push_back(engine::NoticeKind::PasswordChanged);
        change.password_hash = hash_password(*body.password);
        if (change.password_hash->empty()) {
            return refuse(ProblemType::Overloaded);
        }
    }
    const auto changed =
        TRY(change_sign_in(call, store, registry, std::move(change), "current_code"));
    report_profile(call, registry, body);
    return session_response(call, registry, changed, call.session ? call.session->ends_at : Time{});
}

}  // namespace

Task<Answer> get_session(Call& call) {
    if (!call.caller || call.caller->member == 0) {
        Response response = json_response(200, {});
        JsonWriter writer{response.body};
        write_session(writer, std::nullopt, place_of(call));
        if (call.has_dead_cookie) {
            response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
        }
        co_return response;
    }
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<Response, Problem> {
        const engine::Member member = TRY(signed_in_member(call, registry));
        return session_response(call, registry, member, call.session->ends_at);
    });
    co_return read;
}

Task<Answer> sign_in(Call& call) {
    const SignInBody body = CO_TRY(parse_sign_in(call.request.body));
    Tries tries(call, body.email);
    CO_TRY(tries.take());
    auto taken = co_await turn_to_hash(call, {.email = body.email});
    if (!taken) {
        tries.give_back();
        co_return std::unexpected(taken.error());
    }
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return come_in(call, store, registry, body);
        },
        engine::Effort::Talk);
    if (!is_wrong_try(read, body)) {
        tries.give_back();
    }
    co_return read;
}

Task<Answer> update_profile(Call& call) {
    const ProfileBody body = CO_TRY(parse_profile(call.request.body));
    const bool is_hashing = body.email || body.password;
    auto taken = co_await turn_to_hash(call, {.is_hashing = is_hashing});
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return change_profile(call, store, registry, body);
        },
        is_hashing ? engine::Effort::Talk : engine::Effort::Quick);
    co_return read;
}

Task<Answer> sign_out(Call& call) {
    const std::string everywhere = call.request.parameter("everywhere").value_or("false");
    if (everywhere != "true" && everywhere != "false") {
        co_return refuse_field("everywhere", "must be true or false");
    }
    if (call.session) {
        auto read = co_await call.read([&](engine::Registry& registry) {
            const std::uint64_t member = call.caller->member;
            const bool is_done = everywhere == "true"
                                     ? registry.end_sessions(member).has_value()
                                     : registry.end_session(call.session->hash).has_value();
            if (is_done) {
                call.shared.control.refresh_sessions(registry);
                call.report_staff(registry, call.about.account,
                                  {.act = "signed_out",
                                   .member = member,
                                   .detail = everywhere == "true" ? "everywhere" : ""});
            }
            return is_done;
        });
        const bool is_done = CO_TRY(std::move(read));
        if (!is_done) {
            co_return std::unexpected(unavailable());
        }
    }
    Response response = empty_response(204);
    response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
    co_return response;
}

}  // namespace standby::http
