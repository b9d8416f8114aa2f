// One-time links: what they are for, and what happens when they are used.
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

// A link that can be used now, and whose password it resets.
struct LiveLink {
    engine::OneTimeLink link;
    std::optional<engine::Member> member;
};

Result<LiveLink, Problem> live_link(engine::Registry& registry, std::string_view token, Time now) {
    const auto links = TRY(or_unavailable(registry.links()));
    const auto members = TRY(or_unavailable(registry.members()));
    const auto link = std::ranges::find(links, hash_token(token), &engine::OneTimeLink::hash);
    if (link == links.end() || !engine::is_live(*link, now)) {
        return refuse(ProblemType::LinkUsed);
    }
    LiveLink live{.link = *link, .member = {}};
    const auto is_present = [&](const engine::Member& member) {
        return !member.removed_at && member.account == link->account;
    };
    if (link->purpose == engine::LinkPurpose::Setup && std::ranges::any_of(members, is_present)) {
        return refuse(ProblemType::LinkUsed);
    }
    if (engine::is_of_member(link->purpose)) {
        const auto member = std::ranges::find(members, link->member, &engine::Member::number);
        if (member == members.end() || member->removed_at) {
            return refuse(ProblemType::LinkUsed);
        }
        live.member = *member;
    }
    return live;
}

// What is missing or will not do, for this link.
std::optional<Problem> problem_with(const LinkUseBody& body, const LiveLink& live) {
    const std::string email =
        body.email.value_or(live.member ? live.member->email : live.link.email);
    const std::string name = body.name.value_or(live.member ? live.member->name : live.link.name);
    const bool needs_password = live.link.purpose != engine::LinkPurpose::Setup;
    std::vector<FieldError> errors;
    if (email.empty() && (needs_password || body.password)) {
        errors.push_back({"email", "is needed to sign in with a password"});
    }
    if (needs_password && !body.password) {
        errors.push_back({"password", "is required"});
    }
    if (body.password) {
        if (auto error = password_error(*body.password, email, name)) {
            errors.push_back({"password", *std::move(error)});
        }
    }
    return errors.empty() ? std::nullopt : std::optional(invalid(std::move(errors)));
}

// What is blank counts as not given: then the link's own counts.
std::optional<std::string> unless_blank(const std::optional<std::string>& text) {
    return text && text->empty() ? std::nullopt : text;
}

// Whoever reads a member's mails has not proven the second factor, where there is one.
Result<engine::FactorProof, Problem> check_code(Call& call, engine::Registry& registry,
                                                const LiveLink& live, std::string_view code) {
    if (live.link.purpose != engine::LinkPurpose::Forgotten || live.member->totp_secret.empty()) {
        return engine::FactorProof{};
    }
    if (code.empty()) {
        return refuse(ProblemType::CodeNeeded, "Enter the code from your authenticator app.");
    }
    TRY(check_tries(call, call.shared.sign_in.tries_of_proofs,
                    "forgotten " + std::to_string(live.member->number)));
    if (const auto proof = read_factor(call, *live.member, code)) {
        return *proof;
    }
    report_failed(call, registry, *live.member, "code_wrong");
    return refuse(ProblemType::CodeNeeded, "That is not the app's current code.");
}

Result<Response, Problem> use_live_link(Call& call, engine::Store& store,
                                        engine::Registry& registry, const LinkUseBody& body) {
    // Looked at first, so that nobody makes the server hash passwords with a made-up link.
    const LiveLink live = TRY(live_link(registry, body.token, call.now));
    if (auto refused = problem_with(body, live)) {
        return std::unexpected(*std::move(refused));
    }
    const engine::FactorProof proof = TRY(check_code(call, registry, live, body.code));
    const NewToken token = generate_token(session_mark);
    engine::LinkUse use{.hash = live.link.hash,
                        .name = body.name,
                        .email = body.email,
                        .password_hash = {},
                        .session = make_session(token, 0, call.now),
                        .now = call.now,
                        .client = call.request.client,
                        .proof = proof};
    if (body.password) {
        use.password_hash = hash_password(*body.password);
        if (use.password_hash->empty()) {
            return refuse(ProblemType::Overloaded);
        }
    }
    TRY(begin_new_address(call, live.link.account));
    const auto used = registry.use_link(use);
    end_new_address(call, live.link.account, used ? nullptr : &used.error());
    if (!used) {
        return std::unexpected(staff_problem(used.error()));
    }
    end_present_session(call, registry);
    call.shared.control.refresh_sessions(registry);
    call.report_staff(registry, used->member.account,
                      {.act = "link_used",
                       .member = used->member.number,
                       .detail = std::string(engine::name_of(used->purpose))});
    send_notices(call, store, registry);
    auto response =
        session_response(call, registry, used->member, end_of(used->session), token.text);
    if (response) {
        make_known(call, used->member, *response);
    }
    return response;
}

Result<std::string, Problem> link_text(const Call& call, engine::Registry& registry,
                                       const std::string& token) {
    const LiveLink live = TRY(live_link(registry, token, call.now));
    const auto name = TRY(or_unavailable(business_name(live.link.account, registry)));
    return json_text(write_link, live.link, live.member, name);
}

// What is done for an address that somebody typed, whoever they are.
void send_new_password_link(Shared& shared, engine::Store& store, engine::Registry& registry,
                            const std::string& email, const DeedPlace& place) {
    const auto members = registry.members();
    if (!members) {
        return;
    }
    const auto member = std::ranges::find_if(
        *members, [&](const engine::Member& one) { return !one.removed_at && one.email == email; });
    if (member == members->end()) {
        return;
    }
    const std::string token = shared.services.tokens.sign_new_password(member->number, place.now);
    const auto told =
        registry.tell_forgotten({.hash = hash_token(token),
                                 .purpose = engine::LinkPurpose::Forgotten,
                                 .account = member->account,
                                 .member = member->number,
                                 .role = member->role,
                                 .created_at = place.now,
                                 .expires_at = place.now + engine::forgotten_link_lifetime},
                                place.client);
    if (!told || !*told) {
        return;
    }
    report_staff(shared, registry, member->account,
                 {.act = "password_forgotten", .member = member->number}, place);
    if (engine::queue_notices(store, registry, place.now) > 0) {
        shared.services.messenger.look_again();
    }
}

}  // namespace

// No answer waits for what is found, so that nobody learns from it, or from the time it takes,
// whether the address is known.
Task<Answer> forgot_password(Call& call) {
    const std::string email = CO_TRY(parse_forgotten(call.request.body));
    CO_TRY(check_tries(call, call.shared.sign_in.tries_of_client, call.request.client));
    if (!call.shared.services.messenger.has_provider(engine::Channel::Mail)) {
        co_return refuse(
            ProblemType::NoMail,
            "No e-mail is sent here. Ask an owner for a reset link, or make one on the "
            "server with `standby staff link`.");
    }
    if (!call.shared.sign_in.forgotten.try_take(email, call.now)) {
        static_cast<void>(call.shared.services.gateway.read(
            engine::Effort::Quick,
            [&shared = call.shared, email,
             place = DeedPlace{.client = call.request.client, .now = call.now}](
                engine::Store& store, engine::Registry& registry) {
                send_new_password_link(shared, store, registry, email, place);
            }));
    }
    co_return json_response(202, R"({"status":"check_your_messages"})");
}

Task<Answer> look_at_link(Call& call) {
    const std::string token = CO_TRY(parse_link_token(call.request.body));
    CO_TRY(check_tries(call, call.shared.sign_in.tries_of_links, call.request.client));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return link_text(call, registry, token); });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> use_link(Call& call) {
    LinkUseBody body = CO_TRY(parse_link_use(call.request.body));
    CO_TRY(check_tries(call, call.shared.sign_in.tries_of_links, call.request.client));
    body.name = unless_blank(body.name);
    body.email = unless_blank(body.email);
    auto taken = co_await turn_to_hash(call, {.is_hashing = body.password.has_value()});
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return use_live_link(call, store, registry, body);
        },
        body.password ? engine::Effort::Talk : engine::Effort::Quick);
    co_return read;
}

}  // namespace standby::http
